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

/// Number of times that a distance between neighbouring stamps occurs.
struct StepCount {
  Duration step{};
  long count = 0;
};

/// Returns the distances between neighbouring stamps, the most frequent first, then the shortest.
std::vector<StepCount> step_histogram(const std::vector<Instant>& times);

/// A span of time without a value.
struct Gap {
  Instant from{};
  Instant to{};
  Duration length() const { return to - from; }
};

/// The stamps of a file's rows, resolved to instants in rising order.
struct RowTimes {
  std::vector<Instant> times;  ///< rising, equal neighbours allowed
  std::vector<long> rows;      ///< row of the file of each instant
  long ambiguous = 0;          ///< stamps in a repeated hour, resolved by the order of the rows
  bool reversed = false;       ///< the file runs from the newest row to the oldest
  /// The local time of the stamps: the declared zone of stamps without an offset, otherwise their
  /// offset, the smaller (winter) one if two differ by an hour; "" if they do not agree.
  std::string civil_time{};
  bool summer_time = false;  ///< the offsets of the stamps change by an hour
};

/// Rules for reading the stamps of a file.
struct StampRules {
  std::optional<Zone> zone{};  ///< of stamps without an offset
  std::optional<int> year{};   ///< of stamps without one
  TimeFormat format{};         ///< how they are written
  std::optional<int> clock{};  ///< column of the time of day, if the other one holds the date
};

/// Returns the rules of a file: the column's zone, otherwise the zone that the file declares
/// (`# timezone: ZONE`), otherwise `fallback`; the year from `# year: YYYY`, the format from
/// `# time_format: PATTERN`. Throws `data.zone_unknown` and `data.time_format`.
StampRules stamp_rules(const CsvTable& table, const std::string& column_zone,
                       const std::string& fallback);

/// Returns the only pattern that reads all stamps of a column; "" if the default or the declared
/// format reads them, or if several patterns do.
std::string recognised_time_format(const CsvTable& table, int column);

/// Reads the stamps of a column. A stamp without an offset in a repeated hour means the first hour,
/// or the second if rows before it have used the first. Throws `data.time_invalid`,
/// `data.date_ambiguous`, `data.naive_time`, `data.time_nonexistent`, `data.time_order`,
/// `data.year_missing` with lines.
RowTimes read_row_times(const CsvTable& table, int column, const StampRules& rules);

/// Returns the texts of the stamps; those in two columns are joined by a space.
std::vector<std::string> stamp_texts(const CsvTable& table, int column, std::optional<int> clock);

/// The samples of one column of a file.
struct RawSeries {
  std::string file;
  std::vector<Instant> times;  ///< strictly rising
  std::vector<double> values;  ///< NaN where the file has no value
  Duration interval{};         ///< most frequent distance of stamps; 0 with fewer than two
  bool regular = false;        ///< nine in ten distances equal `interval`
  long missing = 0;            ///< stamps without a value
  long absent = 0;             ///< stamps that are missing in a regular file
  long merged = 0;             ///< rows merged by the duplicates rule
  Gap longest_gap;             ///< between neighbouring values
  std::optional<Unit> header_unit;
  std::string unknown_unit{};        ///< unit in the header, if it is not a known unit
  std::string civil_time{};          ///< of the stamps, as in `RowTimes`
  bool summer_time = false;          ///< as in `RowTimes`
  std::optional<Stamp> stamp;        ///< kind of the values, if the file declares it
  std::optional<Resample> resample;  ///< way of joining them, if the file declares it
};

/// Returns the rules for reading a column, with rules that it does not set taken from the file.
FileColumn rules_of_file(const FileColumn& column, const RawSeries& raw);

/// Sorts the values of a column by `times` and merges equal stamps; throws `data.time_duplicate` if
/// the rule is `Error`. Messages show times in `zone`. Lines `# mean_before: NAME, ...` and
/// `# linear: NAME, ...` at the top of a file declare the kind of its values.
RawSeries make_raw_series(const CsvTable& table, int column, const RowTimes& times,
                          Duplicates duplicates, const NumberFormat& format = {},
                          const Zone& zone = {});

/// Returns the number of stamps that are missing between two neighbours, which should be `interval`
/// apart.
long stamps_left_out(Duration distance, Duration interval);

}  // namespace hearth
