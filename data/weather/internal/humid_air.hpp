// SPDX-License-Identifier: MIT
#pragma once

namespace hearth {

/// Returns the pressure in Pa of saturated vapour at a temperature in degC, over ice below 0.01:
/// ASHRAE Handbook Fundamentals 2017, chapter 1, equations 5 and 6.
double saturation_pressure(double temperature);

/// Returns the temperature in degC at which vapour of a pressure in Pa is saturated, between -100
/// and 100.
double dew_point(double vapour_pressure);

/// Returns kg of water per kg of dry air for a partial pressure of vapour, both in Pa: chapter 1,
/// equation 20.
double humidity_ratio(double vapour_pressure, double pressure);

/// Returns the partial pressure of vapour in Pa at a humidity ratio, the inverse of the above.
double vapour_pressure(double humidity_ratio, double pressure);

/// Returns the humidity ratio at dry-bulb and wet-bulb temperatures in degC: chapter 1, equations
/// 33 and 35.
double humidity_ratio_of_wet_bulb(double dry_bulb, double wet_bulb, double pressure);

/// Returns the pressure in Pa of the standard atmosphere at a height in m: chapter 1, equation 3.
double standard_pressure(double elevation);

}  // namespace hearth
