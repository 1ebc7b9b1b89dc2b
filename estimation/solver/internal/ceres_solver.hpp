// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/estimation/solver/internal/coordinates.hpp"

namespace hearth::estimation {

/// Minimises with a trust-region method of Ceres (`ceres_strategy`) from the problem's current
/// coordinates; finite bounds become bounds of Ceres.
Minimum minimise_ceres(CoordinateProblem& problem);

}  // namespace hearth::estimation
