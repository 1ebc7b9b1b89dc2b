// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth {

/// Two values of a parameter for a difference quotient. They are equal if the bounds do not allow
/// two different values.
struct DifferenceStep {
  double low = 0.0;
  double high = 0.0;
};

/// Returns the values around `value`, within the bounds.
inline DifferenceStep difference_step(const estimation::Parameter& limits, double value) {
  const double share = std::cbrt(std::numeric_limits<double>::epsilon());
  const double span = limits.max - limits.min;
  const double step = share * std::max(std::abs(value), std::isfinite(span) ? 1e-3 * span : 1e-6);
  return {std::max(value - step, limits.min), std::min(value + step, limits.max)};
}

}  // namespace hearth
