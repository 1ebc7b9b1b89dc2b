// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/data/weather/weather_file.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// The conditions for which heating or cooling is designed.
enum class DesignDay { Heating, Cooling };

/// Returns the design conditions of a weather file. If its header contains them, they are
/// statistics of many years (EPW, DESIGN CONDITIONS: 99.6 % for heating, 0.4 % for cooling).
/// Otherwise they are estimated from its own year: the temperature that 99.6 % or 0.4 % of the
/// hours exceed, in the month with the lowest or highest mean; the mean wind and humidity of the
/// hours beyond this temperature; and the mean daily range of this month. Throws InputError
/// `data.weather_design` if the file has no temperatures.
DesignConditions design_conditions(const WeatherFile& file, DesignDay day);

/// Returns a year of weather at the place of a file; every day is a design day.
///
/// - Heating: the design temperature all day, saturated air, the coincident wind, no sun.
/// - Cooling: the design temperature minus shares of the daily range (ASHRAE Handbook Fundamentals
///   2009, chapter 14, table 6); the humidity ratio of the coincident wet-bulb temperature, limited
///   to saturation; the coincident wind; and the radiation of a clear sky with the sun as on each
///   day of the year, direct normal A exp(-B / sin β) and diffuse C times as much (ASHRAE Handbook
///   Fundamentals 2001, chapter 30, table 7).
///
/// The sky has no clouds. The pressure is the mean of the file, otherwise that of the standard
/// atmosphere. Throws the errors of `design_conditions`, and InputError `data.site_missing`.
WeatherFile design_day_weather(const WeatherFile& file, DesignDay day, const Site& site);

/// Returns `-17.4 degC in December` or `34.6 degC, 10.1 g/kg, daily range 15.2 K in July`.
std::string description(const DesignConditions& conditions, DesignDay day);

}  // namespace hearth
