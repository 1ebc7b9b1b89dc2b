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

/// A stretch in which a column never changes.
struct FlatSpan {
  Instant from{};
  Instant to{};
  double value = 0.0;
  long count = 0;  ///< values in it
};

/// Which stretches count as flat.
struct FlatRule {
  Duration after = std::chrono::hours(24);  ///< shorter ones do not
  long count = 10;                          ///< nor do those of fewer values
};

/// Returns the flat stretches of a column, rising in time; NaN is passed over.
std::vector<FlatSpan> flat_spans(const std::vector<Instant>& times,
                                 const std::vector<double>& values, const FlatRule& rule = {});

/// The values of a column, to be judged.
struct JudgedValues {
  std::string name;                   ///< of the column
  const std::vector<Instant>& times;  ///< rising
  const std::vector<double>& values;  ///< NaN where missing
  std::optional<Unit> unit{};         ///< none: nothing is known of the range
  Where where{};
  bool rests = false;  ///< it may keep one value for long
};

/// Returns warnings of values that were hardly measured: numbers that mark a missing value, such as
/// -999, if they stand apart from all others (`data.value_sentinel`), values that the unit does
/// not permit (`data.value_range`), and values between the smallest and the largest that stay the
/// same for long (`data.value_stuck`).
Diagnostics unlikely_values(const JudgedValues& column, const FlatRule& rule = {});

/// What the numbers of a column are used for.
struct ColumnUse {
  std::optional<Unit> unit{};  ///< that they are read in; none: as they are
  Instant from{}, to{};        ///< when
  Where where{};
};

/// Adds the warning `data.unit_unknown` if the header of a column gives an unknown unit, which the
/// model does not replace, and its numbers are read in `unit`.
void warn_of_unit(const std::string& unknown, const FileColumn& column,
                  const std::optional<Unit>& unit, const Where& where, Diagnostics& diagnostics);

/// Adds what a run should say of a column before it uses it: an unknown unit, and unlikely values
/// while it is used, except those that stay the same.
void warn_of_column(const RawSeries& raw, const FileColumn& column, const ColumnUse& use,
                    Diagnostics& diagnostics);

/// Returns whether a column or port of that name holds radiation of the sun: `globalIrradiation`,
/// `directNormalRadiation`, `GHI`; not infrared, longwave or extraterrestrial radiation.
bool is_sunlight(std::string_view name);

/// A place on the earth.
struct Location {
  double latitude = 0.0;   ///< degrees north
  double longitude = 0.0;  ///< degrees east
};

/// Returns the warning `data.sun_disagrees` if a column of radiation, W/m2, has values above
/// 20 W/m2 while the sun is more than 4 degrees below the horizon, in more than 2 % of the
/// intervals with such values: place, time zone or stamps are wrong then. Looks at about 2000
/// values at most.
Diagnostics sunlight_at_night(const RawSeries& raw, const FileColumn& column,
                              const Location& location, const Where& where);

/// Coordinates as far as they are known, degrees north and east.
struct KnownPlace {
  std::optional<double> latitude{}, longitude{};
};

/// Returns whether two places are too far apart for the weather of one to be that of the other: by
/// more than 2 degrees of latitude (220 km) or 5 of longitude (20 min of the sun).
bool far_apart(const KnownPlace& a, const KnownPlace& b);
/// From this difference of their clocks on two places are too far apart as well.
inline constexpr Duration kClocksApart = std::chrono::minutes(45);

/// Throws InputError `data.site_contradicts` if noon by the standard time of a zone is more than
/// 3.4 h from noon by the sun at a longitude, degrees east: the largest distance on earth is 3 h,
/// in the west of China.
void check_longitude(double longitude, const Zone& zone, Instant when, const Where& where);

}  // namespace hearth
