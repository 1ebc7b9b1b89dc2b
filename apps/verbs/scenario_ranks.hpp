// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hearth/apps/options/options.hpp"
#include "hearth/estimation/scenarios/run/scenario_runner.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

/// Why a process could not continue.
struct RankFailure {
  int code = 0;  ///< to exit with
  Diagnostics diagnostics;
};

/// The processes that work on one scenario set together; by default one process alone.
///
/// All members call the functions marked "together", in the same order.
class ScenarioRanks {
 public:
  virtual ~ScenarioRanks() = default;

  /// Whether this one speaks, keeps the record and writes the tables.
  virtual bool leads() const { return true; }
  /// Threads if none are asked for.
  virtual int threads() const { return all_threads(); }
  /// Returns the name of this one's part of the results.
  virtual std::string part(const std::optional<Shard>& shard) const {
    if (!shard || shard->count == 1) return "runs";
    return "shard-" + std::to_string(shard->index) + "-of-" + std::to_string(shard->count);
  }

  /// Together: ends a step; returns the failure of the first member that had one.
  virtual std::optional<RankFailure> settle(std::optional<RankFailure> own) { return own; }
  /// Together: gives the leader's list of runs to all.
  virtual void share(std::vector<long>& runs) { static_cast<void>(runs); }
  /// Together: returns the signal that any member caught, 0 if none.
  virtual int agree_on_signal(int own) { return own; }
  /// Together: returns when all are here; calls `idle` some times a second until then.
  virtual void wait(const std::function<void()>& idle) { static_cast<void>(idle); }

  /// Returns the queue of the runs in the list that was shared; empty: each counts by itself.
  virtual std::function<std::optional<long>()> queue() { return {}; }
  /// Reports what this one has done; returns what all have.
  virtual ScenarioProgress total(const ScenarioProgress& own) { return own; }
  /// Asks all to end.
  virtual void stop() {}
  /// Whether somebody asked for that; may be called from any thread.
  virtual bool stopped() { return false; }
};

}  // namespace hearth::apps
