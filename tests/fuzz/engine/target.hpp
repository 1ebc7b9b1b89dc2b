// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

#include "hearth/tests/fuzz/engine/mutator.hpp"

namespace hearth::fuzz {

/// A reader under test, ready to read.
struct Target {
  Language language;
  /// Reads a text in one of several ways and returns whether it was accepted. What a reader may do
  /// with any text is read it or refuse it with a message; anything else (another exception, a
  /// result that contradicts itself, a message that helps no reader) is thrown as std::logic_error.
  std::function<bool(std::string_view text, std::uint64_t way)> read;
  std::uint64_t ways = 1;
};

/// A reader under test, by name: that of its folders in `seeds` and `corpus`.
struct TargetKind {
  std::string_view name;
  Target (*make)();
  double share = 1.0;  ///< of the runs that are asked for; less for what is slow
};

/// Marks work that a text may ask for without being refused, such as a long simulation: it may take
/// its time, but a signal has to end it.
class LongWork {
 public:
  LongWork() { mark(true); }
  ~LongWork() { mark(false); }
  LongWork(const LongWork&) = delete;
  LongWork& operator=(const LongWork&) = delete;

  /// Sets what is called when such work begins and ends.
  static void watch_by(std::function<void(bool)> watch) { watch_ = std::move(watch); }

 private:
  static void mark(bool going_on) {
    if (watch_) watch_(going_on);
  }
  static inline std::function<void(bool)> watch_{};
};

}  // namespace hearth::fuzz
