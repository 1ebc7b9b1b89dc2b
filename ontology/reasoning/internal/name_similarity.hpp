// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

namespace hearth {

/// Returns the words of a name: `Reheat_Coil` and `ReheatCoil` have two, `VAVBox` has `VAV`, `Box`.
std::vector<std::string_view> words_of(std::string_view name);

/// Returns how alike two names are, 0 (nothing in common) to 2 (equal): the share of words that
/// both have (the last counts twice), plus the share of letters that stay when one is edited into
/// the other. Answers below `least` are 0, found quickly.
double name_similarity(std::string_view a, std::string_view b, double least);

}  // namespace hearth
