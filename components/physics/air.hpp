// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "hearth/framework/component/ledger.hpp"
#include "hearth/framework/component/many.hpp"
#include "hearth/framework/component/parts.hpp"
#include "hearth/framework/scalar/math.hpp"

namespace hearth {

// A stream of m kg/s of dry air at θ degC with the humidity ratio w carries the enthalpy
//
//     m (c_a θ + r w)
//
// c_a is assumed constant (dry air has 1006, vapour adds 1860 w; 1012 is Twin4Build's for air of
// ordinary moisture) and r is the value at 0 degC. All air components use these two, so that heat
// is conserved between them.
inline constexpr double kAirHeatCapacity = 1012.0;    // J/(kg K)
inline constexpr double kAirDensity = 1.2;            // kg/m3, at 20 degC
inline constexpr double kVaporisationHeat = 2.501e6;  // J/kg

/// The state of moist air: degC, kg of water per kg of dry air, ppm. A member of roles, named by
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

/// Declares the members of a state of air, such as `supplyAirTemperature`. Humidity and CO2 of an
/// input may remain unconnected, and so may its temperature if `temperature` is set. `doc`
/// describes the air, such as "room air".
template <FixedText stem, FixedText doc, FixedText end = "">
constexpr std::array<MemberPart, 3> air_state(std::optional<double> temperature = std::nullopt) {
  return {{{joined_text<stem, "Temperature", end>,
            unit::degC,
            joined_text<"Temperature of the ", doc>,
            {temperature.value_or(0.0)},
            temperature.has_value()},
           {joined_text<stem, "HumidityRatio", end>,
            unit::one,
            joined_text<"Humidity ratio of the ", doc, ", kg/kg">,
            {0.0},
            true},
           {joined_text<stem, "CO2", end>,
            unit::ppm,
            joined_text<"CO2 concentration of the ", doc>,
            {400.0},
            true}}};
}

/// Minimum total flow for which mixed air is weighted by flow alone [kg/s].
inline constexpr double kLeastMixedFlow = 1e-6;

/// Returns the amount that is added to each weight of a mixture of air streams with a total of
/// `total` kg/s, so that a mean is defined without flow. It is 0 if the total exceeds the least
/// flow, because the mixture must then contain exactly what the streams carry.
template <class T>
T rest_weight(const T& total) {
  return max(T(kLeastMixedFlow - total), T(0.0));
}

/// Documentation of the input through which a terminal receives whether its air handling unit runs.
inline constexpr std::string_view kOperationDoc =
    "Operation of the air handling unit that supplies the air, 1 on, 0 off";

/// Returns the share of its air flow that a terminal gets, from the operation of the unit.
template <class T>
T running_share(const T& operation) {
  return clamp(operation, T(0.0), T(1.0));
}

/// Effect of a heater on the air that passes through it.
template <class T>
struct AirStream {
  T outlet;  ///< degC
  T power;   ///< W, to the air
};

/// Heats air to a wanted temperature, within a limit of power:
///
///     Q = m c_a min(max(θ_set - θ_in, 0), Q_max / (m c_a))
///
/// Warmer air passes unchanged; air without flow or with reversed flow receives no heat. Q = m c_a
/// (θ_out - θ_in) holds exactly.
template <class T>
AirStream<T> heated_air(const T& flow, const T& inlet, const T& setpoint, const T& limit) {
  const T m = max(flow, T(0.0));
  const T most = limit / (kAirHeatCapacity * max(flow, T(kLeastMixedFlow)));
  const T rise = min(max(T(setpoint - inlet), T(0.0)), most);
  return {inlet + rise, m * kAirHeatCapacity * rise};
}

/// Molar mass of air over molar mass of CO2: turns a mole fraction of CO2 into its mass in a mass
/// of air.
inline constexpr double kMoleRatio = 28.966 / 44.010;

/// Returns the mass of CO2 in a mass of air, or in a flow of it; `co2` in ppm.
template <class T>
T mass_of_co2(const T& air, const T& co2) {
  return 1e-6 * air * co2 / kMoleRatio;
}

/// Books air that enters a component, with sensible heat relative to 0 degC; reversed flow carries
/// nothing.
template <class T>
void air_in(Ledger& ledger, const LedgerPort& port, const T& flow, const T& temperature) {
  const T m = max(flow, T(0.0));
  ledger.stream_in(Conserved::Air, port, m);
  ledger.stream_in(Conserved::Heat, port, m * kAirHeatCapacity * temperature);
}
/// Books air that leaves a component.
template <class T>
void air_out(Ledger& ledger, const LedgerPort& port, const T& flow, const T& temperature) {
  const T m = max(flow, T(0.0));
  ledger.stream_out(Conserved::Air, port, m);
  ledger.stream_out(Conserved::Heat, port, m * kAirHeatCapacity * temperature);
}

/// The names of the ports of a state of air, as declared by `air_state`.
struct AirPorts {
  std::string_view stem;
  std::string_view end{};
  int entry = 0;

  LedgerPort temperature() const { return {stem, "Temperature", end, entry}; }
  LedgerPort humidity() const { return {stem, "HumidityRatio", end, entry}; }
  LedgerPort co2() const { return {stem, "CO2", end, entry}; }
};

/// Books air with its vapour and CO2 that enters a component.
template <class T>
void air_in(Ledger& ledger, const AirPorts& ports, const T& flow, const AirState<T>& air) {
  const T m = max(flow, T(0.0));
  air_in(ledger, ports.temperature(), m, air.temperature);
  ledger.stream_in(Conserved::Vapour, ports.humidity(), m * air.humidity);
  ledger.stream_in(Conserved::Co2, ports.co2(), mass_of_co2(m, air.co2));
}
/// Books air with its vapour and CO2 that leaves a component.
template <class T>
void air_out(Ledger& ledger, const AirPorts& ports, const T& flow, const AirState<T>& air) {
  const T m = max(flow, T(0.0));
  air_out(ledger, ports.temperature(), m, air.temperature);
  ledger.stream_out(Conserved::Vapour, ports.humidity(), m * air.humidity);
  ledger.stream_out(Conserved::Co2, ports.co2(), mass_of_co2(m, air.co2));
}
/// Books air that leaves a zone; air that no component takes goes outdoors.
template <class T>
void air_out_or_outdoors(Ledger& ledger, const AirPorts& ports, const T& flow,
                         const AirState<T>& air) {
  const T m = max(flow, T(0.0));
  ledger.open_out(Conserved::Air, ports.temperature(), m);
  ledger.open_out(Conserved::Heat, ports.temperature(), m * kAirHeatCapacity * air.temperature);
  ledger.open_out(Conserved::Vapour, ports.humidity(), m * air.humidity);
  ledger.open_out(Conserved::Co2, ports.co2(), mass_of_co2(m, air.co2));
}
/// Books air of one state that comes from outdoors, or goes outdoors if the flow is negative.
template <class T>
void air_from_outdoors(Ledger& ledger, const T& flow, const AirState<T>& air) {
  ledger.outdoors(Conserved::Air, flow);
  ledger.outdoors(Conserved::Heat, flow * kAirHeatCapacity * air.temperature);
  ledger.outdoors(Conserved::Vapour, flow * air.humidity);
  ledger.outdoors(Conserved::Co2, mass_of_co2(flow, air.co2));
}

}  // namespace hearth
