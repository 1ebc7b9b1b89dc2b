// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <new>

#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

/// Catches SIGINT and SIGTERM, so that a run can stop between two steps and keep what it has. A
/// second signal ends the program at once.
void catch_interrupts();

/// Returns the signal that was caught, 0 if none.
int interrupted();

/// A step that does not ask for signals and has nothing to keep. One that is caught while it lives
/// ends the program with 128 + its number, unless the step is over in less than half a second.
class InterruptAtOnce {
 public:
  InterruptAtOnce();
  ~InterruptAtOnce();
  InterruptAtOnce(const InterruptAtOnce&) = delete;
  InterruptAtOnce& operator=(const InterruptAtOnce&) = delete;
};

/// Calls `read`, which a signal ends at once. Memory that it lacks is a fault of the input:
/// InputError `limit.memory`, with the file.
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
