// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hearth/data/text/text_file.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/estimation/scenarios/store/run_store.hpp"

namespace hearth {

/// Progress of one call; runs that existed before do not count.
struct ScenarioProgress {
  long done = 0;  ///< number of finished runs, failed ones included
  long failed = 0;
  long total = 0;
  long on_disk = 0;  ///< finished runs that are on the disk; a power failure loses the others
};

/// The options of `run_scenarios`.
struct ScenarioOptions {
  int threads = 1;
  /// Chooses the next run, for queues that several processes share; if empty, runs are taken in
  /// order. Returns a position among the remaining runs, or nothing at the end. Called from one
  /// thread at a time.
  std::function<std::optional<long>()> next{};
  /// Called once before the first run, after this process has opened its part.
  std::function<void()> begun{};
  /// Called after each run, from one thread at a time; false ends the call when the current runs
  /// have finished.
  std::function<bool(const ScenarioProgress&)> progress{};
  /// Called during runs, from any thread; true abandons the current runs.
  std::function<bool()> stop{};
};

/// The result of `run_scenarios`.
struct ScenarioOutcome {
  ScenarioProgress progress{};
  bool stopped = false;  ///< whether `progress` or `stop` ended the call
  /// Ids of the first failed runs, and the reasons.
  std::vector<std::pair<std::string, std::string>> failed{};
  Diagnostics diagnostics{};        ///< warnings of runs, each once
  std::vector<InputFile> inputs{};  ///< data files that the runs read
};

/// Returns the layout of the results of the set. Makes a plan of each model for this purpose.
StoreLayout store_layout(const ScenarioSet& set, const Registry& registry,
                         const std::string& version);

/// The runs of a shard that exist and those that remain.
struct ShareState {
  long total = 0;            ///< number of runs in the shard
  long failed = 0;           ///< runs that exist and failed, except those to be repeated
  std::vector<long> left{};  ///< indexes of the remaining runs, ascending
};

/// Treatment of runs that failed in an earlier call.
enum class FailedRuns { Keep, Retry };

/// Returns the runs of a shard that no store of the folder contains and, with `FailedRuns::Retry`,
/// those that failed. Throws InputError `scenarios.folder_changed`.
ShareState share_state(const StoreLayout& layout, const std::filesystem::path& folder,
                       const Shard& shard, FailedRuns failed = FailedRuns::Keep);

/// Simulates a list of runs and adds their results to the part with that name in the folder. Runs
/// with the same `case_key` share a plan and its series. The memory depends on the number of
/// threads and the number of different cases that they simulate at the same time, not on the number
/// of runs. A failed run is stored with its reason. Throws InputError if results cannot be written
/// (`file.write`) or if data have changed since the set was read (`data.changed`); runs with
/// changed data are not stored.
ScenarioOutcome run_scenarios(const ScenarioSet& set, const Registry& registry,
                              const StoreLayout& layout, const std::vector<long>& runs,
                              const std::filesystem::path& part, const ScenarioOptions& options);

}  // namespace hearth
