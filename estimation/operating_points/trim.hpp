// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/analysis/steady_state.hpp"

namespace hearth::estimation {

/// Finds a steady state with the method that suits the problem, and leaves the simulation in this
/// state.
///
/// If the problem has no bounds and as many conditions as unknowns, the method is Newton's
/// (`find_steady_state`). With bounds, with more or fewer conditions than unknowns, or if Newton's
/// method does not converge, it is least squares of the conditions within the bounds (Ceres). All
/// conditions must be met at the end. If there are more conditions than unknowns, they must
/// therefore be consistent; if there are fewer, the result is one of many points, near the guess.
/// Throws the errors of `find_steady_state`, except those for problems that it does not support.
SteadyState trim(ContinuousSimulation& simulation, const SteadyStateProblem& problem = {});

}  // namespace hearth::estimation
