// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// The value that a step (t, t + h] receives from a series.
enum class Sample {
  Mean,    ///< exact time average over the step
  Start,   ///< right limit at t
  End,     ///< value at t + h
  Before,  ///< left limit at t + h; only engines use it, not files
};

/// Values over time as a component reads them: immutable points, with values held or interpolated
/// linearly between them.
///
/// Before the first point the series has the first value, after the last point the last value. A
/// value is a pure function of time: it is looked up in as many equal buckets of time as there are
/// points, without a cursor.
class Series {
 public:
  enum class Shape { Hold, Linear };
  struct Point {
    double time;  // s since the start of the run
    double value;
    friend constexpr bool operator==(const Point&, const Point&) = default;
  };

  constexpr Series() = default;
  /// Makes a constant series.
  explicit constexpr Series(double value) : constant_(value) {}
  /// Makes a series from at least one point; the times must be finite and strictly rising.
  Series(std::vector<Point> points, Shape shape, Sample sample);

  /// Returns the value for the step that ends at `now.time` according to `sample()`. If `now.step`
  /// is 0, returns the value at the instant `now.time`.
  double operator()(const Clock& now) const;

  /// Returns the right limit at `time`.
  double at(double time) const;
  /// Returns the left limit at `time`.
  double before(double time) const;
  /// Returns the exact mean over [from, to], from < to.
  double mean(double from, double to) const;

  /// Returns the points; empty for a constant.
  const std::vector<Point>& points() const { return points_; }
  bool constant() const { return points_.empty(); }
  Sample sample() const { return sample_; }
  /// Returns the same series with another `sample()`.
  Series delivering(Sample sample) const {
    Series other = *this;
    other.sample_ = sample;
    return other;
  }
  Shape shape() const { return shape_; }

 private:
  int segment(double time) const;  // last point with point.time <= time, -1 before the first
  double value_in(int segment, double time) const;  // up to the end of the segment

  double constant_ = 0.0;
  std::vector<Point> points_;
  std::vector<int> buckets_;  // first segment of each bucket
  double buckets_per_second_ = 0.0;
  Shape shape_ = Shape::Hold;
  Sample sample_ = Sample::Mean;
};

/// Member of a `Config` struct for the name of a file that only provides columns for series.
/// Components do not read it.
class FileMember {
 public:
  constexpr FileMember() {}
};

/// One weekly rule: the value on `days` between `from_minute` (inclusive) and `to_minute`
/// (exclusive) of local time.
struct WeeklyRule {
  std::uint8_t days = 0x7f;  ///< bit 0 Monday ... bit 6 Sunday
  int from_minute = 0;       ///< minutes after local midnight, 0..1439
  int to_minute = 1440;      ///< minutes after local midnight, 1..1440
  double value = 0.0;
  friend bool operator==(const WeeklyRule&, const WeeklyRule&) = default;
};

/// Weekly rules in the local time of the site; the first rule that matches applies.
struct WeeklyRules {
  double otherwise = 0.0;  ///< value if no rule matches
  std::vector<WeeklyRule> rules;
  bool end_inclusive = false;  ///< rules also apply during the minute that starts at `to_minute`
  friend bool operator==(const WeeklyRules&, const WeeklyRules&) = default;
};

/// How values between the stamps of a column are found: only at instants that equal a stamp; held
/// until the next stamp; on a straight line; or as the mean over each step.
enum class Resample { None, Hold, Linear, Mean };
/// What the values of a column are: values at their stamps, or means over the interval that ends or
/// begins at the stamp.
enum class Stamp { Instant, MeanBefore, MeanAfter };
/// What happens outside the data of a column: an error, or the first or last value is used.
enum class Outside { Error, Hold };
/// What happens to rows with equal stamps: an error, the last row is used, or the mean of all.
enum class Duplicates { Error, Last, Mean };
/// Separator between the cells of a row.
enum class Separator { Auto, Comma, Semicolon, Tab, Bar };
/// Character within a number: the decimal mark, or the separator of thousands.
enum class Mark { Point, Comma, Space, Apostrophe };

/// The name of a column, or its 0-based number.
using ColumnName = std::variant<std::string, int>;

/// A column of a file and the rules for reading it. A rule that is not set is detected in the file,
/// or has its default.
struct FileColumn {
  std::string file;  ///< path, relative to the file that names it
  ColumnName column = 1;
  std::optional<ColumnName> time_column{};  ///< not set: the first column
  std::optional<Unit> unit;                 ///< unit in the file; not set: that in the header
  std::optional<Resample> resample;         ///< not set: Hold for sources, None for measurements
  std::optional<double> max_gap;            ///< s
  std::optional<Stamp> stamp{};             ///< not set: as the file declares, otherwise Instant
  std::optional<Outside> outside{};         ///< not set: Error
  std::optional<Duplicates> duplicates{};   ///< not set: Error
  std::string timezone;                  ///< zone of stamps without an offset; "": zone of the site
  std::optional<double> missing_column;  ///< constant used, with a warning, if the column is absent
  std::string missing_code{};            ///< code of that warning; "": `data.column_constant`
  std::optional<ColumnName> clock_column{};  ///< time of day, if `time_column` holds the date alone
  std::string time_format{};                 ///< pattern of the stamps; "": ISO 8601
  std::optional<Separator> separator{};      ///< not set: detected in the file
  std::optional<Mark> decimal{};             ///< not set: detected in the file
  std::optional<Mark> thousands{};           ///< not set: no mark between thousands
  std::vector<std::string> missing{};        ///< words and numbers that mark a missing value
  std::optional<double> scale{}, offset{};   ///< the value in `unit` is scale * number + offset
  friend bool operator==(const FileColumn&, const FileColumn&) = default;
};

