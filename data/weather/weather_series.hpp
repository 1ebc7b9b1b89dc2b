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

/// Returns the names of the columns of a weather file: its own columns with values, then the
/// columns that are computed from them. These are `solarZenith`, `solarAzimuth`,
/// `extraterrestrialNormalRadiation`, `skyTemperature`, `humidityRatio`, `groundTemperature` and,
/// if the file lacks them, `relativeHumidity` and `diffuseHorizontalRadiation`.
std::vector<std::string> weather_names(const WeatherFile& file);

/// Returns the error for a missing column, with the nearest name.
InputError missing_weather_column(const WeatherFile& file,
                                  const std::variant<std::string, int>& column);

/// Returns whether the file has a column with this name, or with this 0-based number in EPW.
bool has_weather_column(const WeatherFile& file, const std::variant<std::string, int>& column);

/// Returns a column over [from, to] and a little beyond: the year of the file, repeated as needed,
/// in its local standard time. If the file does not contain its place, that of `site` is used, with
/// its time zone without daylight saving time. Throws InputError `data.column_missing` and
/// `data.site_missing`.
///
/// Angles of the sun are those in the middle of the interval that ends at the stamp; in an interval
/// with sunrise or sunset, those in the middle of the part with the sun above the horizon.
RawSeries weather_series(const WeatherFile& file, const std::variant<std::string, int>& column,
                         const Site& site, Instant from, Instant to);

/// Returns a message if the rows of the file are of other years than [from, to], as in files of a
/// typical year: its weather then does not belong to measurements of that time. Otherwise returns
/// "".
std::string weather_of_other_years(const WeatherFile& file, Instant from, Instant to);

/// Returns the file as CSV that reads back to the same series, for the year of its first row.
/// Throws InputError `data.site_missing`, and `data.weather_solar_time` for TMY files, whose
/// radiation and temperatures belong to different instants.
std::string weather_csv(const WeatherFile& file, const Site& site);

/// Returns the columns of the file, and the columns that are computed from them without the sun, as
/// CSV with the stamps of its rows.
std::string weather_rows_csv(const WeatherFile& file);

}  // namespace hearth
