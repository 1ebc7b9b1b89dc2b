// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace hearth::fmi {

/// Requests to the process of an FMU, in the order of FmuInstance. `Begin`, `Set` and `FreeState`
/// have no answer; their errors are the answer to the next request that has one.
enum class Request : std::uint8_t {
  Load,
  Instantiate,
  Begin,
  Reset,
  Setup,
  EnterInitialization,
  ExitInitialization,
  Configure,
  SetStrings,
  Set,
  Get,
  DoStep,
  Sizes,
  States,
  Nominals,
  Rates,
  Indicators,
  Move,
  EnterEvents,
  FinishEvents,
  SaveState,
  RestoreState,
  FreeState,
  Serialize,
  Deserialize,
  Warnings,
  Finish,
};
enum class Answer : std::uint8_t { Done, InputFailed, RunFailed };

/// Collects the bytes of messages. Both sides are this program on one computer, so numbers are
/// written as they are in memory.
class WireWriter {
 public:
  template <class T>
  WireWriter& operator<<(const T& value) requires std::is_trivially_copyable_v<T> {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  WireWriter& operator<<(const std::string& text) {
    *this << static_cast<std::uint64_t>(text.size());
    bytes_ += text;
    return *this;
  }
  template <class T>
  WireWriter& operator<<(const std::vector<T>& values) {
    *this << static_cast<std::uint64_t>(values.size());
    for (const T& value : values) *this << value;
    return *this;
  }
  template <class T>
  WireWriter& operator<<(const std::optional<T>& value) {
    *this << value.has_value();
    return value ? *this << *value : *this;
  }

  /// Begins a message; `end` writes its length, which does not include the length field.
  void begin() {
    start_ = bytes_.size();
    *this << std::uint64_t{0};
  }
  void end() {
    const std::uint64_t size = bytes_.size() - start_ - sizeof size;
    std::memcpy(bytes_.data() + start_, &size, sizeof size);
  }

  const std::string& bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  std::string bytes_;
  std::size_t start_ = 0;
};

/// Reads a message. Values beyond its end are zero.
class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  T read() {
    if constexpr (std::is_same_v<T, std::string>) {
      return std::string(take(read<std::uint64_t>()));
    } else {
      T value{};
      const std::string_view bytes = take(sizeof value);
      if (bytes.size() == sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
      return value;
    }
  }
  template <class T>
  std::vector<T> read_list() {
    std::vector<T> values;
    for (auto left = read<std::uint64_t>(); left > 0 && !rest_.empty(); --left) {
      values.push_back(read<T>());
    }
    return values;
  }
  template <class T>
  std::optional<T> read_optional() {
    return read<bool>() ? std::optional<T>(read<T>()) : std::nullopt;
  }

 private:
  std::string_view take(std::uint64_t size) {
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view rest_;
};

/// One end of the connection between the two processes.
class WireEnd {
 public:
  explicit WireEnd(int descriptor) : descriptor_(descriptor) {}
  ~WireEnd() { close(); }
  WireEnd(const WireEnd&) = delete;
  WireEnd& operator=(const WireEnd&) = delete;

  /// Returns false if the other side has closed the connection.
  bool send(std::string_view bytes) const;
  /// Waits for a message, without its length; returns nothing if the other side has closed the
  /// connection, or is silent for longer than the time limit that was set.
  std::optional<std::string_view> receive();
  void set_patience(std::chrono::seconds patience) const;
  void close();

 private:
  int descriptor_;
  std::string buffer_;
  std::size_t done_ = 0;  // bytes of the buffer that were handed out
};

}  // namespace hearth::fmi
