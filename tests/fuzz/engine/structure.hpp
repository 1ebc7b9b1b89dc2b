// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/tests/fuzz/engine/random.hpp"

namespace hearth::fuzz {

/// A part of a text.
struct Span {
  std::size_t begin = 0, end = 0;

  std::size_t size() const { return end - begin; }
  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// What shows in texts of any language: numbers, strings in quotes, lines, and what stands between
/// commas or semicolons within one pair of brackets.
struct Structure {
  std::vector<Span> numbers;
  std::vector<Span> strings;  ///< with their quotes
  std::vector<Span> items;    ///< members and elements, without the commas around them
  std::vector<Span> lines;    ///< with their line feed
};

Structure structure_of(std::string_view text);

/// Changes one thing that has a meaning: a number becomes an extreme one, a string a hostile one,
/// an item or line is deleted, repeated, moved, put into nests or replaced by that of `other`.
void change_structure(std::string& text, std::string_view other, Random& random);

}  // namespace hearth::fuzz
