// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace hearth {

/// Returns the path of a program or library that is installed with Hearth: what the environment
/// variable `variable` names, otherwise the file `name` next to this program, in ../lib/hearth or
/// ../libexec/hearth of it, next to the library that contains Hearth or in its folder `bin`, or
/// where this build is installed. Returns "" if it is in none of these places.
std::filesystem::path find_installed(const char* name, const char* variable);

}  // namespace hearth
