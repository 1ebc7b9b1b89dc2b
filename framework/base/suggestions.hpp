// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// Returns `a, b, c`, cut after `most` names.
std::string listed(const std::vector<std::string>& names, std::size_t most = 8);

/// Returns `, did you mean 'x'?` or, where no known name is near, what there is:
/// `; expected one of a, b, c`. Long lists are cut.
std::string expected_name(std::string_view word, const std::vector<std::string>& known);

}  // namespace hearth
