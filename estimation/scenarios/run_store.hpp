// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hearth/data/sqlite.hpp"
#include "hearth/framework/results.hpp"

namespace hearth {

/// A column of the results table.
struct TableColumn {
  std::string name;
  std::string unit;   ///< "" for texts and bare numbers
  bool text = false;  ///< holds words, else numbers
};

/// What a folder of results is for; the same for all processes that work on one set.
struct StoreLayout {
  std::string set;      ///< name of the set
  std::string version;  ///< of Hearth
  std::uint64_t fingerprint = 0;
  long runs = 0;                      ///< in the whole set
  std::vector<TableColumn> labels{};  ///< id, model, axes, swept values
  std::vector<TableColumn> kpis{};
  friend bool operator==(const StoreLayout&, const StoreLayout&);
};

/// A run that has ended.
struct FinishedRun {
  long index = 0;
  std::vector<std::string> words{};  ///< of the labels that are texts, in their order
  std::vector<double> numbers{};     ///< of the labels that are numbers; NaN: none
  std::string failure;               ///< why the run could not go on, "" if it did
  std::vector<double> kpis{};        ///< NaN: none
  std::vector<std::pair<std::string, std::vector<double>>> months{};
  Results series{};  ///< what was recorded
};

/// The runs that one process has finished: a SQLite file that survives the end of the process at
/// any moment; a run is in it as a whole or not at all.
///
/// `runs` (index, labels, status, message, KPIs), `months`, `series` (run, signal, unit) and
/// `samples` (series, time, value). The finished set's `results.sqlite` has the same tables.
class RunStore {
 public:
  /// Opens a part of a folder for writing, made where it is missing. InputError
  /// `scenarios.folder_changed` where it holds runs of another set, `data.sqlite_locked` where
  /// another process writes it, `file.write`.
  RunStore(const std::filesystem::path& path, const StoreLayout& layout);

  /// Adds a run for good. Throws `file.write` (disk full).
  void add(const FinishedRun& run);

 private:
  SqliteDatabase database_;
};

/// Returns the parts and the finished table that lie in a folder, sorted by name.
std::vector<std::filesystem::path> stores_in(const std::filesystem::path& folder);

/// Returns which runs of a set the stores hold; one that another process is writing to is passed
/// over. InputError `scenarios.folder_changed` where one belongs to another set.
std::vector<bool> finished_runs(const std::vector<std::filesystem::path>& stores,
                                const StoreLayout& layout);

struct MergeReport {
  StoreLayout layout{};
  long finished = 0;
  std::vector<std::pair<std::string, std::string>> failed{};  ///< id and reason of failed runs
  std::vector<long> missing{};                                ///< indexes, rising
  std::vector<std::filesystem::path> files{};                 ///< what was written
};

/// Writes `results.csv`, `results.sqlite` and, where there are months, `monthly.csv` from stores of
/// one set, in the order of the set: the same bytes however the runs were shared out. A run that
/// several stores hold is taken once. Parts in `folder` that are complete in the result are
/// removed. InputError `scenarios.merge_mixed` where stores belong to several sets, `file.write`.
MergeReport merge_stores(const std::vector<std::filesystem::path>& stores,
                         const std::filesystem::path& folder);

}  // namespace hearth
