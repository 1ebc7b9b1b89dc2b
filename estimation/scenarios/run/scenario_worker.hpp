// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/estimation/scenarios/run/case_cache.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/estimation/scenarios/store/run_store.hpp"
#include "hearth/framework/run/packed_runs.hpp"
#include "hearth/framework/run/run.hpp"

namespace hearth {

/// Data that the workers on a set share, either read-only or thread-safe.
struct ScenarioContext {
  const ScenarioSet& set;
  const Registry& registry;
  const StoreLayout& layout;
  CaseCache& cases;
  std::vector<std::shared_ptr<DataResolver>>& resolvers;  ///< by model
  std::function<bool()> stop;                             ///< may be empty
};

/// Runs scenarios. Consecutive runs of one case use one simulation, which is reset in between:
/// nothing is compiled or read again. Several runs of one case advance together in a pack if the
/// model permits it; their results are bit-identical to those of single runs.
class ScenarioWorker {
 public:
  static constexpr std::size_t kMostTogether = PackedRuns::kLanes;

  explicit ScenarioWorker(const ScenarioContext& context);
  ~ScenarioWorker();
  ScenarioWorker(ScenarioWorker&&) noexcept;

  /// Receives a finished run.
  using Sink = std::function<void(FinishedRun&&)>;

  /// Returns whether runs of the case of this run can advance together.
  bool runs_together(const ScenarioRun& run);
  /// Runs scenarios of one case (`case_key`), at most `kMostTogether`, and passes each to
  /// `finished` as soon as it has ended. Errors of runs are part of their results. Returns false if
  /// `stop` abandoned some of the runs.
  bool run(const std::vector<ScenarioRun>& runs, const Sink& finished);
  /// Returns the present case, or nothing if the last run had none.
  const SharedCase& present() const { return case_; }

 private:
  class Rows;

  std::optional<FinishedRun> run_alone(const ScenarioRun& run);
  enum class Packed { Finished, Stopped, NotPossible };
  Packed run_packed(const std::vector<ScenarioRun>& runs, std::vector<FinishedRun>& results);
  void simulate_packed(const std::vector<ScenarioRun>& runs, std::vector<FinishedRun>& results);
  RunSettings settings() const;
  FinishedRun labelled(const ScenarioRun& run) const;
  void begin(const ScenarioRun& run);
  void require_finite(const FinishedRun& result) const;
  void fail(const Error& error, FinishedRun& result);
  void leave_runs();
  void leave_case();
  void enter_case(const ScenarioRun& run);
  bool simulate(const ScenarioRun& run, FinishedRun& result);
  KpiMeter& meter(std::size_t lane, const ScenarioRun& run);
  void collect(KpiMeter& meter, FinishedRun& result) const;
  bool stopped() const { return context_.stop && context_.stop(); }

  const ScenarioContext& context_;
  std::string key_;
  SharedCase case_;
  std::optional<Run> run_;
  std::unique_ptr<PackedRuns> packed_;
  int unpacked_ = 0;  // packs of this case whose runs were repeated alone
  std::vector<std::unique_ptr<KpiMeter>> meters_;  // by lane; a run alone uses the first
  std::vector<int> kpi_columns_;  // by column of the layout: index of the KPI of the case, -1: none
};

/// Sets the labels of a run in the order of a layout.
void label_run(const ScenarioSet& set, const ScenarioRun& run, FinishedRun& result);
/// Returns the columns that `label_run` fills.
std::vector<TableColumn> label_columns(const ScenarioSet& set);

/// Returns the reason why a run failed, in one line that does not depend on the place of the run.
std::string failure_text(const Error& error);

}  // namespace hearth
