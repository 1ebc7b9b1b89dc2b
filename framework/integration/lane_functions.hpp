// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/scalar/pack.hpp"

namespace hearth {

/// Computes φ1(hA) and φ2(hA) of the matrices in some lanes (bits of `lanes`), n x n with n at most
/// `kMostRestingStates`, and leaves the other lanes as they are. Each lane gets the numbers that a
/// run alone computes, NaN if its matrix is not finite. `functions` has 2 n^2 numbers.
void find_lane_functions(const Pack8* A, int n, double h, unsigned lanes, Pack8* functions);

}  // namespace hearth
