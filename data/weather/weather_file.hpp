// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// What the values of a weather column mean between stamps.
enum class WeatherKind {
  Line,  ///< value at the stamp, linear until the next
  Hold,  ///< value at the stamp, constant until the next
  Mean,  ///< mean over the interval that ends at the stamp
};

/// A column of weather files.
struct WeatherColumn {
  std::string_view name;
  std::optional<Unit> unit;  ///< not set: numbers without a unit
  WeatherKind kind;
  double missing;      ///< in EPW, this number and larger ones mark a missing value
  bool rests = false;  ///< whether it may be constant for days, such as snow on the ground
};

/// The columns of an EPW file after year, month, day, hour, minute and flags, in the order of the
/// file.
std::span<const WeatherColumn> weather_columns();
inline constexpr int kWeatherColumns = 29;
/// Number of cells of a row of an EPW file before these columns.
inline constexpr int kWeatherFirstCell = 6;

/// Returns the position of a column, or -1 if no column has this name.
int weather_column(std::string_view name);

/// Design conditions of a place.
struct DesignConditions {
  int month = 1;                ///< coldest or hottest month
  double dry_bulb = 0.0;        ///< degC
  double daily_range = 0.0;     ///< K, for cooling
  double wet_bulb = 0.0;        ///< degC, mean coincident wet bulb; NaN if unknown
  double humidity_ratio = 0.0;  ///< kg/kg of dry air, from the wet bulb; NaN if unknown
  double wind_speed = 0.0;      ///< m/s, mean coincident wind
  double wind_direction = 0.0;  ///< deg clockwise from north
  bool of_year = false;         ///< whether this is an estimate from one year
};

/// A year of weather. Rows are stored by month, day and hour, whatever their year. If the file has
/// no 29 February, it is a copy of 28 February.
///
/// Sources: EPW, Auxiliary Programs of EnergyPlus, chapter 2; TMY, National Climatic Data Center,
/// Typical Meteorological Year User's Manual, TD-9734 (1981). In TMY files, radiation is the sum
/// over an hour of solar time, whose middle the file contains in local standard time; other values
/// are those at the full hour of local standard time.
struct WeatherFile {
  enum class Format { Epw, Tmy };
  static constexpr int kDays = 366;
  /// Times of a row of a TMY file after midnight: the middle of the hour of radiation, and the
  /// observation.
  struct Times {
    Duration radiation, observation;
  };

  std::string file;
  Format format = Format::Epw;
  std::string place;  ///< city, "" if the file does not name it
  std::optional<double> latitude, longitude, elevation;
  std::optional<Duration> offset;  ///< offset of local standard time from UTC
  int per_hour = 1;
  long rows = 0;                ///< number of rows in the file
  int year = 0;                 ///< year of the first row
  std::array<int, 12> years{};  ///< year of the first row of each month; 0: no rows
  std::array<std::vector<double>, kWeatherColumns>
      values;                ///< NaN if missing; an absent column is empty
  std::vector<Times> times;  ///< for TMY

  std::optional<DesignConditions> heating, cooling;  ///< of the header, if it has them

  /// First harmonic of the air temperature over the year: mean (degC), amplitude (K), and the
  /// warmest day, counted from 0.
  double mean = 0.0, swing = 0.0, warmest = 0.0;

  int per_day() const { return 24 * per_hour; }
  Duration interval() const { return Duration(std::chrono::hours(1)) / per_hour; }
  /// Returns a description such as `EPW weather of Denver Intl Ap`.
  std::string description() const;
};

/// Returns whether a file is a weather file, by its extension (.epw, .tmy, also with .gz) or its
/// content.
bool is_weather_file(const std::filesystem::path& path, std::string_view text);

/// Parses the text of a weather file. Throws one InputError with all errors found:
/// `data.weather_row`, `data.weather_header`, `data.weather_hours`, `data.not_a_number`.
WeatherFile parse_weather(const std::string& text, const std::filesystem::path& path);

}  // namespace hearth
