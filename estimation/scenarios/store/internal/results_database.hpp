// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/data/text/temporary_file.hpp"
#include "hearth/estimation/scenarios/store/internal/store_reader.hpp"
#include "hearth/estimation/scenarios/store/run_store.hpp"

namespace hearth {

/// `results.sqlite` under a temporary name in the same folder until it is complete.
class ResultsDatabase {
 public:
  ResultsDatabase(const std::filesystem::path& path, const StoreLayout& layout);
  ~ResultsDatabase();
  ResultsDatabase(const ResultsDatabase&) = delete;
  ResultsDatabase& operator=(const ResultsDatabase&) = delete;

  void add(const FinishedRun& run);
  /// Adds a series of the last added run.
  void add_series(const StoredSeries& series);
  void commit();

 private:
  struct Statements;

  std::filesystem::path target_;
  TemporaryFile temporary_;
  std::optional<SqliteDatabase> database_;
  std::unique_ptr<Statements> statements_;
  std::int64_t run_ = 0;
  std::int64_t series_ = 0;
};

/// Removes from a folder the files of merges that were killed; files of running merges remain.
void remove_leftovers(const std::filesystem::path& folder);

}  // namespace hearth
