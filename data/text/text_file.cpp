// SPDX-License-Identifier: MIT
#include "hearth/data/text/text_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/data/text/internal/gzip.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/printable.hpp"
#include "hearth/framework/base/read_confinement.hpp"
#include "hearth/framework/base/standard_output.hpp"
#include "hearth/framework/confinement/fixed_confinement.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargest = std::numeric_limits<std::uint32_t>::max();  // bytes
constexpr std::size_t kBlock = 1 << 16;  // bytes that are written or read at a time

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::string reason(int error_number) { return std::generic_category().message(error_number); }

Where at(const Where& where, const fs::path& path) {
  Where place = where;
  if (place.file.empty()) place.file = path.string();
  return place;
}

/// Returns the number of bytes to which a compressed file of this size may unpack. The data that
/// are read from a text take many times its memory, and data are seldom compressed to less than a
/// fortieth. If a limit was set, it alone applies.
std::uintmax_t unpacked_bytes_of(std::size_t compressed) {
  constexpr std::uintmax_t kRatio = 40, kAlways = 32'000'000;
  const auto limit = static_cast<std::uintmax_t>(limit_of(WorkLimit::UnpackedBytes));
  const bool given = is_limit_given(WorkLimit::UnpackedBytes);
  return std::min({kLargest, limit, given ? limit : std::max(kAlways, kRatio * compressed)});
}

/// Opens a pipe or device for writing; returns -1 and sets `errno` if that fails. Opening a pipe
/// without a reader would block without end; this function waits up to a second for a reader that
/// has just been started.
int open_directly(const fs::path& path) {
  constexpr int kTries = 20;
  constexpr auto kPause = std::chrono::milliseconds(50);
  for (int k = 0;; ++k) {
    const int file = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file >= 0) ::fcntl(file, F_SETFL, ::fcntl(file, F_GETFL) & ~O_NONBLOCK);
    if (file >= 0 || errno != ENXIO || k == kTries) return file;
    std::this_thread::sleep_for(kPause);
  }
}

constexpr std::uint64_t kHighBits = 0x8080808080808080u;

}  // namespace

namespace {
std::string read_any_file(const fs::path& path, const Where& where);
}

std::string read_text_file(const fs::path& path, const Where& where) {
  std::error_code ignored;
  if (is_hidden(path) || fs::exists(path, ignored)) check_may_read(path);
  return read_any_file(path, where);
}

std::optional<std::uint64_t> hash_of_file(const fs::path& path) {
  try {
    return fnv1a64(read_any_file(path, {}));
  } catch (const Error&) {
    return std::nullopt;
  }
}

namespace {
std::string read_any_file(const fs::path& path, const Where& where) {
  const auto fail = [&](const char* code, const std::string& why) {
    throw InputError(code, at(where, path), fmt::format("'{}' {}", path.string(), why));
  };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (error == std::errc::too_many_symbolic_link_levels) {
    fail("file.unreadable", "is a link that leads to itself; replace it by the file");
  }
  if (!fs::exists(status)) {
    fail("file.missing", path == "-" ? "does not exist, and the standard input cannot be read: "
                                       "write it to a file, and name that file"
                                     : "does not exist");
  }
  if (fs::is_directory(status)) fail("file.directory", "is a folder, expected a file");
  // A device or a pipe may have no end.
  if (!fs::is_regular_file(status))
    fail("file.unreadable", "is not a regular file; copy it to one");
  // A system file has no size, but may return data without end, or block.
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error && size == 0 && ::access(path.c_str(), R_OK) == 0) return "";
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (!file) fail("file.unreadable", "cannot be read: " + reason(errno));

