// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/time_format.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

/// How often a distance between neighbouring stamps occurs.
struct StepCount {
  Duration step{};
  long count = 0;
};

/// Returns the distances between neighbouring stamps, the most frequent first, then the shortest.
std::vector<StepCount> step_histogram(const std::vector<Instant>& times);

/// A stretch of time without a value.
struct Gap {
  Instant from{};
  Instant to{};
  Duration length() const { return to - from; }
};

/// The stamps of a file's rows, resolved to instants in rising order.
struct RowTimes {
  std::vector<Instant> times;  ///< rising, equal neighbours allowed
  std::vector<long> rows;      ///< row of the file each belongs to
  long ambiguous = 0;          ///< stamps in a repeated hour, resolved by the order of the rows
  bool reversed = false;       ///< the file runs from the newest row to the oldest
  /// The civil time of the stamps: the declared zone of naive ones, otherwise the offset that they
  /// carry, of two an hour apart the smaller one, which is that of winter; "" if they do not agree.
  std::string civil_time{};
};

/// What is needed to read the stamps of a file.
struct StampRules {
  std::optional<Zone> zone{};  ///< of naive stamps
  std::optional<int> year{};   ///< of stamps without one
  TimeFormat format{};         ///< how they are written
  std::optional<int> clock{};  ///< column of the time of day, if the other one holds the date
};

/// Returns the rules of a file: the column's zone, otherwise the one the file declares
/// (`# timezone: ZONE`), otherwise `fallback`; the year from `# year: YYYY`. Throws
/// `data.zone_unknown`.
StampRules stamp_rules(const CsvTable& table, const std::string& column_zone,
                       const std::string& fallback);

/// Reads the stamps of a column. A naive stamp of a repeated hour means the first hour, or the
/// second where the rows before it have used the first. Throws `data.time_invalid`,
/// `data.date_ambiguous`, `data.naive_time`, `data.time_nonexistent`, `data.time_order`,
/// `data.year_missing` with lines.
RowTimes read_row_times(const CsvTable& table, int column, const StampRules& rules);

/// Returns the texts of the stamps, those of two columns joined by a space.
std::vector<std::string> stamp_texts(const CsvTable& table, int column, std::optional<int> clock);

/// The samples of one column of a file.
struct RawSeries {
  std::string file;
  std::vector<Instant> times;  ///< strictly rising
  std::vector<double> values;  ///< NaN where the file has no value
  Duration interval{};         ///< most frequent distance of stamps; 0 with fewer than two
  bool regular = false;        ///< nine in ten distances equal `interval`
  long missing = 0;            ///< stamps without a value
  long absent = 0;             ///< stamps a regular file leaves out
  long merged = 0;             ///< rows merged by the duplicates rule
  Gap longest_gap;             ///< between neighbouring values
  std::optional<Unit> header_unit;
  std::string unknown_unit{};        ///< what the header gives as a unit, if it is none
  std::string civil_time{};          ///< of the stamps, as `RowTimes` has it
  std::optional<Stamp> stamp;        ///< kind of the values, if the file declares it
  std::optional<Resample> resample;  ///< way of joining them, if the file declares it
};

/// Returns the rules for reading a column, those that it leaves open from the file.
FileColumn rules_of_file(const FileColumn& column, const RawSeries& raw);

/// Brings the values of a column into the order of `times` and merges equal stamps; throws
/// `data.time_duplicate` where the rule is `Error`. `zone` is that in which messages give times.
/// Lines `# mean_before: NAME, ...` and
/// `# linear: NAME, ...` on top of a file say what its values are.
RawSeries make_raw_series(const CsvTable& table, int column, const RowTimes& times,
                          Duplicates duplicates, const NumberFormat& format = {},
                          const Zone& zone = {});

/// Returns how many stamps of distance `interval` are left out between two neighbours.
long stamps_left_out(Duration distance, Duration interval);

}  // namespace hearth
