// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace hearth {

// Points of the unit cube. Each point depends only on its index, the number of points and the seed,
// so that any part of a sample can be computed independently.

/// Returns the point with the given index of a Latin hypercube sample: in each dimension, every
/// interval [k/n, (k+1)/n) contains exactly one point, at a random position (McKay, Beckman and
/// Conover 1979).
std::vector<double> latin_hypercube_point(long index, long n, int dimensions, std::uint64_t seed);

/// Returns the point with the given index of the Sobol sequence with the direction numbers of Joe
/// and Kuo (2008); index 0 is the origin. A seed above 0 shifts the digits of all points by a
/// random number for each dimension, which preserves their even distribution. Throws InputError
/// `scenarios.dimensions` if there are more dimensions than direction numbers.
std::vector<double> sobol_point(long index, int dimensions, std::uint64_t seed);

/// Returns the levels of a full grid at that index; the last dimension runs fastest.
std::vector<int> grid_point(long index, const std::vector<int>& levels);

}  // namespace hearth
