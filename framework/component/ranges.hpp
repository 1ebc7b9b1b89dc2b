// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

namespace hearth {

/// A default, and the range in which the equations are valid. The range is not an estimation bound.
struct Range {
  double value = 0.0;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};

// Ranges of kinds of parameters, with the default as the argument. Lower bounds above 0 keep the
// equations defined; the other bounds are far beyond the values of any building.

/// Part of a whole, from 0 to 1.
constexpr Range share(double value) { return {value, 0.0, 1.0}; }
/// Useful power or work divided by the power spent, from 0.01 to 1; it is used as a divisor.
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
/// Conductance of a heat exchanger [W/K]; 0 means no heat transfer.
constexpr Range exchange(double value) { return {value, 0.0, 1e8}; }
/// Heat transfer coefficient of a surface [W/(m2 K)].
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
/// Angle from the horizontal [deg]: 0 is a roof, 90 a wall, 180 a floor.
constexpr Range tilt(double value) { return {value, 0.0, 180.0}; }

}  // namespace hearth
