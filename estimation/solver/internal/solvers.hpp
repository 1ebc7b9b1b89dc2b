// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/estimation/solver/internal/coordinates.hpp"

namespace hearth::estimation {

/// Minimises by the trust-region reflective method of Branch, Coleman and Li (SIAM J. Sci. Comput.
/// 21, 1999) from the problem's current coordinates, with dense Gauss-Newton models.
///
/// Iterates remain strictly inside the bounds. Near a bound, the Coleman-Li scaling multiplies the
/// coordinate by the square root of the distance, so that a bound has no effect before the search
/// approaches it. The result depends only on the arguments.
Minimum minimise_reflective(CoordinateProblem& problem);

/// Minimises with a trust-region method of Ceres (`ceres_strategy`) from the problem's current
/// coordinates; finite bounds become bounds of Ceres.
Minimum minimise_ceres(CoordinateProblem& problem);

}  // namespace hearth::estimation
