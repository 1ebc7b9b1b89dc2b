// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hearth/data/series/time_series.hpp"
#include "hearth/data/sources/doubtful_values.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// A change to or from daylight saving time, next to which a column lacks values.
struct DaylightAnomaly {
  Instant change{};
  bool forward = false;  ///< whether clocks are put forward
  bool before = false;   ///< whether there is no value in the hour before the change
  bool after = false;    ///< whether there is no value in the hour after the change
};

/// Content of a column.
struct ColumnAudit {
  std::string name;
  bool numeric = true;         ///< whether the column contains a number
  long missing = 0;            ///< cells without a value
  double missing_share = 0.0;  ///< share of the rows
  long invalid = 0;            ///< cells that are neither numbers nor marks of missing values
  double min = 0.0;
  double max = 0.0;
  Gap longest_gap;
  std::vector<FlatSpan> flat;  ///< sorted by time
  std::vector<DaylightAnomaly> daylight;
};

/// Options of `audit_data`.
struct AuditOptions {
  std::string timezone{};  ///< zone of stamps without an offset and of daylight saving
  FileColumn column{};     ///< rules for reading the file; name, column and unit are ignored
  /// Whether to detect rules that `column` does not set, if only one choice fits the file.
  bool recognise = false;
  FlatRule flat{};
};

/// Content of a data file, for `hearth check data.csv`.
struct DataAudit {
  std::string file;
  std::string description;  ///< of a weather file its format and place, of SQLite its tables
  std::string zone;         ///< zone of stamps without an offset and of daylight saving, or ""
  char separator = '\0';    ///< of a text file
  FileColumn column{};      ///< rules by which it was read, requested and recognised
  bool recognised = false;  ///< whether a model must set rules that were recognised
  bool decimal_comma = false;
  bool reversed = false;
  long rows = 0;
  Instant first{};
  Instant last{};
  std::vector<StepCount> steps;  ///< distances between stamps, the most frequent first
  long duplicates = 0;           ///< rows whose stamp occurs in an earlier row
  long absent = 0;               ///< stamps that a regular file lacks
  long ambiguous = 0;            ///< stamps in a repeated hour, which the order of rows resolves
  std::vector<ColumnAudit> columns;
  std::vector<std::string> computed{};  ///< columns computed from a weather file and the sun
  std::string design{};                 ///< design conditions of a weather file, "" if it has none
  std::optional<double> sun_up{};       ///< hours of a year with the sun up, of a weather file
  Diagnostics diagnostics;              ///< errors and warnings that a simulation would report
};

/// Returns the keys that a model needs to read a file as `column` describes, as members of a JSON
/// object: `"time_format": "DD.MM.YYYY HH:mm", "missing": ["Bad"]`. Returns "" if no key is needed.
std::string reading_keys(const FileColumn& column);

/// Audits a CSV, weather or SQLite file; throws InputError only if its rows cannot be read at all.
DataAudit audit_data(const std::filesystem::path& path, const AuditOptions& options = {});

}  // namespace hearth
