// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth::estimation {

/// Returns `count` start points in physical units. The first is the given one. In the others a
/// parameter is drawn log-uniformly where both bounds are finite and positive, uniformly where both
/// are finite, and keeps its initial value elsewhere.
///
/// Each draw depends on the seed, the number of the start and the place of the parameter only: more
/// starts leave the earlier ones as they were.
std::vector<std::vector<double>> start_points(const std::vector<Parameter>& parameters, int count,
                                              std::uint64_t seed);

/// Returns the parameters with other initial values.
std::vector<Parameter> with_start(std::vector<Parameter> parameters,
                                  const std::vector<double>& start);

}  // namespace hearth::estimation
