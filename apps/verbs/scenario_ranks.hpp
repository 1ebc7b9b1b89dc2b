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

/// The reason why a process could not continue.
struct RankFailure {
  int code = 0;  ///< exit code
  Diagnostics diagnostics;
};

/// The processes that jointly work on one scenario set; by default a single process.
///
/// All members must call the functions marked "together" in the same order.
class ScenarioRanks {
 public:
  virtual ~ScenarioRanks() = default;

  /// Returns whether this member prints, keeps the record and writes the tables.
  virtual bool leads() const { return true; }
  /// Returns the number of threads if none is set.
  virtual int threads() const { return all_threads(); }
  /// Returns the name of this member's part of the results.
  virtual std::string part(const std::optional<Shard>& shard) const {
    if (!shard || shard->count == 1) return "runs";
    return "shard-" + std::to_string(shard->index) + "-of-" + std::to_string(shard->count);
  }

  /// Together: ends a stage; returns the failure of the first member that failed.
  virtual std::optional<RankFailure> settle(std::optional<RankFailure> own) { return own; }
  /// Together: distributes the leader's list of runs to all members.
  virtual void share(std::vector<long>& runs) { static_cast<void>(runs); }
  /// Together: returns the signal that any member caught, or 0.
  virtual int agree_on_signal(int own) { return own; }
  /// Together: waits for all members; meanwhile calls `idle` several times a second.
  virtual void wait(const std::function<void()>& idle) { static_cast<void>(idle); }

  /// Returns the queue of the runs in the shared list; if empty, each member takes the runs in
  /// order.
  virtual std::function<std::optional<long>()> queue() { return {}; }
  /// Reports the progress of this member; returns the progress of all members.
  virtual ScenarioProgress total(const ScenarioProgress& own) { return own; }
  /// Asks all members to stop.
  virtual void stop() {}
  /// Returns whether a member has called `stop`; may be called from any thread.
  virtual bool stopped() { return false; }
};

}  // namespace hearth::apps
