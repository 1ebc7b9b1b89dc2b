// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace hearth::apps {

/// Returns the new width of a table column with the present width `width` after adding a name. Very
/// long names extend beyond their column, because otherwise every row would become that long.
inline std::size_t width_with(std::size_t width, std::string_view name) {
  constexpr std::size_t kWidest = 60;
  return std::max(width, std::min(name.size(), kWidest));
}

}  // namespace hearth::apps
