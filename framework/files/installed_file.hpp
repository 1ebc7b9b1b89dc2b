// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace hearth {

/// Returns the path of a program or library that is installed with Hearth: the path in the
/// environment variable `variable` if set, otherwise the file `name` next to this program, in
/// ../lib/hearth or ../libexec/hearth relative to it, next to the library that contains Hearth or
/// in its folder `bin`, or where this build is installed. Returns "" if the file is not found.
std::filesystem::path find_installed(const char* name, const char* variable);

}  // namespace hearth
