// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/results.hpp"

namespace hearth {

/// Formats of files of results.
enum class ResultsFormat { Csv, CsvGzip, Sqlite, Netcdf };

/// Returns the format for the extension of a file: `.csv`, `.csv.gz`, `.sqlite` or `.db`, `.nc`.
/// Names without an extension, and targets that are not regular files, have the format CSV. Returns
/// nothing for other extensions.
std::optional<ResultsFormat> results_format(const std::filesystem::path& path);

/// Returns the extensions that `results_format` knows, for messages.
std::string_view results_extensions();

/// Properties of results that are known before their first row.
struct ResultsHead {
  std::vector<Signal> signals{};
  std::string interval{};  ///< interval of a row, as `Results::interval`
  Zone zone{};             ///< zone of the stamps
};

/// Writes results row by row, with only a few rows in memory. A file appears under its name only
/// when it is complete.
class ResultsWriter {
 public:
  ResultsWriter() = default;
  virtual ~ResultsWriter() = default;
  ResultsWriter(const ResultsWriter&) = delete;
  ResultsWriter& operator=(const ResultsWriter&) = delete;

  /// Adds a row: its instant, which is the end of its interval, and a value for each signal.
  virtual void row(Instant time, const double* values) = 0;
  /// Completes the file; `incomplete` states why the run stopped early, "" if it did not.
  virtual void finish(const std::string& incomplete) = 0;
};

/// Begins a file of results in the format of its extension. Throws InputError `file.write`, and
/// `results.format_missing` if this build cannot write the format.
std::unique_ptr<ResultsWriter> write_results(const std::filesystem::path& path, ResultsHead head);

/// Writes results as CSV to `sink`, which receives pieces of the text.
std::unique_ptr<ResultsWriter> write_results_text(std::function<void(std::string_view)> sink,
                                                  ResultsHead head);

}  // namespace hearth
