// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <new>

#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

/// Catches SIGINT and SIGTERM, so that a run can stop between two steps and keep its results. A
/// second signal ends the program at once.
void catch_interrupts();

/// Returns the signal that was caught, or 0.
int interrupted();

/// Marks a step that does not check for signals and has no results to keep. A signal that is caught
/// during its lifetime ends the program with 128 + its number, unless the step ends within half a
/// second.
class InterruptAtOnce {
 public:
  InterruptAtOnce();
  ~InterruptAtOnce();
  InterruptAtOnce(const InterruptAtOnce&) = delete;
  InterruptAtOnce& operator=(const InterruptAtOnce&) = delete;
};

/// Calls `read`; a signal during the call ends the program at once. Insufficient memory is reported
/// as an error of the input: InputError `limit.memory`, with the file.
template <class Read>
void while_reading(const std::filesystem::path& file, const Read& read) {
  const InterruptAtOnce reading;
  try {
    read();
  } catch (const std::bad_alloc&) {
    throw InputError(
        "limit.memory", {.file = file.string()},
        "there is not enough memory to read this file; check that it is the right file");
  }
}

}  // namespace hearth::apps
