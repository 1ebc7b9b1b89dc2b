// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "hearth/framework/component/parts.hpp"
#include "hearth/framework/scalar/math.hpp"

namespace hearth {

// Performance curves of equipment, with the coefficients in the order of DOE-2 and EnergyPlus.

/// Returns c1 + c2 x + c3 x^2.
template <class T>
T quadratic(const T& x, const T& c1, const T& c2, const T& c3) {
  return c1 + x * (c2 + x * c3);
}

/// Returns c1 + c2 x + c3 x^2 + c4 x^3.
template <class T>
T cubic(const T& x, const T& c1, const T& c2, const T& c3, const T& c4) {
  return c1 + x * (c2 + x * (c3 + x * c4));
}

/// Returns c1 + c2 x + c3 x^2 + c4 y + c5 y^2 + c6 x y.
template <class T>
struct Biquadratic {
  T c1, c2, c3, c4, c5, c6;
  T operator()(const T& x, const T& y) const {
    return c1 + x * (c2 + x * c3) + y * (c4 + y * c5) + c6 * x * y;
  }
};

/// Declares the six coefficients of a curve of two variables as parameters `stemC1` to `stemC6`
/// with the defaults `c`. Their descriptions begin with `curve` and use the symbols `x` and `y` of
/// the variables, both in degC.
template <FixedText stem, FixedText curve, FixedText x, FixedText y>
constexpr std::array<MemberPart, 6> biquadratic(const std::array<double, 6>& c) {
  return {{{joined_text<stem, "C1">,
            unit::one,
            joined_text<curve, ": constant coefficient">,
            {c[0], -100.0, 100.0}},
           {joined_text<stem, "C2">,
            unit::one,
            joined_text<curve, ": coefficient of ", x, ", per degC">,
            {c[1], -10.0, 10.0}},
           {joined_text<stem, "C3">,
            unit::one,
            joined_text<curve, ": coefficient of ", x, "^2, per degC^2">,
            {c[2], -1.0, 1.0}},
           {joined_text<stem, "C4">,
            unit::one,
            joined_text<curve, ": coefficient of ", y, ", per degC">,
            {c[3], -10.0, 10.0}},
           {joined_text<stem, "C5">,
            unit::one,
            joined_text<curve, ": coefficient of ", y, "^2, per degC^2">,
            {c[4], -1.0, 1.0}},
           {joined_text<stem, "C6">,
            unit::one,
            joined_text<curve, ": coefficient of ", x, " ", y, ", per degC^2">,
            {c[5], -1.0, 1.0}}}};
}

}  // namespace hearth
