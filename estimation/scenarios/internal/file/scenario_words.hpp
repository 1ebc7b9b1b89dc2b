// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_values.hpp"
#include "hearth/data/results/run_words.hpp"

namespace hearth {

/// Whether every scenario meets every sample.
inline constexpr Choices<bool, 2> kCombineWords{{{"union", false}, {"product", true}}};

}  // namespace hearth
