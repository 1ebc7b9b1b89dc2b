// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace hearth {

/// Returns the words of a name: `Reheat_Coil` and `ReheatCoil` have two, `VAVBox` has `VAV`, `Box`.
std::vector<std::string_view> words_of(std::string_view name);

/// Returns how alike two names are, 0 (nothing in common) to 2 (equal): the share of words that
/// both have (the last counts twice), plus the share of letters that stay when one is edited into
/// the other. Answers below `least` are 0, found quickly.
double name_similarity(std::string_view a, std::string_view b, double least);

/// Returns whether the whole text fits a pattern, in which `*` represents any characters but `#`.
bool matches_name(std::string_view pattern, std::string_view text);

/// Returns how many characters at the beginning of `text` fit a pattern, as many as possible; 0 if
/// it does not begin like that.
std::size_t prefix_match(std::string_view pattern, std::string_view text);

}  // namespace hearth
