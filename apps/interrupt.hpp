// SPDX-License-Identifier: MIT
#pragma once

namespace hearth::apps {

/// Catches SIGINT and SIGTERM, so that a run can stop between two steps and keep what it has. A
/// second signal ends the program at once.
void catch_interrupts();

/// Returns the signal that was caught, 0 if none.
int interrupted();

}  // namespace hearth::apps
