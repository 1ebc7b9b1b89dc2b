// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/data/text/text_file.hpp"
#include "hearth/estimation/scenarios/store/internal/results_database.hpp"
#include "hearth/estimation/scenarios/store/internal/store_reader.hpp"
#include "hearth/estimation/scenarios/store/run_store.hpp"

namespace hearth {

/// Returns the id of a run: its first text label.
std::string run_id(const FinishedRun& run);

/// A table as text: RFC 4180, except for LF at the end of lines.
class CsvRows {
 public:
  explicit CsvRows(const std::filesystem::path& path) : file_(path) {}
  void field(std::string_view text);
  void field(double value);  ///< NaN: empty
  void end_row();
  void commit();

 private:
  void separate();

  AtomicFile file_;
  std::string text_;
  bool first_ = true;  // whether the next field is the first of a row
};

/// The tables of a finished set; runs are added in the order of the set.
class ResultsTables {
 public:
  ResultsTables(const std::filesystem::path& folder, const StoreLayout& layout);

  void add(const FinishedRun& run);
  /// Adds a series of the last added run.
  void add_series(const StoredSeries& series);
  /// Gives the files their final names, which it returns.
  std::vector<std::filesystem::path> commit();

 private:
  void add_months(const FinishedRun& run);

  std::filesystem::path folder_;
  StoreLayout layout_;
  ResultsDatabase database_;
  CsvRows runs_;
  std::optional<CsvRows> months_{};  // only if a run has months
};

}  // namespace hearth
