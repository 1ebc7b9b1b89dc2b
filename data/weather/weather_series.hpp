// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "hearth/data/series/time_series.hpp"
#include "hearth/data/weather/weather_file.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Returns the names of what a weather file gives: its own columns that hold values, then those
/// computed from them, `solarZenith`, `solarAzimuth`, `extraterrestrialNormalRadiation`,
/// `skyTemperature`, `humidityRatio`, `groundTemperature`, and where the file lacks them
/// `relativeHumidity` and `diffuseHorizontalRadiation`.
std::vector<std::string> weather_names(const WeatherFile& file);

/// Returns the error for a column that is not there; it names the nearest one.
InputError missing_weather_column(const WeatherFile& file,
                                  const std::variant<std::string, int>& column);

/// Returns whether the file has a column of that name, or EPW's 0-based number.
bool has_weather_column(const WeatherFile& file, const std::variant<std::string, int>& column);

/// Returns a column around [from, to]: the file's year, as often as needed, in its local standard
/// time. Where the file does not contain its place, `site` does; its time zone is used without
/// daylight saving then. Throws `data.column_missing`, `data.site_missing`.
///
/// The sun has its position in the middle of the interval that ends at the stamp; in an interval
/// in which it rises or sets, in the middle of the part with the sun above the horizon.
RawSeries weather_series(const WeatherFile& file, const std::variant<std::string, int>& column,
                         const Site& site, Instant from, Instant to);

/// Returns the message that the file has the weather of other years than those of [from, to], as
/// files of a typical year have: it does not belong to measurements of that time. "" if it has not.
std::string weather_of_other_years(const WeatherFile& file, Instant from, Instant to);

/// Returns the file as CSV that reads back to the same series, for the year of its first row.
/// Throws `data.site_missing`, and `data.weather_solar_time` for TMY, whose radiation and
/// temperatures belong to different instants.
std::string weather_csv(const WeatherFile& file, const Site& site);

/// Returns the columns of the file, and what follows from them without the sun, as CSV with the
/// stamps of its rows.
std::string weather_rows_csv(const WeatherFile& file);

}  // namespace hearth
