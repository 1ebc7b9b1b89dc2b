// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/analysis/steady_state.hpp"

namespace hearth::estimation {

/// Finds a steady state whatever the problem is, and leaves the simulation at it.
///
/// As many conditions as unknowns without bounds: Newton's method, `find_steady_state`. With
/// bounds, with more or fewer conditions than unknowns, or where Newton's method does not get
/// there: least squares of the conditions within the bounds (Ceres). All conditions must be met in
/// the end: if there are more than unknowns they must agree, and if there are fewer the point
/// found is one of many, near the guess. Throws as `find_steady_state`, except for what that does
/// not support.
SteadyState trim(ContinuousSimulation& simulation, const SteadyStateProblem& problem = {});

}  // namespace hearth::estimation
