// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/estimation/solver/internal/coordinates.hpp"

namespace hearth::estimation {

/// Minimises by the trust-region reflective method of Branch, Coleman and Li (SIAM J. Sci. Comput.
/// 21, 1999) from the problem's current coordinates, with dense Gauss-Newton models.
///
/// Iterates stay strictly inside the bounds. Towards a bound the Coleman-Li scaling shortens the
/// coordinate by the square root of its distance, so a bound slows nothing before it matters. The
/// result depends on its arguments alone.
Minimum minimise_reflective(CoordinateProblem& problem);

/// Minimises with a trust-region method of Ceres (`ceres_strategy`) from the problem's current
/// coordinates; finite bounds become bounds of Ceres.
Minimum minimise_ceres(CoordinateProblem& problem);

}  // namespace hearth::estimation
