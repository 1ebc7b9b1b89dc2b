// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace hearth::apps {

/// Returns the width of a column of a table, that so far has `width`, with one more name in it.
/// Very long names stand out of their column: otherwise each row would be as long.
inline std::size_t width_with(std::size_t width, std::string_view name) {
  constexpr std::size_t kWidest = 60;
  return std::max(width, std::min(name.size(), kWidest));
}

}  // namespace hearth::apps
