// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/scalar/math.hpp"

namespace hearth {

// The heat that a component delivers in a step must be its mean over the step if balances are to
// close: the value at the end of the step is not the heat that left during the step. The mean
// follows from the stored amount, whatever scheme advanced the state: with C dx/dt = b - a x and
// constant a and b
//
//     C (x1 - x0) / h = b - a x̄
//
// so that inflow (b), outflow (a x̄) and stored amount agree to rounding. `update`, which runs at
// the start of each step, keeps x0, a and b in `Held`.

/// Returns the mean x̄ over a step of h > 0 seconds from x0 to x1. If less than a millionth is
/// exchanged in the step, x̄ is the midpoint: it differs by less than 1e-13 of x1 - x0.
template <class T>
T step_mean(const T& x0, const T& x1, const T& capacity, const T& a, const T& b, double h) {
  constexpr double kLeastShare = 1e-6;
  const T stored = capacity * (x1 - x0) / h;
  const T least = kLeastShare * capacity / h;
  return select(a > least, T((b - stored) / max(a, least)), T(0.5 * (x0 + x1)));
}

/// Returns `mean` if the step that ends now began at the sample taken at `started`, otherwise
/// `now`: at an instant of the continuous engine, and in the later parts of a step that was divided
/// at an event.
template <class T>
T over_step(const Clock& clock, const T& started, const T& mean, const T& now) {
  constexpr double kSameInstant = 1e-4;  // s
  const T late = T(clock.time - clock.step) - started;
  return select(late * late < T(kSameInstant * kSameInstant), mean, now);
}

}  // namespace hearth
