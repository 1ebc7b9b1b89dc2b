// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>

#include "hearth/apps/options.hpp"
#include "hearth/apps/progress.hpp"
#include "hearth/apps/run_journal.hpp"
#include "hearth/apps/scenario_team.hpp"
#include "hearth/apps/session.hpp"
#include "hearth/estimation/scenarios/run_store.hpp"
#include "hearth/estimation/scenarios/scenario_runner.hpp"
#include "hearth/estimation/scenarios/scenario_set.hpp"

namespace hearth::apps {

/// One call of `hearth scenarios` or `hearth-mpi`, from the set to the tables.
class ScenarioCall {
 public:
  ScenarioCall(const ScenariosOptions& options, Session& session, ScenarioTeam& team);

  /// Returns the exit code.
  int run();

 private:
  using Clock = std::chrono::steady_clock;

  template <class Step>
  std::optional<TeamFailure> together(const Step& step);
  int fail(const TeamFailure& failure);

  void open();
  void check_engine() const;
  void print_runs() const;
  void find_share();
  void refuse_inputs_as_outputs() const;
  void begin_journal();
  void work();
  bool go_on(const ScenarioProgress& own);
  void show_progress(const ScenarioProgress& all);
  void finish();
  void finish_interrupted();
  void finish_shard();
  void finish_set();
  void end_journal(RunStatus status);
  void say_failed(const std::vector<std::pair<std::string, std::string>>& failed, long count);

  const ScenariosOptions& options_;
  Session& session_;
  ScenarioTeam& team_;
  RunJournal journal_;
  Progress progress_;
  bool journal_begun_ = false;
  ScenarioSet set_;
  StoreLayout layout_;
  ShareState share_;
  long found_ = 0;         // runs that were there
  long found_failed_ = 0;  // of those, the failed ones
  ScenarioProgress done_;  // of all members
  ScenarioOutcome outcome_;
  Clock::time_point begin_ = Clock::now();
  int signal_ = 0;
  int code_ = 0;
};

}  // namespace hearth::apps
