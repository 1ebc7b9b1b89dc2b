// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/scalar/pack.hpp"

namespace hearth {

/// Computes φ1(hA) and φ2(hA) of the n x n matrices in the lanes whose bits are set in `lanes`;
/// other lanes do not change. n is at most `kMostRestingStates`; `functions` receives 2 n^2
/// numbers. Each lane gets the same numbers as a run that is not packed, or NaN if its matrix is
/// not finite.
void find_lane_functions(const Pack8* A, int n, double h, unsigned lanes, Pack8* functions);

}  // namespace hearth
