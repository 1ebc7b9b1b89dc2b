// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace hearth {

// Points of the unit cube. Each depends on its index, the number of points and the seed alone, so
// that any part of a sample can be computed anywhere.

/// Returns the point of that index of a Latin hypercube sample: in each dimension every interval
/// [k/n, (k+1)/n) holds exactly one point, at a random place (McKay, Beckman and Conover 1979).
std::vector<double> latin_hypercube_point(long index, long n, int dimensions, std::uint64_t seed);

/// Returns the point of that index of the Sobol sequence with the direction numbers of Joe and Kuo
/// (2008), index 0 being the origin; a seed above 0 shifts the digits of all points by a random
/// number of each dimension, which keeps their evenness. InputError `scenarios.dimensions` above
/// the number of dimensions that are known.
std::vector<double> sobol_point(long index, int dimensions, std::uint64_t seed);

/// Returns the levels of a full grid at that index; the last dimension runs fastest.
std::vector<int> grid_point(long index, const std::vector<int>& levels);

}  // namespace hearth
