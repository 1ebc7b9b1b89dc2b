// SPDX-License-Identifier: MIT
#pragma once

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

}  // namespace hearth::apps
