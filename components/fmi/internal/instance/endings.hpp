// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace hearth::fmi {

/// What went wrong when an instance of an FMU ended.
struct Ending {
  std::string id;    ///< of the instance
  std::string what;  ///< "at 3600 s: fmi2Terminate returned an error; its log: ..."
};

/// Notes what goes wrong in the destructor of an instance, in which it can no longer be an
/// error. At most 100 are kept.
void note_ending(Ending ending);
/// Returns what was noted and forgets it.
std::vector<Ending> take_endings();

}  // namespace hearth::fmi
