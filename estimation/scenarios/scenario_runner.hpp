// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hearth/estimation/scenarios/run_store.hpp"
#include "hearth/estimation/scenarios/scenario_set.hpp"

namespace hearth {

/// A share of a set: the runs whose index leaves the remainder `index` when divided by `count`.
struct Shard {
  long index = 0;
  long count = 1;
};

struct ScenarioProgress {
  long done = 0;  ///< of this process's share, those found from an earlier start included
  long failed = 0;
  long total = 0;
};

struct ScenarioOptions {
  int threads = 1;
  Shard shard{};
  std::string version;
  bool retry_failed = false;
  /// What to do, in place of the runs of the share that no store holds: for processes that have to
  /// agree.
  std::optional<std::vector<long>> left{};
  /// Takes the next run in place of counting: for queues over processes. Returns a position among
  /// the runs that are left, or nothing at the end. Called from one thread at a time.
  std::function<std::optional<long>()> next{};
  /// Called after each run, from one thread at a time; false ends the work after the runs that are
  /// under way.
  std::function<bool(const ScenarioProgress&)> progress{};
  /// Asked within runs, from any thread; true gives up the runs that are under way.
  std::function<bool()> stop{};
};

struct ScenarioOutcome {
  ScenarioProgress progress{};
  bool stopped = false;             ///< by `progress` or `stop`
  Diagnostics diagnostics{};        ///< warnings that runs had in common, each once
  std::vector<InputFile> inputs{};  ///< data files that the runs read
};

/// What is there of a share.
struct ShareState {
  long total = 0;  ///< runs of the share
  std::vector<long> left{};
};

/// Returns which runs of a share no store of the folder holds. InputError
/// `scenarios.folder_changed`.
ShareState share_state(const StoreLayout& layout, const std::filesystem::path& folder,
                       const ScenarioOptions& options);

/// Returns the layout of the set's results; makes a plan of each model for it.
StoreLayout store_layout(const ScenarioSet& set, const Registry& registry,
                         const std::string& version);

/// Runs what is left of a share and adds it to the store `part` of `folder`. Runs of one
/// `case_key` share a plan and its series; memory is bounded by the number of threads and of
/// distinct cases under way, not by the number of runs. A run that fails is kept with its reason;
/// what cannot be written ends everything (`file.write`).
ScenarioOutcome run_scenarios(const ScenarioSet& set, const Registry& registry,
                              const std::filesystem::path& folder, const std::string& part,
                              const ScenarioOptions& options);

}  // namespace hearth
