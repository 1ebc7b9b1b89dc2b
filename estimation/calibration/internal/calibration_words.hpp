// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_values.hpp"
#include "hearth/data/results/run_words.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth {

inline constexpr Choices<estimation::Scale, 3> kScaleWords{{{"linear", estimation::Scale::Linear},
                                                            {"log", estimation::Scale::Log},
                                                            {"logit", estimation::Scale::Logit}}};
inline constexpr Choices<estimation::Solver, 3> kSolverWords{{{"auto", estimation::Solver::Auto},
                                                              {"ceres", estimation::Solver::Ceres},
                                                              {"trf", estimation::Solver::Trf}}};
inline constexpr Choices<estimation::Loss::Kind, 4> kLossWords{
    {{"squared", estimation::Loss::Kind::Squared},
     {"huber", estimation::Loss::Kind::Huber},
     {"soft_l1", estimation::Loss::Kind::SoftL1},
     {"cauchy", estimation::Loss::Kind::Cauchy}}};
inline constexpr Choices<InputHold, 2> kHoldWords{
    {{"zero", InputHold::Zero}, {"first", InputHold::First}}};
inline constexpr Choices<int, 1> kErrorModelWords{{{"output_error", 0}}};

}  // namespace hearth
