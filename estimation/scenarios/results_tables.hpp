// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/data/sqlite.hpp"
#include "hearth/data/text_file.hpp"
#include "hearth/estimation/scenarios/run_store.hpp"
#include "hearth/estimation/scenarios/store_reader.hpp"
#include "hearth/estimation/scenarios/store_tables.hpp"

namespace hearth {

/// Returns what a run is called: the first of its labels that is a word.
std::string run_id(const FinishedRun& run);

/// A table as text: RFC 4180, but for LF at the end of lines.
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
  bool first_ = true;  // of a row
};

/// `results.sqlite` under another name beside it, until it is complete.
class ResultsDatabase {
 public:
  ResultsDatabase(const std::filesystem::path& path, const StoreLayout& layout);
  ~ResultsDatabase();
  ResultsDatabase(const ResultsDatabase&) = delete;
  ResultsDatabase& operator=(const ResultsDatabase&) = delete;

  void add(const FinishedRun& run);
  /// Adds a series of the run added last.
  void add_series(const StoredSeries& series);
  void commit();

 private:
  struct Statements;

  std::filesystem::path target_, temporary_;
  std::optional<SqliteDatabase> database_;
  std::unique_ptr<Statements> statements_;
  std::int64_t run_ = 0;
  std::int64_t series_ = 0;
};

/// The tables of a finished set; runs are added in the order of the set.
class ResultsTables {
 public:
  ResultsTables(const std::filesystem::path& folder, const StoreLayout& layout);

  void add(const FinishedRun& run);
  /// Adds a series of the run added last.
  void add_series(const StoredSeries& series);
  /// Puts the files in place and returns their names.
  std::vector<std::filesystem::path> commit();

 private:
  void add_months(const FinishedRun& run);

  std::filesystem::path folder_;
  StoreLayout layout_;
  ResultsDatabase database_;
  CsvRows runs_;
  std::optional<CsvRows> months_{};  // where a run has some
};

}  // namespace hearth
