// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth::estimation {

/// Returns `count` start points in physical units. The first point contains the initial values. In
/// the others, a parameter is drawn log-uniformly if both bounds are finite and positive, and
/// uniformly if both are finite but not positive; otherwise it keeps its initial value.
///
/// Each draw depends only on the seed, the number of the start and the position of the parameter:
/// earlier starts do not change if there are more starts.
std::vector<std::vector<double>> start_points(const std::vector<Parameter>& parameters, int count,
                                              std::uint64_t seed);

/// Returns the parameters with other initial values.
std::vector<Parameter> with_start(std::vector<Parameter> parameters,
                                  const std::vector<double>& start);

}  // namespace hearth::estimation
