// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>

#include "hearth/framework/component/many.hpp"
#include "hearth/framework/component/math.hpp"
#include "hearth/framework/component/parts.hpp"

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

/// The state of moist air: degC, kg of water to a kg of dry air, ppm. A member of roles, named by
/// `air_state`; `AirState<Many<T>>` for several streams.
template <class T>
struct AirState {
  T temperature, humidity, co2;

  friend AirState operator+(const AirState& a, const AirState& b) {
    return {a.temperature + b.temperature, a.humidity + b.humidity, a.co2 + b.co2};
  }
  friend AirState operator*(const T& weight, const AirState& air) {
    return {weight * air.temperature, weight * air.humidity, weight * air.co2};
  }
  friend AirState operator/(const AirState& air, const T& weight) {
    return {air.temperature / weight, air.humidity / weight, air.co2 / weight};
  }
};

/// Returns the state of one of several streams.
template <class T>
AirState<T> at(const AirState<Many<T>>& streams, int i) {
  return {streams.temperature[i], streams.humidity[i], streams.co2[i]};
}

/// Names the parts of a state of air, `supplyAirTemperature` and so on. Humidity and CO2 of an
/// input may stay open, and its temperature if `temperature` is given.
template <FixedText stem, FixedText doc, FixedText end = "">
constexpr std::array<MemberPart, 3> air_state(std::optional<double> temperature = std::nullopt) {
  return {{{joined_text<stem, "Temperature", end>,
            unit::degC,
            joined_text<doc>,
            {temperature.value_or(0.0)},
            temperature.has_value()},
           {joined_text<stem, "HumidityRatio", end>,
            unit::one,
            joined_text<doc, ", kg/kg">,
            {0.0},
            true},
           {joined_text<stem, "CO2", end>, unit::ppm, joined_text<doc>, {400.0}, true}}};
}

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
