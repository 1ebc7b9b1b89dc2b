// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hearth/estimation/calibration/prepared_problem.hpp"
#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth {

/// Finds why a calibration found no decrease along a step (ErrorModel::Output): the step is halved
/// to the two neighbouring sets of parameters between which residuals jump, and the runs at both
/// are compared row by row. Returns a warning `calibration.objective_jumps` that names the first
/// signal or state that differs, in the order of the plan, with its time and a remedy; nothing if
/// residuals follow the parameters without a jump.
std::optional<Diagnostic> find_jump(const PreparedProblem& prepared,
                                    const estimation::RejectedStep& step);

}  // namespace hearth