/// A function of time defined by points; values are held or interpolated linearly between them.
/// Before the first and after the last point the function is constant.
struct TimeTable {
  std::vector<double> times;  ///< s since the origin of clocks, strictly rising
  std::vector<double> values;
  Series::Shape shape = Series::Shape::Hold;
  friend bool operator==(const TimeTable&, const TimeTable&) = default;
};

/// Angle of the sun in degrees. Over each interval it has the value in the middle of the interval,
/// to match irradiances that are means over the same interval.
struct SunAngle {
  enum class Angle {
    Zenith,   ///< from the vertical, 0 overhead, above 90 deg at night
    Azimuth,  ///< clockwise from north
  };
  Angle angle = Angle::Zenith;
  std::optional<double> latitude;   ///< degrees north; not set: that of the site
  std::optional<double> longitude;  ///< degrees east; not set: that of the site
  double interval = 0.0;            ///< s, counted from full hours of UTC; 0: the step of the run
  friend bool operator==(const SunAngle&, const SunAngle&) = default;
};

/// A series as a model describes it: a number, weekly rules, a column of a file, points, or an
/// angle of the sun.
struct SeriesSpec {
  std::variant<double, WeeklyRules, FileColumn, TimeTable, SunAngle> source = 0.0;
  std::optional<Unit> unit;  ///< of a number, rules or points; not set: without a unit
  Sample sample = Sample::Mean;
  friend bool operator==(const SeriesSpec&, const SeriesSpec&) = default;
};

/// Counts of points and missing values of a series that was resolved.
struct SeriesReport {
  std::string owner;  ///< `component.member`
  std::string file;   ///< the file of the series, "" for numbers and rules
  long points = 0;    ///< points used
  long missing = 0;   ///< missing values filled by the resampling rule
  long held = 0;      ///< steps outside the data, which use the first or last value
  long made = 0;      ///< points computed from them, a mean for each step; 0: none
};

/// Counts the points of all series of a run against `WorkLimit::SeriesPoints`, and positions of the
/// sun against `WorkLimit::SunIntervals`. The points of a column of a file count as a quarter for
/// the first owner that uses the column, because the size of the file limits them, and in full for
/// other owners. Points that are computed from a column count in full.
class SeriesCount {
 public:
  /// Adds a resolved series. Throws InputError `limit.exceeded` if there are too many points. If
  /// `found` ends with this error, throws its diagnostics, because the next series would cost as
  /// much.
  void add(const SeriesSpec& spec, const SeriesReport& report, const Where& where,
           const Diagnostics& found);

 private:
  std::int64_t points_ = 0, sun_ = 0;
  std::map<std::pair<std::string, ColumnName>, std::string> columns_;  // of files; the first owner
};

/// Returns the last 1 January 00:00 UTC that is not after a time.
Instant utc_year(Instant time);

/// Makes series from their descriptions when a run is prepared; implemented in `data/`.
class SeriesResolver {
 public:
  virtual ~SeriesResolver() = default;

  struct Request {
    const SeriesSpec& spec;
    Period period;
    Instant origin;                   ///< zero of times
    std::string timezone;             ///< IANA zone of the site, "" if it has none
    std::optional<Unit> target_unit;  ///< unit of the result if the series has a unit
    Where where;                      ///< component and member to which the series belongs
    std::optional<double> latitude{}, longitude{};   ///< of the site, degrees north and east
    const std::vector<FileColumn>* files = nullptr;  ///< rules of the model for reading files
  };
  /// Returns the series with times in seconds since `origin`. Adds problems to `diagnostics` and
  /// counts to `report`.
  virtual Series resolve(const Request& request, SeriesReport& report,
                         Diagnostics& diagnostics) = 0;

  /// The place that a weather file describes.
  struct Place {
    std::string file, name;
    std::optional<double> latitude{}, longitude{};  ///< degrees north and east
    std::string timezone{};  ///< local standard time, "" if the file has none
  };
  /// Returns the place that a file describes; nothing if the file does not exist or describes no
  /// place. `file` is the name in the model.
  virtual std::optional<Place> place(const std::string& file) {
    static_cast<void>(file);
    return std::nullopt;
  }

  /// Returns the last 1 January 00:00 that is not after a time, in the standard time of a zone, or
  /// in UTC if `timezone` is "".
  virtual Instant start_of_year(Instant time, const std::string& timezone) const;
};

}  // namespace hearth
