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

/// A value of a file and its meaning: valid from `from` until the next value, known until `to`.
struct Sampled {
  Instant stamp{};
  Instant from{};
  Instant to{};  ///< stamp of an instant value; end of the interval of a mean
  double value = 0.0;
};

/// The values of a file near a span of time without missing ones, and the span of the whole file.
struct Samples {
  std::vector<Sampled> values;  ///< rising in all three times
  Gap covered;                  ///< of the whole file
  bool end_covered = false;     ///< whether the end of `covered` is itself covered
  long missing = 0;             ///< missing values and left-out stamps between those of `values`
  Gap longest_gap;              ///< between neighbours in `values`

  bool covers(Instant time) const {
    return time >= covered.from && (time < covered.to || (end_covered && time == covered.to));
  }
  /// Returns whether everything in [from, to) is covered.
  bool covers(Instant from, Instant to) const { return from >= covered.from && to <= covered.to; }
};

/// Returns the values that affect [from, to], with one on either side if it exists.
///
/// Coverage of a file: a held instant value counts for one more `interval` of the file (for
/// `max_gap`, if shorter) after the last stamp; values joined by lines end with the last stamp. A
/// mean covers its interval: to the neighbouring stamp, at most one `interval`.
Samples samples_near(const RawSeries& raw, const FileColumn& column, Resample resample,
                     Instant from, Instant to);

/// Returns the distance, s, that 95 % of neighbouring values do not exceed; 0 with fewer than two
/// values.
double usual_distance(const Samples& samples);

/// Returns whether values are joined across a gap so long that a warning is needed: the weather of
/// a morning is not that of the evening. Not for a column that sets `max_gap`.
bool warns_of_gap(const Gap& gap, const FileColumn& column);

/// Number of usual distances that lines and means bridge.
inline constexpr double kUsualGaps = 3.0;

/// Adds `data.gap` for neighbours further apart than the column's `max_gap` if the gap overlaps the
/// inside of [from, to].
void check_gaps(const Samples& samples, const FileColumn& column, Instant from, Instant to,
                const Zone& zone, const Where& where, Diagnostics& diagnostics);

/// Returns `value` converted by `unit`.
inline double converted(const Conversion& unit, double value) {
  return unit.identity() ? value : unit.factor * value + unit.shift;
}

/// All data needed to turn a file column into the series of a run.
struct ResampleTask {
  const FileColumn& column;
  Period period;
  Instant origin;  ///< zero of times
  Sample sample = Sample::Mean;
  Conversion conversion;  ///< from the file's unit
  Zone zone;              ///< for messages
  Where where;
};

/// Returns the column as a series in seconds since the start of the run, and counts the changes
/// made. `hold` and `linear` keep the file's points; `mean` computes a value per step: the time
/// average of the held values; `none` takes values whose stamps are exactly the run's instants.
/// Means over an interval are held over it. Errors (`data.gap`, `data.outside`,
/// `data.no_exact_value`) go to `diagnostics`.
Series resample(const RawSeries& raw, const ResampleTask& task, SeriesReport& report,
                Diagnostics& diagnostics);

}  // namespace hearth
