// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_values.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth {

// The keywords of calibration files, results and the command line.

inline constexpr Choices<ErrorModel, 2> kErrorModelWords{
    {{"output_error", ErrorModel::Output}, {"kalman", ErrorModel::Kalman}}};
inline constexpr Choices<estimation::Solver, 3> kSolverWords{{{"auto", estimation::Solver::Auto},
                                                              {"ceres", estimation::Solver::Ceres},
                                                              {"trf", estimation::Solver::Trf}}};
inline constexpr Choices<estimation::Loss::Kind, 4> kLossWords{
    {{"squared", estimation::Loss::Kind::Squared},
     {"huber", estimation::Loss::Kind::Huber},
     {"soft_l1", estimation::Loss::Kind::SoftL1},
     {"cauchy", estimation::Loss::Kind::Cauchy}}};
inline constexpr Choices<Derivatives, 2> kDerivativesWords{
    {{"exact", Derivatives::Exact}, {"differences", Derivatives::Differences}}};

/// Range of the relative change below which a search ends.
inline constexpr NumberRange kTolerances{.min = 1e-15, .max = 0.1};
/// Range of the number of evaluations after which a search ends.
inline constexpr NumberRange kEvaluations{.min = 1.0, .max = 1e9};

}  // namespace hearth
