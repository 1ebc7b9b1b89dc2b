// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include "hearth/framework/component/ledger.hpp"
#include "hearth/framework/scalar/math.hpp"

namespace hearth {

inline constexpr double kWaterHeatCapacity = 4180.0;  // J/(kg K)
inline constexpr double kWaterDensity = 1000.0;       // kg/m3

/// Effect of equipment on the water that passes through it.
template <class T>
struct WaterStream {
  T outlet;  ///< degC
  T power;   ///< heat to the water (heating) or from it (cooling), W
};

/// Least flow used as a divisor of a limit of power [kg/s]: without flow the limit has no effect.
inline constexpr double kLeastWaterFlow = 1e-9;

/// Heats water to a setpoint, within a limit of power: Q = m c min(θ_set - θ_in, Q_max/(m c)).
/// Warmer water passes unchanged; water without flow or with reversed flow receives no heat. Q = m
/// c (θ_out - θ_in) holds exactly.
template <class T>
WaterStream<T> heated(const T& flow, const T& inlet, const T& setpoint, const T& limit) {
  const T m = max(flow, T(0.0));
  const T most = limit / (kWaterHeatCapacity * max(flow, T(kLeastWaterFlow)));
  const T rise = min(max(T(setpoint - inlet), T(0.0)), most);
  return {inlet + rise, m * kWaterHeatCapacity * rise};
}

/// Cools water to a setpoint, within a limit of power; `power` is the heat taken from it.
template <class T>
WaterStream<T> cooled(const T& flow, const T& inlet, const T& setpoint, const T& limit) {
  const WaterStream<T> mirrored = heated(flow, T(-inlet), T(-setpoint), limit);
  return {-mirrored.outlet, mirrored.power};
}

/// Books water that enters a component through a port, with heat relative to 0 degC; reversed flow
/// carries nothing.
template <class T>
void water_in(Ledger& ledger, const LedgerPort& port, const T& flow, const T& temperature,
              const std::type_identity_t<T>& capacity = kWaterHeatCapacity) {
  const T m = max(flow, T(0.0));
  ledger.stream_in(Conserved::Water, port, m);
  ledger.stream_in(Conserved::Heat, port, m * capacity * temperature);
}
/// Books water that leaves a component.
template <class T>
void water_out(Ledger& ledger, const LedgerPort& port, const T& flow, const T& temperature,
               const std::type_identity_t<T>& capacity = kWaterHeatCapacity) {
  const T m = max(flow, T(0.0));
  ledger.stream_out(Conserved::Water, port, m);
  ledger.stream_out(Conserved::Heat, port, m * capacity * temperature);
}

}  // namespace hearth
