// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

namespace hearth {

/// A default and the range in which the equations are valid (not an estimation bound).
struct Range {
  double value = 0.0;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};

// Ranges of parameters by kind: the default, and bounds that are the same for all parameters of
// the kind. A bound that is not 0 keeps the equations defined; others are far beyond any building.

/// Part of a whole: 0 to 1.
constexpr Range share(double value) { return {value, 0.0, 1.0}; }
/// Useful power or work divided by the power spent; used as a divisor: 0.01 to 1.
constexpr Range efficiency(double value) { return {value, 0.01, 1.0}; }
/// Flow of air or water that may be 0 [kg/s].
constexpr Range flow(double value) { return {value, 0.0, 1e3}; }
/// Flow at a nominal point, used as a divisor [kg/s].
constexpr Range nominal_flow(double value) { return {value, 1e-6, 1e3}; }
/// Power at a nominal point, used as a divisor [W].
constexpr Range nominal_power(double value) { return {value, 1e-3, 1e9}; }
/// Largest power that can be delivered; 1e9 means no limit [W].
constexpr Range power_limit(double value) { return {value, 0.0, 1e12}; }
/// Heat capacity of a mass whose temperature is a state [J/K].
constexpr Range capacity(double value) { return {value, 1.0, 1e15}; }
/// Thermal resistance between two temperatures [K/W].
constexpr Range resistance(double value) { return {value, 1e-6, 1e9}; }
/// Conductance of a heat exchanger; 0: no heat transfer [W/K].
constexpr Range exchange(double value) { return {value, 0.0, 1e8}; }
/// Coefficient of heat transfer at a surface [W/(m2 K)].
constexpr Range film(double value) { return {value, 1e-3, 1e3}; }
/// Temperature of water in a plant [degC].
constexpr Range water_temperature(double value) { return {value, -50.0, 200.0}; }
/// Temperature of air in or around a building [degC].
constexpr Range air_temperature(double value) { return {value, -50.0, 60.0}; }
/// Concentration of CO2 in air [ppm].
constexpr Range concentration(double value) { return {value, 0.0, 1e6}; }
/// Volume of the air of a zone [m3].
constexpr Range volume(double value) { return {value, 1e-3, 1e9}; }
/// Area of a part of a building [m2].
constexpr Range area(double value) { return {value, 1e-6, 1e6}; }
/// Angle from the horizontal: 0 a roof, 90 a wall, 180 a floor [deg].
constexpr Range tilt(double value) { return {value, 0.0, 180.0}; }

}  // namespace hearth
