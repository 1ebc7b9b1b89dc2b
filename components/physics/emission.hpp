// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/scalar/math.hpp"

namespace hearth {

// Heat of radiators and convectors after the characteristic equation of EN 442-2.

/// Returns sign(x) |x|^n for n >= 1, smooth at 0: x (x^2 + ε^2)^((n-1)/2) with ε = 1e-6.
template <class T>
T odd_power(const T& x, const T& exponent) {
  constexpr double kRound = 1e-12;  // ε^2; beyond |x| = 1e-2 the power is changed by less than 1e-8
  return x * pow(T(x * x + kRound), T(0.5 * (exponent - 1.0)));
}

/// Returns the arithmetic mean of the excess temperatures of supply and return over the room [K].
template <class T>
T arithmetic_excess(const T& supply, const T& back, const T& room) {
  return 0.5 * (supply + back) - room;
}

/// Returns the logarithmic mean of two excess temperatures,  (a - b) / ln(a/b).
///
/// The mean is g(r) = (r - 1)/ln r times the larger temperature, where r is the ratio of the
/// smaller to the larger. Near r = 1 a series replaces g, and below r = 1e-6 a straight line to 0,
/// so that slopes stay finite. If both are negative (a room warmer than the water), the mean is
/// negative; if they differ in sign, it is 0: the return temperature cannot pass the room
/// temperature.
template <class T>
T logarithmic_mean(const T& first, const T& second) {
  constexpr double kLow = 1e-6;
  constexpr double kLowMean = 0.07238234126812833;  // g(kLow)
  constexpr double kNear = 1e-3;
  const T large = select(abs(first) < abs(second), second, first);
  const T small = select(abs(first) < abs(second), first, second);
  const T ratio = small / select(abs(large) < T(1e-300), T(1.0), large);
  const T gap = 1.0 - ratio;
  // (1 - d/2 - d^2/12 - d^3/24 - ...): the next term, 19/720 d^4, is below 3e-14.
  const T series = 1.0 - gap * (0.5 + gap * (1.0 / 12.0 + gap / 24.0));
  const T inner = clamp(ratio, T(kLow), T(1.0 - kNear));
  const T ordinary = (inner - 1.0) / log(inner);
  const T line = max(ratio, T(0.0)) * (kLowMean / kLow);
  const T share = select(gap < T(kNear), series, select(ratio < T(kLow), line, ordinary));
  return large * share;
}

/// Returns the logarithmic mean of the excess temperatures of supply and return over the room [K].
template <class T>
T logarithmic_excess(const T& supply, const T& back, const T& room) {
  return logarithmic_mean(T(supply - room), T(back - room));
}

/// Returns Q = Q_n (Δθ / Δθ_n)^n [W], extended as an odd function to rooms warmer than the water.
template <class T>
T emitted_power(const T& nominal_power, const T& excess, const T& nominal_excess,
                const T& exponent) {
  return nominal_power * odd_power(T(excess / nominal_excess), exponent);
}

}  // namespace hearth
