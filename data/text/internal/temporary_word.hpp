// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

namespace hearth {

/// Returns what makes the 16 hexadecimal digits by which the name of a temporary file cannot be
/// known before. A test that has to know it replaces the digits, while no other thread
/// writes files.
std::function<std::string()>& temporary_word();

}  // namespace hearth
