// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

inline constexpr Choices<Engine, 2> kEngineWords{
    {{"stepwise", Engine::Stepwise}, {"continuous", Engine::Continuous}}};
/// Whether every scenario meets every sample.
inline constexpr Choices<bool, 2> kCombineWords{{{"union", false}, {"product", true}}};

}  // namespace hearth
