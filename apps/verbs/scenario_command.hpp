// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>

#include "hearth/apps/options/options.hpp"
#include "hearth/apps/report/collect/collect_report.hpp"
#include "hearth/apps/session/progress.hpp"
#include "hearth/apps/session/run_journal.hpp"
#include "hearth/apps/session/session.hpp"
#include "hearth/apps/verbs/scenario_ranks.hpp"
#include "hearth/estimation/scenarios/run/scenario_runner.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/estimation/scenarios/store/run_store.hpp"

namespace hearth::apps {

/// One call of `hearth scenarios` or `hearth-mpi`, from the reading of the set to the writing of
/// the tables.
class ScenarioCommand {
 public:
  ScenarioCommand(const ScenariosOptions& options, Session& session, ScenarioRanks& ranks);

  /// Returns the exit code.
  int run();
  /// Returns the tables of a finished run, with the plan of its model if a run has one.
  KnownResult known_result();

 private:
  using Clock = std::chrono::steady_clock;

  template <class Step>
  std::optional<RankFailure> together(const Step& step);
  int fail(const RankFailure& failure);

  void open();
  int print_runs();
  void find_share();
  void take_up_record();
  void note_files();
  void begin_journal();
  Diagnostics all_diagnostics() const;
  void work();
  bool go_on(const ScenarioProgress& own);
  void show_progress(const ScenarioProgress& all);
  void finish();
  void finish_interrupted();
  void finish_shard();
  void finish_set();
  MergeReport merge() const;
  void end_journal(RunStatus status);
  void say_failed(const std::vector<std::pair<std::string, std::string>>& failed, long count);

  const ScenariosOptions& options_;
  Session& session_;
  ScenarioRanks& ranks_;
  RunJournal journal_;
  Progress progress_;
  bool journal_begun_ = false;
  bool finished_ = false;  // whether an earlier call has run and recorded the whole set
  Diagnostics earlier_;    // diagnostics of earlier calls that this one continues
  ScenarioSet set_;
  StoreLayout layout_;
  ShareState share_;
  long found_ = 0;         // number of runs that existed before
  long found_failed_ = 0;  // number of these that failed
  ScenarioProgress done_;  // progress of all members
  ScenarioOutcome outcome_;
  Clock::time_point begin_ = Clock::now();
  int signal_ = 0;
  int code_ = 0;
};

}  // namespace hearth::apps
