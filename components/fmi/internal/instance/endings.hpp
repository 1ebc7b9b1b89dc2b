// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace hearth::fmi {

/// An error at the end of an instance of an FMU.
struct Ending {
  std::string id;    ///< id of the instance
  std::string what;  ///< "at 3600 s: fmi2Terminate returned an error; its log: ..."
};

/// Records an error in the destructor of an instance, where exceptions are impossible. At most 100
/// are kept.
void note_ending(Ending ending);
/// Returns the recorded errors and forgets them.
std::vector<Ending> take_endings();

}  // namespace hearth::fmi
