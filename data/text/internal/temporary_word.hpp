// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

namespace hearth {

/// Returns the function that makes the 16 hexadecimal digits of the name of a temporary file, which
/// cannot be predicted. A test that must know the name replaces the function while no other thread
/// writes files.
std::function<std::string()>& temporary_word();

}  // namespace hearth
