// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/analysis/steady_state.hpp"

namespace hearth::estimation {

/// Finds a steady state with the method that suits the problem, and leaves the simulation in this
/// state.
///
/// If the problem has no bounds and as many conditions as unknowns, Newton's method is used
/// (`find_steady_state`). If the problem has bounds or another number of conditions, or if Newton's
/// method does not converge, the sum of the squared residuals of the conditions is minimised within
/// the bounds (Ceres). In the result, each condition is met within the tolerance of the problem. If
/// there are more conditions than unknowns, the conditions must therefore be consistent; if there
/// are fewer, there are many solutions, and one near the guess is found.
/// Throws the errors of `find_steady_state`, except `analysis.not_square` and
/// `analysis.bounds_unsupported`.
SteadyState trim(ContinuousSimulation& simulation, const SteadyStateProblem& problem = {});

}  // namespace hearth::estimation
