// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/math.hpp"

namespace hearth {

// Performance curves of machines, in the order of coefficients of DOE-2 and EnergyPlus.

/// c1 + c2 x + c3 x^2
template <class T>
T quadratic(const T& x, const T& c1, const T& c2, const T& c3) {
  return c1 + x * (c2 + x * c3);
}

/// c1 + c2 x + c3 x^2 + c4 x^3
template <class T>
T cubic(const T& x, const T& c1, const T& c2, const T& c3, const T& c4) {
  return c1 + x * (c2 + x * (c3 + x * c4));
}

/// c1 + c2 x + c3 x^2 + c4 y + c5 y^2 + c6 x y
template <class T>
struct Biquadratic {
  T c1, c2, c3, c4, c5, c6;
  T operator()(const T& x, const T& y) const {
    return c1 + x * (c2 + x * c3) + y * (c4 + y * c5) + c6 * x * y;
  }
};

}  // namespace hearth
