// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

namespace ceres {
template <typename T, int N>
struct Jet;
}

namespace hearth {

/// The scalar type for exact derivatives: a value and its derivatives in eight directions.
using Jet8 = ceres::Jet<double, 8>;

// Ceres divides by multiplying with the reciprocal, which is rounded differently from a division of
// `double`. With these two functions (defined in jet.hpp) the value of a Jet equals the `double`
// bit for bit.
inline Jet8 operator/(const Jet8& a, const Jet8& b);
inline Jet8 operator/(const Jet8& a, double b);

// Functions for `double` that components may call; other scalar types supply their own.
using std::cos;
using std::exp;
using std::log;
using std::pow;
using std::sin;
using std::sqrt;
using std::tanh;

/// Returns `yes` if the condition holds, otherwise `no`; both are evaluated.
template <class T>
T select(bool condition, const T& yes, const T& no) {
  return condition ? yes : no;
}

/// Minimum, maximum, limited value and absolute value by `select`, for every scalar type.
template <class T>
T min(const T& a, const T& b) {
  return select(b < a, b, a);
}
template <class T>
T max(const T& a, const T& b) {
  return select(a < b, b, a);
}
template <class T>
T clamp(const T& x, const T& low, const T& high) {
  return select(x < low, low, select(high < x, high, x));
}
template <class T>
T abs(const T& x) {
  return select(x < T(0.0), T(-x), x);
}

/// Returns the value without derivatives, for decisions of the framework only.
inline double value_of(double x) { return x; }

}  // namespace hearth
