// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/estimation/scenarios/scenario_set.hpp"
#include "hearth/ontology/json_values.hpp"

namespace hearth {

inline constexpr Choices<SweepMethod, 3> kSweepMethodWords{
    {{"grid", SweepMethod::Grid},
     {"latin_hypercube", SweepMethod::LatinHypercube},
     {"sobol", SweepMethod::Sobol}}};
/// Whether a range is divided by the logarithm.
inline constexpr Choices<bool, 2> kSweepScaleWords{{{"linear", false}, {"log", true}}};

}  // namespace hearth
