// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/ranges.hpp"

namespace hearth {

/// Description of one member of a nested struct in a role, as users and files see it. A function
/// that returns an array of parts can name the members of the struct for every schema that uses the
/// struct.
struct MemberPart {
  std::string_view name;
  Unit unit;
  std::string_view doc;
  Range range{};
  bool has_default = false;  ///< the input may stay open and then has `range.value`
};

/// A text known at compile time, for names that are joined.
template <std::size_t N>
struct FixedText {
  std::array<char, N> characters{};
  constexpr FixedText(const char (&text)[N]) {
    std::copy_n(text, N, characters.begin());
  }  // NOLINT
};

namespace parts_detail {
template <FixedText... texts>
struct Joined {
  static constexpr auto characters = [] {
    std::array<char, (0 + ... + (texts.characters.size() - 1))> all{};
    auto end = all.begin();
    ((end = std::copy_n(texts.characters.begin(), texts.characters.size() - 1, end)), ...);
    return all;
  }();
};
}  // namespace parts_detail

/// Joins texts at compile time: `joined_text<"supplyAir", "Temperature">`.
template <FixedText... texts>
inline constexpr std::string_view joined_text{parts_detail::Joined<texts...>::characters.data(),
                                              parts_detail::Joined<texts...>::characters.size()};

}  // namespace hearth
