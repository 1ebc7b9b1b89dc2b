// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hearth/estimation/calibration/prepared_problem.hpp"
#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth {

/// Finds the reason why a calibration found no decrease along a step (ErrorModel::Output). Bisects
/// the step to two neighbouring sets of parameters between which residuals jump, and compares the
/// runs at both row by row. Returns a warning `calibration.objective_jumps` with the first signal
/// or state that differs, in the order of the plan, its time and a remedy; returns nothing if the
/// residuals depend on the parameters without a jump.
std::optional<Diagnostic> find_jump(const PreparedProblem& prepared,
                                    const estimation::RejectedStep& step);

}  // namespace hearth
