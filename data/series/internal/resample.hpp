// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/data/series/time_series.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

/// A value of a file. It is valid from `from` until the next value and known until `to`.
struct Sampled {
  Instant stamp{};
  Instant from{};
  Instant to{};  ///< stamp of a value at an instant; end of the interval of a mean
  double value = 0.0;
};

/// The values of a file near a time span, without missing values, and the time span of the whole
/// file.
struct Samples {
  std::vector<Sampled> values;  ///< rising in all three times
  Gap covered;                  ///< time span of the whole file
  bool end_covered = false;     ///< whether the last instant of `covered` is covered
  long missing = 0;             ///< missing values and missing stamps between `values`
  Gap longest_gap;              ///< between neighbours in `values`

  bool covers(Instant time) const {
    return time >= covered.from && (time < covered.to || (end_covered && time == covered.to));
  }
  /// Returns whether everything in [from, to) is covered.
  bool covers(Instant from, Instant to) const { return from >= covered.from && to <= covered.to; }
};

/// Returns the values that affect [from, to], with one more on either side if it exists.
///
/// A file covers the time from its first to its last stamp. If its values are held, the last value
/// is valid for one more `interval` of the file (or for `max_gap` if this is shorter). Values that
/// are means cover their interval: the time to the neighbouring stamp, but at most one `interval`.
Samples samples_near(const RawSeries& raw, const FileColumn& column, Resample resample,
                     Instant from, Instant to);

/// Returns the 95 % quantile, in s, of the distances between neighbouring values; 0 if there are
/// fewer than two values.
double usual_distance(const Samples& samples);

/// Returns whether a gap between values is so long that interpolation across it needs a warning:
/// the weather of a morning is not that of the evening. Returns false for a column that sets
/// `max_gap`.
bool warns_of_gap(const Gap& gap, const FileColumn& column);

/// Number of usual distances that interpolation and means bridge.
inline constexpr double kUsualGaps = 3.0;

/// Adds the error `data.gap` if neighbouring values are further apart than `max_gap` of the column
/// and this gap overlaps (from, to).
void check_gaps(const Samples& samples, const FileColumn& column, Instant from, Instant to,
                const Zone& zone, const Where& where, Diagnostics& diagnostics);

/// Returns `value` converted to another unit.
inline double converted(const Conversion& unit, double value) {
  return unit.identity() ? value : unit.factor * value + unit.shift;
}

/// The data for resampling a column of a file to the series of a run.
struct ResampleTask {
  const FileColumn& column;
  Period period;
  Instant origin;  ///< zero of times
  Sample sample = Sample::Mean;
  Conversion conversion;  ///< from the unit of the file
  Zone zone;              ///< for messages
  Where where;
};

/// Returns the column as a series in s since `origin`, and counts the changes in `report`. `hold`
/// and `linear` keep the points of the file; `mean` computes one value for each step, the time
/// average of the held values; `none` uses the values whose stamps are exactly the instants of the
/// run. Values that are means over an interval are held over it. Adds the errors `data.gap`,
/// `data.outside` and `data.no_exact_value` to `diagnostics`.
Series resample(const RawSeries& raw, const ResampleTask& task, SeriesReport& report,
                Diagnostics& diagnostics);

}  // namespace hearth
