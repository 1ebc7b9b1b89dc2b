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

/// A distance between neighbouring stamps, and how often it occurs.
struct StepCount {
  Duration step{};
  long count = 0;
};

/// Returns the distances between neighbouring stamps, sorted by falling frequency, then by rising
/// length.
std::vector<StepCount> step_histogram(const std::vector<Instant>& times);

/// A span of time without a value.
struct Gap {
  Instant from{};
  Instant to{};
  Duration length() const { return to - from; }
};

/// The stamps of the rows of a file as instants in rising order.
struct RowTimes {
  std::vector<Instant> times;  ///< rising; neighbours may be equal
  std::vector<long> rows;      ///< for each instant, its row in the file
  long ambiguous = 0;          ///< stamps in a repeated hour, which the order of rows resolves
  bool reversed = false;       ///< whether the file begins with the newest row
  /// The local time of the stamps: the declared zone if they have no offset, otherwise their
  /// offset. If there are two offsets that differ by an hour, the smaller one (winter) is used; ""
  /// if offsets differ in other ways.
  std::string civil_time{};
  bool summer_time = false;  ///< whether the offsets of the stamps change by an hour
};

/// Rules for reading the stamps of a file.
struct StampRules {
  std::optional<Zone> zone{};  ///< zone of stamps without an offset
  std::optional<int> year{};   ///< year of stamps without a year
  TimeFormat format{};         ///< format of the stamps
  std::optional<int> clock{};  ///< column of the time of day, if another contains the date
};

/// Returns the rules for the stamps of a file. The zone is `column_zone`, otherwise the zone that
/// the file declares (`# timezone: ZONE`), otherwise `fallback`. The year is declared by `# year:
/// YYYY`, the format by `# time_format: PATTERN`. Throws InputError `data.zone_unknown` and
/// `data.time_format`.
StampRules stamp_rules(const CsvTable& table, const std::string& column_zone,
                       const std::string& fallback);

/// Returns the pattern that reads all stamps of a column if there is only one. Returns "" if
/// several patterns read them, or if the default or the declared format does.
std::string recognised_time_format(const CsvTable& table, int column);

/// Reads the stamps of a column. A stamp without an offset in a repeated hour means the first hour,
/// or the second if earlier rows have already used the first. Throws InputError
/// `data.time_invalid`, `data.date_ambiguous`, `data.naive_time`, `data.time_nonexistent`,
/// `data.time_order` or `data.year_missing`, with lines.
RowTimes read_row_times(const CsvTable& table, int column, const StampRules& rules);

/// Returns the texts of the stamps. If stamps are in two columns, the texts are joined by a space.
std::vector<std::string> stamp_texts(const CsvTable& table, int column, std::optional<int> clock);

/// The values of one column of a file.
struct RawSeries {
  std::string file;
  std::vector<Instant> times;  ///< strictly rising
  std::vector<double> values;  ///< NaN if the file has no value
  Duration interval{};         ///< most frequent distance of stamps; 0 if there are fewer than two
  bool regular = false;        ///< whether at least 90 % of the distances equal `interval`
  long missing = 0;            ///< stamps without a value
  long absent = 0;             ///< stamps that a regular file lacks
  long merged = 0;             ///< rows with equal stamps that were merged
  Gap longest_gap;             ///< between neighbouring values
  std::optional<Unit> header_unit;
  std::string unknown_unit{};        ///< unit in the header if it is unknown
  std::string civil_time{};          ///< of the stamps, as in `RowTimes`
  bool summer_time = false;          ///< as in `RowTimes`
  std::optional<Stamp> stamp;        ///< kind of the values if the file declares it
  std::optional<Resample> resample;  ///< interpolation of the values if the file declares it
};

/// Returns the rules for a column; rules that the column does not set are taken from the file.
FileColumn rules_of_file(const FileColumn& column, const RawSeries& raw);

/// Sorts the values of a column by `times` and merges equal stamps. Throws InputError
/// `data.time_duplicate` if there are equal stamps and `duplicates` is `Error`. Messages show times
/// in `zone`. Lines `# mean_before: NAME, ...` and `# linear: NAME, ...` at the beginning of a file
/// declare the kind of the values.
RawSeries make_raw_series(const CsvTable& table, int column, const RowTimes& times,
                          Duplicates duplicates, const NumberFormat& format = {},
                          const Zone& zone = {});

/// Returns the number of stamps that are missing between two stamps at this distance if stamps
/// should be `interval` apart.
long stamps_left_out(Duration distance, Duration interval);

}  // namespace hearth
