// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/framework/base/results.hpp"

namespace hearth {

/// How the names of parts of a set end.
inline constexpr std::string_view kPartEnding = ".part.sqlite";

/// A column of the results table.
struct TableColumn {
  std::string name;
  std::string unit;   ///< "" for texts and bare numbers
  bool text = false;  ///< holds words, otherwise numbers
  friend bool operator==(const TableColumn&, const TableColumn&);
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
  std::string failure;               ///< why the run could not continue, "" if it did
  std::vector<double> kpis{};        ///< NaN: none
  std::vector<std::pair<std::string, std::vector<double>>> months{};
  Results series{};         ///< what was recorded
  double lost_share = 0.0;  ///< the worst of its balance; not stored
};

/// The runs that one process has finished: a SQLite file that survives the end of the process at
/// any moment; a run is in it as a whole or not at all.
///
/// `runs` (index, labels, status, message, KPIs) and `months` are as in the finished set's
/// `results.sqlite`; `recorded` holds what was recorded, one signal of one run in a row. One thread
/// at a time. When it is closed the file is complete by itself and can be read in read-only places.
class RunStore {
 public:
  /// Opens a part of a folder for writing; part and folder are made if they are missing.
  /// InputError `scenarios.folder_changed` where it holds runs of another set,
  /// `data.sqlite_locked` where another process writes it, `data.sqlite_invalid` if it is not such
  /// a file or damaged, `file.write`.
  RunStore(const std::filesystem::path& path, const StoreLayout& layout);
  ~RunStore();
  RunStore(const RunStore&) = delete;
  RunStore& operator=(const RunStore&) = delete;

  /// Adds a run for good, instead of an earlier one of that index. Throws `file.write` (disk
  /// full); the store is then as before.
  void add(const FinishedRun& run);
  /// Waits until all runs are on the disk: a loss of power cannot take them any more. Throws
  /// `file.write`.
  void sync();

 private:
  struct Statements;
  SqliteDatabase database_;
  std::unique_ptr<Statements> statements_;
};

/// Returns the parts and the finished table (`results.sqlite`) that lie in a folder: all files
/// `*.sqlite`, sorted by name; none if there is no folder.
std::vector<std::filesystem::path> stores_in(const std::filesystem::path& folder);

enum class RunState : char { Missing, Failed, Done };

/// Returns the state of each run of a set: done where any of the stores holds it so. A store that
/// another process is writing to is passed over. InputError `scenarios.folder_changed` where one
/// belongs to another set.
std::vector<RunState> run_states(const std::vector<std::filesystem::path>& stores,
                                 const StoreLayout& layout);

struct MergeReport {
  StoreLayout layout{};
  long finished = 0;
  std::vector<std::pair<std::string, std::string>> failed{};  ///< id and reason of failed runs
  std::vector<long> missing{};                                ///< indexes, rising
  std::vector<std::filesystem::path> files{};                 ///< what was written
  bool stopped = false;  ///< given up: no file was written, no part removed
};

/// Returns what `merge_stores` would report, without writing anything: `failed` and `files` are
/// empty. Throws as `merge_stores`.
MergeReport survey_stores(const std::vector<std::filesystem::path>& stores);

/// What becomes of a merge where runs are missing.
enum class MissingRuns {
  LeaveOut,
  Refuse,  ///< they were there a moment ago: `data.sqlite_locked`, before anything is written
};

/// Writes `results.csv`, `results.sqlite` and, if there are months, `monthly.csv` from stores of
/// one set, in the order of the set: the same bytes however the runs were shared out. A run that
/// several stores hold is taken once, from one in which it is done. Each file appears when it is
/// complete. What is missing is left out and reported, unless it is refused. Parts in `folder` of
/// which the result holds everything are removed. InputError `scenarios.merge_mixed` where stores
/// belong to several sets, `scenarios.merge_empty` where they hold no runs, `data.sqlite_locked`
/// where another process writes one, `file.write`. `stop` is asked between runs; true gives the
/// merge up.
MergeReport merge_stores(const std::vector<std::filesystem::path>& stores,
                         const std::filesystem::path& folder,
                         const std::function<bool()>& stop = {},
                         MissingRuns missing = MissingRuns::LeaveOut);

}  // namespace hearth
