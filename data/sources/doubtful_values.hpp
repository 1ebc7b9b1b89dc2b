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

/// A time span in which the values of a column are constant.
struct FlatSpan {
  Instant from{};
  Instant to{};
  double value = 0.0;
  long count = 0;  ///< number of values in it
};

/// The rule by which spans count as flat.
struct FlatRule {
  Duration after = std::chrono::hours(24);  ///< shorter spans do not count
  long count = 10;                          ///< spans with fewer values do not count
};

/// Returns the flat spans of a column, sorted by time; NaN is skipped.
std::vector<FlatSpan> flat_spans(const std::vector<Instant>& times,
                                 const std::vector<double>& values, const FlatRule& rule = {});

/// The values of a column, to be checked.
struct JudgedValues {
  std::string name;                   ///< name of the column
  const std::vector<Instant>& times;  ///< rising
  const std::vector<double>& values;  ///< NaN if missing
  std::optional<Unit> unit{};         ///< not set: the range is unknown
  Where where{};       ///< its port may show, like the name, which quantity is measured
  bool rests = false;  ///< whether it may be constant for a long time
};

/// Returns warnings about values that were probably not measured:
///
/// - `data.value_sentinel`: numbers that mark a missing value, such as -999, and are far from all
///   others;
/// - `data.value_range`: values that the unit does not permit;
/// - `data.value_stuck`: values between the smallest and the largest that do not change for a long
///   time.
Diagnostics unlikely_values(const JudgedValues& column, const FlatRule& rule = {});

/// How a run uses the numbers of a column.
struct ColumnUse {
  std::optional<Unit> unit{};  ///< unit in which they are read; not set: unchanged
  Instant from{}, to{};        ///< period of use
  Where where{};
};

/// Adds the warning `data.unit_unknown` if the header of a column contains an unknown unit, the
/// model sets no other unit, and the numbers are read in `unit`.
void warn_of_unit(const std::string& unknown, const FileColumn& column,
                  const std::optional<Unit>& unit, const Where& where, Diagnostics& diagnostics);

/// Adds the warnings about a column before a run uses it: an unknown unit, and values in the period
/// of use that were probably not measured, except constant values.
void warn_of_column(const RawSeries& raw, const FileColumn& column, const ColumnUse& use,
                    Diagnostics& diagnostics);

/// Returns whether a column or port of this name contains solar radiation, such as
/// `globalIrradiation`, `directNormalRadiation` or `GHI`. Infrared, longwave and extraterrestrial
/// radiation do not count.
bool is_sunlight(std::string_view name);
/// Returns whether a name denotes direct radiation, which can be 0 for days under clouds.
bool is_direct_sunlight(std::string_view name);

/// A place on the earth.
struct Location {
  double latitude = 0.0;   ///< degrees north
  double longitude = 0.0;  ///< degrees east
};

/// Returns the warning `data.sun_disagrees` if a column of radiation, W/m2, has values above 20
/// W/m2 while the sun is more than 4 degrees below the horizon, in at least 3 and more than 2 % of
/// the intervals with such values. Then the place, the time zone or the stamps are wrong. Checks at
/// most about 2000 values.
Diagnostics sunlight_at_night(const RawSeries& raw, const FileColumn& column,
                              const Location& location, const Where& where);

/// Returns the warning `data.no_sun` if a column of global or diffuse radiation, W/m2, never
/// exceeds 20 W/m2 although it has values on at least three days while the sun is higher than 30
/// degrees. If the place is unknown, five days with values are required, at any time, and columns
/// that contain only 0 are accepted.
Diagnostics no_sun_by_day(const RawSeries& raw, const FileColumn& column,
                          const std::optional<Location>& location, const Where& where);

/// Known coordinates, degrees north and east.
struct KnownPlace {
  std::optional<double> latitude{}, longitude{};
};

/// Returns whether two places are too far apart to have the same weather: more than 2 degrees of
/// latitude (220 km), or more than 5 degrees of longitude (20 min of solar time).
bool far_apart(const KnownPlace& a, const KnownPlace& b);
/// Difference between the clocks of two places from which on they are also too far apart.
inline constexpr Duration kClocksApart = std::chrono::minutes(45);

/// Throws InputError `data.site_contradicts` if noon in the standard time of a zone is more than
/// 3.4 h from solar noon at a longitude (degrees east). The largest difference that occurs is 3 h,
/// in the west of China.
void check_longitude(double longitude, const Zone& zone, Instant when, const Where& where);

}  // namespace hearth
