// SPDX-License-Identifier: MIT
#pragma once

namespace hearth {

/// Returns the pressure, Pa, of saturated vapour at a temperature in degC, over ice below 0.01
/// degC: ASHRAE Handbook Fundamentals 2017, chapter 1, equations 5 and 6.
double saturation_pressure(double temperature);

/// Returns the temperature, degC, at which vapour with a pressure in Pa is saturated; it is between
/// -100 and 100 degC.
double dew_point(double vapour_pressure);

/// Returns the humidity ratio, kg/kg of dry air, for a partial pressure of vapour and a total
/// pressure, both in Pa: chapter 1, equation 20.
double humidity_ratio(double vapour_pressure, double pressure);

/// Returns the partial pressure of vapour, Pa, at a humidity ratio (kg/kg) and a total pressure
/// (Pa): the inverse of the function above.
double vapour_pressure(double humidity_ratio, double pressure);

/// Returns the humidity ratio, kg/kg of dry air, at dry-bulb and wet-bulb temperatures in degC and
/// a pressure in Pa: chapter 1, equations 33 and 35.
double humidity_ratio_of_wet_bulb(double dry_bulb, double wet_bulb, double pressure);

/// Returns the pressure, Pa, of the standard atmosphere at an elevation in m: chapter 1, equation
/// 3.
double standard_pressure(double elevation);

}  // namespace hearth
