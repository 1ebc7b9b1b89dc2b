// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace hearth {

/// Returns the similarity of two names, from 0 (nothing in common) to 2 (equal): the share of words
/// that occur in both (the last word counts twice), plus the share of letters that remain when one
/// name is edited into the other. Similarities below `least` are returned as 0, which is faster.
double name_similarity(std::string_view a, std::string_view b, double least);

/// Returns whether two names differ by spelling errors only. They have the same number of words,
/// each with the same first letter. Words of four letters or more may differ in one letter, words
/// of seven or more in two. Upper and lower case are equivalent.
bool same_but_for_spelling(std::string_view a, std::string_view b);

/// Returns whether the whole text matches a pattern, in which `*` represents any characters except
/// `#`.
bool matches_name(std::string_view pattern, std::string_view text);

/// Returns the largest number of characters at the beginning of `text` that match a pattern; 0 if
/// none match.
std::size_t prefix_match(std::string_view pattern, std::string_view text);

}  // namespace hearth
