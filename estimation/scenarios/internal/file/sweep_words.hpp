// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_values.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"

namespace hearth {

inline constexpr Choices<SweepMethod, 3> kSweepMethodWords{
    {{"grid", SweepMethod::Grid},
     {"latin_hypercube", SweepMethod::LatinHypercube},
     {"sobol", SweepMethod::Sobol}}};
/// Whether a range is divided by the logarithm.
inline constexpr Choices<bool, 2> kSweepScaleWords{{{"linear", false}, {"log", true}}};

}  // namespace hearth
