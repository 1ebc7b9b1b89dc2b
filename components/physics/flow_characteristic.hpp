// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "hearth/framework/scalar/math.hpp"

namespace hearth {

// Flow coefficients of valves and dampers relative to the fully open one, f(1) = 1, for an
// opening y of 0 (closed) to 1 (open), and the flow if the pressure drop is shared with the rest
// of the circuit.

/// The inherent characteristic of a valve, at a constant pressure drop.
enum class FlowCharacteristic {
  Linear,                  ///< f = y
  EqualPercentage,         ///< f = R^(y - 1); does not close
  QuickOpening,            ///< f = sqrt(y)
  BlendedEqualPercentage,  ///< equal percentage, then a straight line to the leakage
};

/// The words of a configuration for `FlowCharacteristic`, in its order.
inline constexpr std::array<std::string_view, 4> kFlowCharacteristics{
    "linear", "equalPercentage", "quickOpening", "blendedEqualPercentage"};

/// Returns f = R^(y-1), R the rangeability. It is 1/R when closed.
template <class T>
T equal_percentage(const T& opening, const T& rangeability) {
  return exp((opening - 1.0) * log(rangeability));
}

/// Returns f = sqrt(y). Below 1e-6 a parabola of the same value and slope keeps the slope finite.
template <class T>
T quick_opening(const T& opening) {
  constexpr double kBend = 1e-6;
  constexpr double kRootOfBend = 1e-3;
  const T share = opening / kBend;
  const T parabola = 0.5 * kRootOfBend * share * (3.0 - share);
  return select(opening < T(kBend), parabola, T(sqrt(max(opening, T(kBend)))));
}

/// Equal percentage with a leakage l when closed, for openings of 0 to 1:
///
///     f = l + y (R^(δ-1) - l)/δ   for y <= δ/2
///     f = R^(y-1)                 for y >= 3δ/2
///
/// and between the two a cubic that matches value and slope of both (the law of the valves of the
/// Modelica Buildings library, Fluid.Actuators.BaseClasses.equalPercentage). Requires l < 1/R to
/// open monotonically and δ <= 2/3.
template <class T>
T blended_equal_percentage(const T& opening, const T& rangeability, const T& leakage,
                           const T& blend) {
  const T low_slope = (equal_percentage(blend, rangeability) - leakage) / blend;
  const T low_value = leakage + 0.5 * blend * low_slope;
  const T high_value = equal_percentage(T(1.5 * blend), rangeability);
  const T high_slope = high_value * log(rangeability);
  const T t = (opening - 0.5 * blend) / blend;
  const T rest = 1.0 - t;
  const T from_low = rest * rest * ((1.0 + 2.0 * t) * low_value + t * blend * low_slope);
  const T from_high = t * t * ((3.0 - 2.0 * t) * high_value - rest * blend * high_slope);
  const T above = select(opening < T(1.5 * blend), T(from_low + from_high),
                         equal_percentage(opening, rangeability));
  return select(opening < T(0.5 * blend), T(leakage + opening * low_slope), above);
}

/// Parameters of the characteristics other than the opening.
template <class T>
struct ValveShape {
  T rangeability, leakage, blend;
};

/// Returns the flow coefficient of a characteristic at an opening of 0 to 1.
template <class T>
T flow_coefficient(FlowCharacteristic characteristic, const T& opening,
                   const ValveShape<T>& shape) {
  switch (characteristic) {
    case FlowCharacteristic::EqualPercentage:
      return equal_percentage(opening, shape.rangeability);
    case FlowCharacteristic::QuickOpening:
      return quick_opening(opening);
    case FlowCharacteristic::BlendedEqualPercentage:
      return blended_equal_percentage(opening, shape.rangeability, shape.leakage, shape.blend);
    default:
      return opening;
  }
}

/// Returns the share of the full flow if the open valve takes the share A (its authority) of the
/// pressure drop of a circuit that is held constant:
///
///     m / m_max = 1 / sqrt(A/f^2 + 1 - A) = f / sqrt(f^2 (1 - A) + A)
///
/// A small offset keeps the root off zero at A = 0, f = 0: a closed valve passes nothing.
template <class T>
T flow_share(const T& coefficient, const T& authority) {
  constexpr double kTrickle = 1e-12;
  const T squared = coefficient * coefficient * (1.0 - authority) + authority;
  return coefficient / sqrt(max(squared, T(kTrickle)));
}

/// Loss coefficient k of a damper, exponential in its opening y (ASHRAE research project 825-RP):
///
///     ln k = a + b (1 - y) + c_L max(y_L - y, 0)^2 + c_U max(y - y_U, 0)^2
///
/// The curvatures c_L and c_U at the ends are chosen so that k(1) = k_open and the closed damper
/// passes the share l of the open damper's flow at the same pressure drop, k(0) = k_open / l^2.
/// Value and slope are continuous at y_L and y_U. Requires 0 < y_L < y_U < 1 and l > 0.
template <class T>
struct DamperLoss {
  T a, b, lower_end, upper_end, lower_curvature, upper_curvature;

  static DamperLoss through(const T& a, const T& b, const T& lower_end, const T& upper_end,
                            const T& open_loss, const T& leakage) {
    const T ln_open = log(open_loss);
    const T ln_closed = ln_open - 2.0 * log(leakage);
    const T above = 1.0 - upper_end;
    return {a,
            b,
            lower_end,
            upper_end,
            (ln_closed - a - b) / (lower_end * lower_end),
            (ln_open - a) / (above * above)};
  }
  /// Returns ln k.
  T logarithm(const T& opening) const {
    const T below = max(T(lower_end - opening), T(0.0));
    const T above = max(T(opening - upper_end), T(0.0));
    return a + b * (1.0 - opening) + lower_curvature * below * below +
           upper_curvature * above * above;
  }
  /// Returns sqrt(k_open / k): the flow relative to the flow of the open damper at the same
  /// pressure drop.
  T flow_coefficient(const T& opening) const {
    return exp(0.5 * (logarithm(T(1.0)) - logarithm(opening)));
  }
};

}  // namespace hearth
