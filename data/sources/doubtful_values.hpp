// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/data/series/time_series.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

/// A span in which a column never changes.
struct FlatSpan {
  Instant from{};
  Instant to{};
  double value = 0.0;
  long count = 0;  ///< values in it
};

/// Rule for which spans count as flat.
struct FlatRule {
  Duration after = std::chrono::hours(24);  ///< shorter spans do not count
  long count = 10;                          ///< spans with fewer values do not count
};

/// Returns the flat spans of a column, rising in time; NaN is skipped.
std::vector<FlatSpan> flat_spans(const std::vector<Instant>& times,
                                 const std::vector<double>& values, const FlatRule& rule = {});

/// The values of a column, to be checked.
struct JudgedValues {
  std::string name;                   ///< of the column
  const std::vector<Instant>& times;  ///< rising
  const std::vector<double>& values;  ///< NaN where missing
  std::optional<Unit> unit{};         ///< none: the range is not known
  Where where{};                      ///< its port, like its name, may say what is measured
  bool rests = false;                 ///< it may be constant for a long time
};

/// Returns warnings about values that were probably not measured: numbers that mark a missing
/// value, such as -999, if they are far from all others (`data.value_sentinel`), values that the
/// unit does not permit (`data.value_range`), and values between the smallest and the largest that
/// do not change for a long time (`data.value_stuck`).
Diagnostics unlikely_values(const JudgedValues& column, const FlatRule& rule = {});

/// Use of the numbers of a column.
struct ColumnUse {
  std::optional<Unit> unit{};  ///< unit in which they are read; if not set, unchanged
  Instant from{}, to{};        ///< period of use
  Where where{};
};

/// Adds the warning `data.unit_unknown` if the header of a column contains an unknown unit, which
/// the model does not replace, and its numbers are read in `unit`.
void warn_of_unit(const std::string& unknown, const FileColumn& column,
                  const std::optional<Unit>& unit, const Where& where, Diagnostics& diagnostics);

/// Adds the warnings of a run about a column before it is used: an unknown unit, and unlikely
/// values in the period of use, except constant ones.
void warn_of_column(const RawSeries& raw, const FileColumn& column, const ColumnUse& use,
                    Diagnostics& diagnostics);

/// Returns whether a column or port of that name holds radiation of the sun: `globalIrradiation`,
/// `directNormalRadiation`, `GHI`; not infrared, longwave or extraterrestrial radiation.
bool is_sunlight(std::string_view name);
/// Returns whether a name denotes direct radiation, which clouds hold off for days.
bool is_direct_sunlight(std::string_view name);

/// A place on the earth.
struct Location {
  double latitude = 0.0;   ///< degrees north
  double longitude = 0.0;  ///< degrees east
};

/// Returns the warning `data.sun_disagrees` if a column of radiation, W/m2, has values above
/// 20 W/m2 while the sun is more than 4 degrees below the horizon, in more than 2 % of the
/// intervals with such values: then place, time zone or stamps are wrong. Checks at most about 2000
/// values.
Diagnostics sunlight_at_night(const RawSeries& raw, const FileColumn& column,
                              const Location& location, const Where& where);

/// Warns (`data.no_sun`) if a column of global or diffuse radiation is dark at all times of at
/// least three days at which the sun is higher than 30 degrees at a place; if the place is unknown,
/// at all times of at least five days, but not always 0.
Diagnostics no_sun_by_day(const RawSeries& raw, const FileColumn& column,
                          const std::optional<Location>& location, const Where& where);

/// Known coordinates, degrees north and east.
struct KnownPlace {
  std::optional<double> latitude{}, longitude{};
};

/// Returns whether two places are too far apart for the weather of one to apply to the other: by
/// more than 2 degrees of latitude (220 km) or 5 of longitude (20 min of the sun).
bool far_apart(const KnownPlace& a, const KnownPlace& b);
/// Difference of their clocks from which on two places are also too far apart.
inline constexpr Duration kClocksApart = std::chrono::minutes(45);

/// Throws InputError `data.site_contradicts` if noon by the standard time of a zone is more than
/// 3.4 h from solar noon at a longitude, degrees east: the largest real distance is 3 h, in the
/// west of China.
void check_longitude(double longitude, const Zone& zone, Instant when, const Where& where);

}  // namespace hearth
