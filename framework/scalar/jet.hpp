// SPDX-License-Identifier: MIT
#pragma once

#include <ceres/jet.h>

#include "hearth/framework/scalar/math.hpp"

namespace hearth {

//     d(a/b) = (da - (a/b) db) / b
inline Jet8 operator/(const Jet8& a, const Jet8& b) {
  const double quotient = a.a / b.a;
  return Jet8(quotient, (a.v - quotient * b.v) / b.a);
}
inline Jet8 operator/(const Jet8& a, double b) { return Jet8(a.a / b, a.v / b); }

inline double value_of(const Jet8& x) { return x.a; }

}  // namespace hearth
