// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_values.hpp"
#include "hearth/data/results/run_words.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"

namespace hearth {

/// Words for whether every scenario is combined with every sample.
inline constexpr Choices<bool, 2> kCombineWords{{{"union", false}, {"product", true}}};

inline constexpr Choices<SweepMethod, 3> kSweepMethodWords{
    {{"grid", SweepMethod::Grid},
     {"latin_hypercube", SweepMethod::LatinHypercube},
     {"sobol", SweepMethod::Sobol}}};
/// Words for whether a range is divided logarithmically.
inline constexpr Choices<bool, 2> kSweepScaleWords{{{"linear", false}, {"log", true}}};

}  // namespace hearth
