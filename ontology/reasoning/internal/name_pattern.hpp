// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace hearth {

/// Returns whether the whole text fits a pattern, in which `*` stands for any characters but `#`.
bool matches_name(std::string_view pattern, std::string_view text);

/// Returns how many characters at the beginning of `text` fit a pattern, as many as possible; 0 if
/// it does not begin like that.
std::size_t prefix_match(std::string_view pattern, std::string_view text);

}  // namespace hearth