  std::string text;
  const auto largest =
      std::min(kLargest, static_cast<std::uintmax_t>(limit_of(WorkLimit::FileBytes)));
  try {
    text.reserve(std::min(error ? 0 : size, largest));
  } catch (const std::bad_alloc&) {
    fail("limit.memory", fmt::format("has {} bytes, more than fit in memory", size));
  }
  std::array<char, kBlock> block{};
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
    text.append(block.data(), count);
    if (text.size() > largest) refuse_limit(WorkLimit::FileBytes, at(where, path));
  }
  if (std::ferror(file.get()) != 0) fail("file.unreadable", "cannot be read: " + reason(errno));
  if (!is_gzip(text)) return text;
  const std::uintmax_t most = unpacked_bytes_of(text.size());
  std::optional<std::string> unpacked = gunzip(text, most);
  if (!unpacked) fail("file.unreadable", "is a damaged or cut-off gzip file");
  if (unpacked->size() > most) {
    if (most == static_cast<std::uintmax_t>(limit_of(WorkLimit::UnpackedBytes))) {
      refuse_limit(WorkLimit::UnpackedBytes, at(where, path));
    }
    fail("limit.exceeded",
         fmt::format(
             "unpacks to more than {} bytes, {} times its size; if it is intended, allow more "
             "with --limit unpacked-bytes=N",
             most, most / std::max<std::uintmax_t>(1, text.size())));
  }
  return std::move(*unpacked);
}
}  // namespace

AtomicFile::AtomicFile(fs::path target) : target_(std::move(target)) {
  std::error_code ignored;
  const fs::file_status status = fs::status(target_, ignored);
  if (fs::is_directory(status)) fail(EISDIR);
  if (const std::optional<int> descriptor = named_descriptor(target_)) {
    direct_ = ::fcntl(*descriptor, F_DUPFD_CLOEXEC, 3);
    if (direct_ < 0) fail(errno);
  } else if (!fs::exists(status) || fs::is_regular_file(status)) {
    temporary_.emplace(target_);
  } else {
    direct_ = open_directly(target_);
    if (direct_ < 0) fail(errno);
  }
}

AtomicFile::~AtomicFile() {
  if (direct_ >= 0) ::close(direct_);
}

void AtomicFile::fail(int error_number) { throw write_error(target_, error_number); }

void AtomicFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBlock) flush();
}

void AtomicFile::flush() {
  const int file = temporary_ ? temporary_->descriptor() : direct_;
  std::string_view left = buffer_;
  while (!left.empty()) {
    const ::ssize_t count = ::write(file, left.data(), left.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(errno);
    left.remove_prefix(static_cast<std::size_t>(count));
  }
  buffer_.clear();
}

void AtomicFile::prepend(std::string_view text) {
  if (!temporary_) return write(text);
  flush();
  AtomicFile whole(target_);
  whole.write(text);
  std::string block(kBlock, '\0');
  ::off_t offset = 0;
  for (;;) {
    const ::ssize_t count = ::pread(temporary_->descriptor(), block.data(), block.size(), offset);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(errno);
    if (count == 0) break;
    whole.write(std::string_view(block).substr(0, static_cast<std::size_t>(count)));
    offset += count;
  }
  std::swap(buffer_, whole.buffer_);
  std::swap(temporary_, whole.temporary_);  // the destructor removes the text without the new one
}

void AtomicFile::commit() {
  flush();
  if (direct_ >= 0 && ::close(std::exchange(direct_, -1)) != 0) fail(errno);
  if (std::optional<TemporaryFile> written = std::exchange(temporary_, std::nullopt)) {
    written->commit();
  }
}

void write_text_file(const fs::path& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

std::string_view content_of(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

InputFile hashed_file(const fs::path& path) {
  return hashed_file(TextFile{path, read_text_file(path)});
}

InputFile hashed_file(const TextFile& file) { return {file.path.string(), fnv1a64(file.text)}; }

std::size_t first_invalid_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    std::uint64_t eight = 0;
    if (i + sizeof eight <= text.size())
      std::memcpy(&eight, text.data() + i, sizeof eight);
    else
      eight = kHighBits;
    if ((eight & kHighBits) == 0) {  // eight ASCII characters
      i += sizeof eight;
      continue;
    }
    const std::size_t length = utf8_length(text.substr(i, 4));
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

void create_folder(const std::filesystem::path& folder) {
  if (folder.empty()) return;
  std::error_code error;
  std::vector<fs::path> missing;  // the deepest first
  for (fs::path path = folder; !path.empty() && !fs::exists(path, error);
       path = path.parent_path()) {
    missing.push_back(path);
    if (path == path.parent_path()) break;
  }
  fs::create_directories(folder, error);
  std::error_code ignored;
  if (error && !fs::is_directory(folder, ignored)) {
    throw InputError("file.write", {.file = folder.string()},
                     "the folder cannot be created: " + error.message());
  }
  for (const fs::path& path : missing) {
    if (path.has_filename()) sync_folder_of(path);
  }
}

}  // namespace hearth
