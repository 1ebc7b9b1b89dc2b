// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/math.hpp"

namespace hearth {

// A stream of m kg/s of dry air at θ degC with the humidity ratio w carries the enthalpy
//
//     m (c_a θ + r w)
//
// c_a is taken constant (dry air has 1006, vapour adds 1860 w; 1012 is Twin4Build's for air of
// ordinary moisture) and r is that of 0 degC. All components of the air side count in these two,
// so that what one gives the next receives.
inline constexpr double kAirHeatCapacity = 1012.0;    // J/(kg K)
inline constexpr double kAirDensity = 1.2;            // kg/m3, at 20 degC
inline constexpr double kVaporisationHeat = 2.501e6;  // J/kg

/// Least flow by which mixed air is weighed [kg/s].
inline constexpr double kLeastMixedFlow = 1e-6;

/// Returns what is added to each weight of a mixture of air streams that come to `total` kg/s, so
/// that a mean is defined at rest: nothing as soon as more than the least flow arrives, since then
/// the mixture has to hold exactly what the streams bring.
template <class T>
T rest_weight(const T& total) {
  return max(T(kLeastMixedFlow - total), T(0.0));
}

/// What a heater does to the air that passes it.
template <class T>
struct AirStream {
  T outlet;  ///< degC
  T power;   ///< W, to the air
};

/// Air heated to a wanted temperature, or as far as the power goes:
///
///     Q = m c_a min(max(θ_set - θ_in, 0), Q_max / (m c_a))
///
/// Warmer air passes as it is; air at rest or reversed takes no heat. Q = m c_a (θ_out - θ_in)
/// holds exactly.
template <class T>
AirStream<T> heated_air(const T& flow, const T& inlet, const T& setpoint, const T& limit) {
  const T m = max(flow, T(0.0));
  const T most = limit / (kAirHeatCapacity * max(flow, T(kLeastMixedFlow)));
  const T rise = min(max(T(setpoint - inlet), T(0.0)), most);
  return {inlet + rise, m * kAirHeatCapacity * rise};
}

}  // namespace hearth
