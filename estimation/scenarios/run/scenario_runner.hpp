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

/// How far one call is; runs that were there before do not count.
struct ScenarioProgress {
  long done = 0;  ///< failed ones included
  long failed = 0;
  long total = 0;
  long on_disk = 0;  ///< of those that are done; a loss of power costs the others
};

struct ScenarioOptions {
  int threads = 1;
  /// Takes the next run instead of counting: for queues over processes. Returns a position among
  /// the runs that are left, or nothing at the end. Called from one thread at a time.
  std::function<std::optional<long>()> next{};
  /// Called once, when the part is this process's own and before its first run.
  std::function<void()> begun{};
  /// Called after each run, from one thread at a time; false ends the work after the runs that are
  /// under way.
  std::function<bool(const ScenarioProgress&)> progress{};
  /// Asked within runs, from any thread; true gives up the runs that are under way.
  std::function<bool()> stop{};
};

struct ScenarioOutcome {
  ScenarioProgress progress{};
  bool stopped = false;                                       ///< by `progress` or `stop`
  std::vector<std::pair<std::string, std::string>> failed{};  ///< the first: id and reason
  Diagnostics diagnostics{};        ///< warnings that runs had in common, each once
  std::vector<InputFile> inputs{};  ///< data files that the runs read
};

/// Returns the layout of the set's results; makes a plan of each model for it.
StoreLayout store_layout(const ScenarioSet& set, const Registry& registry,
                         const std::string& version);

/// What is there of a share.
struct ShareState {
  long total = 0;            ///< runs of the share
  long failed = 0;           ///< runs that exist and failed, except for those to be done again
  std::vector<long> left{};  ///< indexes of the runs to do, rising
};

enum class FailedRuns { Keep, Retry };

/// Returns which runs of a share no store of the folder holds. InputError
/// `scenarios.folder_changed`.
ShareState share_state(const StoreLayout& layout, const std::filesystem::path& folder,
                       const Shard& shard, FailedRuns failed = FailedRuns::Keep);

/// Runs a list of runs and adds them to the part of that name in the folder. Runs of one `case_key`
/// share a plan and its series; memory is bounded by the number of threads and of distinct cases
/// under way, not by the number of runs. A run that fails is kept with its reason; what cannot be
/// written ends everything (`file.write`), as do data that changed since the set was read
/// (`data.changed`): no run of the changed data is kept.
ScenarioOutcome run_scenarios(const ScenarioSet& set, const Registry& registry,
                              const StoreLayout& layout, const std::vector<long>& runs,
                              const std::filesystem::path& part, const ScenarioOptions& options);

}  // namespace hearth
