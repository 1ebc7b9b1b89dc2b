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
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/results.hpp"

namespace hearth {

/// Ending of the file names of parts of a set.
inline constexpr std::string_view kPartEnding = ".part.sqlite";

/// A column of the results table.
struct TableColumn {
  std::string name;
  std::string unit;   ///< "" for texts and bare numbers
  bool text = false;  ///< whether it contains words; otherwise numbers
  friend bool operator==(const TableColumn&, const TableColumn&);
};

/// The columns and the identity of a folder of results. They are the same for all processes that
/// work on one set.
struct StoreLayout {
  std::string set;      ///< name of the set
  std::string version;  ///< version of Hearth
  std::uint64_t fingerprint = 0;
  long runs = 0;                      ///< number of runs in the whole set
  std::vector<TableColumn> labels{};  ///< id, model, axes, swept values
  std::vector<TableColumn> kpis{};
  friend bool operator==(const StoreLayout&, const StoreLayout&);
};

/// A finished run.
struct FinishedRun {
  long index = 0;
  std::vector<std::string> words{};  ///< text labels in their order
  std::vector<double> numbers{};     ///< numeric labels in their order; NaN: none
  std::string failure;               ///< reason why the run could not continue; "" if it succeeded
  std::vector<double> kpis{};        ///< NaN: none
  std::vector<std::pair<std::string, std::vector<double>>> months{};
  Results series{};         ///< recorded signals
  double lost_share = 0.0;  ///< largest error of its balance; not stored
  Diagnostics warnings{};   ///< warnings of its results; not stored
};

/// The finished runs of one process: a SQLite file that survives the end of the process at any
/// moment. A run is stored completely or not at all.
///
/// `runs` (index, labels, status, message, KPIs) and `months` are as in `results.sqlite` of the
/// finished set; each row of `recorded` contains one recorded signal of one run. May be used by one
/// thread at a time. After the store is closed, its file needs no other files and can be read in
/// read-only folders.
class RunStore {
 public:
  /// Opens a part of a folder for writing; creates part and folder if they are missing. Throws
  /// InputError `scenarios.folder_changed` if the part contains runs of another set,
  /// `data.sqlite_locked` if another process is writing to it, `data.sqlite_invalid` if the file is
  /// damaged or is not a store, and `file.write` if it cannot be written.
  RunStore(const std::filesystem::path& path, const StoreLayout& layout);
  ~RunStore();
  RunStore(const RunStore&) = delete;
  RunStore& operator=(const RunStore&) = delete;

  /// Adds a run permanently; replaces an earlier run with the same index. If it cannot be written,
  /// for example because the disk is full, throws `file.write` and leaves the store unchanged.
  void add(const FinishedRun& run);
  /// Waits until all runs are on the disk, where a power failure cannot destroy them. Throws
  /// `file.write`.
  void sync();

 private:
  struct Statements;
  SqliteDatabase database_;
  std::unique_ptr<Statements> statements_;
};

/// Returns the parts and the finished table (`results.sqlite`) in a folder: all files `*.sqlite`,
/// sorted by name; none if the folder does not exist.
std::vector<std::filesystem::path> stores_in(const std::filesystem::path& folder);

/// The state of a run in the stores.
enum class RunState : char { Missing, Failed, Done };

/// Returns the state of each run of a set; a run is done if it is done in any of the stores.
/// Ignores a store to which another process is writing. Throws InputError
/// `scenarios.folder_changed` if a store belongs to another set.
std::vector<RunState> run_states(const std::vector<std::filesystem::path>& stores,
                                 const StoreLayout& layout);

/// The result of `merge_stores`.
struct MergeReport {
  StoreLayout layout{};
  long finished = 0;
  std::vector<std::pair<std::string, std::string>> failed{};  ///< id and reason of failed runs
  std::vector<long> missing{};                                ///< indexes, ascending
  std::vector<std::filesystem::path> files{};                 ///< written files
  bool stopped = false;  ///< whether it was abandoned: no file was written, no part removed
};

/// Returns the report that `merge_stores` would return, with empty `failed` and `files`. Writes
/// nothing. Throws the errors of `merge_stores`.
MergeReport survey_stores(const std::vector<std::filesystem::path>& stores);

/// Treatment of missing runs in a merge.
enum class MissingRuns {
  LeaveOut,
  Refuse,  ///< merge nothing; throw `data.sqlite_locked`, because these runs existed before
};

/// Writes `results.csv`, `results.sqlite` and, if there are months, `monthly.csv` from the stores
/// of one set, in the order of the set. The files are byte-identical for any distribution of runs
/// over stores. A run that several stores contain is written once, from a store in which it is
/// done. Each file appears when it is complete. Missing runs are left out and reported, or refused
/// (`MissingRuns`). Parts in `folder` are removed if the result contains all of their content.
/// Throws InputError `scenarios.merge_mixed` if stores belong to several sets,
/// `scenarios.merge_empty` if they contain no runs, `data.sqlite_locked` if another process is
/// writing to one, and `file.write`. `stop` is called between runs; true abandons the merge.
MergeReport merge_stores(const std::vector<std::filesystem::path>& stores,
                         const std::filesystem::path& folder,
                         const std::function<bool()>& stop = {},
                         MissingRuns missing = MissingRuns::LeaveOut);

}  // namespace hearth
