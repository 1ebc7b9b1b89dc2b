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

/// A change of daylight saving around which a column lacks values.
struct DaylightAnomaly {
  Instant change{};
  bool forward = false;  ///< clocks are put forward
  bool before = false;   ///< no value in the hour before the change
  bool after = false;    ///< no value in the hour after it
};

/// Content of a column.
struct ColumnAudit {
  std::string name;
  bool numeric = true;         ///< false: it contains no number
  long missing = 0;            ///< cells without a value
  double missing_share = 0.0;  ///< of the rows
  long invalid = 0;            ///< cells that are neither number nor missing
  double min = 0.0;
  double max = 0.0;
  Gap longest_gap;
  std::vector<FlatSpan> flat;  ///< rising in time
  std::vector<DaylightAnomaly> daylight;
};

struct AuditOptions {
  std::string timezone{};  ///< of stamps without an offset and of daylight saving
  FileColumn column{};     ///< how the file is read; its name, column and unit are ignored
  /// Finds rules that `column` does not set from the file, if this is possible in one way only.
  bool recognise = false;
  FlatRule flat{};
};

/// Content of a data file, for `hearth check data.csv`.
struct DataAudit {
  std::string file;
  std::string description;  ///< weather file: format and place; SQLite: tables used
  std::string zone;         ///< zone of stamps without an offset and of daylight saving, or ""
  char separator = '\0';    ///< of a text file
  FileColumn column{};      ///< how it was read: as requested and as recognised
  bool recognised = false;  ///< a model must set the rules that were recognised
  bool decimal_comma = false;
  bool reversed = false;
  long rows = 0;
  Instant first{};
  Instant last{};
  std::vector<StepCount> steps;  ///< distances of stamps, the most frequent first
  long duplicates = 0;           ///< rows whose stamp occurred before
  long absent = 0;               ///< stamps that are missing in a regular file
  long ambiguous = 0;  ///< stamps of a repeated hour, distinguished by the order of the rows
  std::vector<ColumnAudit> columns;
  std::vector<std::string> computed{};  ///< columns computed from a weather file and the sun
  std::string design{};                 ///< design conditions of a weather file, "" if it has none
  std::optional<double> sun_up{};  ///< h a year with the sun above the horizon, of a weather file
  Diagnostics diagnostics;         ///< errors that a simulation would report
};

/// Returns the keys of a model to read a file as `column` describes, as members of a JSON object:
/// `"time_format": "DD.MM.YYYY HH:mm", "missing": ["Bad"]`; "" if no key is needed.
std::string reading_keys(const FileColumn& column);

/// Audits a CSV, weather or SQLite file; throws InputError only if its rows cannot be read at all.
DataAudit audit_data(const std::filesystem::path& path, const AuditOptions& options = {});

}  // namespace hearth
