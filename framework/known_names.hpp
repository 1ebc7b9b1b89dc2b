// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// Returns `, did you mean 'x'?` or, where no known name is near, what there is:
/// `; expected one of a, b, c`. Long lists are cut.
std::string expected_name(std::string_view word, const std::vector<std::string>& known);

}  // namespace hearth
