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

/// Runs one scenario after the other. Consecutive runs of one case use one simulation, which is
/// reset in between: nothing is compiled or read again.
class ScenarioWorker {
 public:
  explicit ScenarioWorker(const ScenarioContext& context);
  ~ScenarioWorker();
  ScenarioWorker(ScenarioWorker&&) noexcept;

  /// Runs a scenario. Its errors are part of the result. Returns nothing if `stop` abandoned it.
  std::optional<FinishedRun> run(const ScenarioRun& run);

  /// Returns the present case, or nothing if the last run had none.
  const SharedCase& present() const { return case_; }

 private:
  class Rows;

  void require_finite(const FinishedRun& result) const;
  void fail(const Error& error, FinishedRun& result);
  void leave_case();
  void enter_case(const ScenarioRun& run);
  bool simulate(const ScenarioRun& run, FinishedRun& result);
  void collect(KpiMeter& meter, FinishedRun& result) const;
  bool stopped() const { return context_.stop && context_.stop(); }

  const ScenarioContext& context_;
  std::string key_;
  SharedCase case_;
  std::optional<Run> run_;
  std::unique_ptr<KpiMeter> meter_;
  std::vector<int> kpi_columns_;  // by column of the layout: index of the KPI of the case, -1: none
};

/// Sets the labels of a run in the order of a layout.
void label_run(const ScenarioSet& set, const ScenarioRun& run, FinishedRun& result);
/// Returns the columns that `label_run` fills.
std::vector<TableColumn> label_columns(const ScenarioSet& set);

/// Returns the reason why a run failed, in one line that does not depend on the place of the run.
std::string failure_text(const Error& error);

}  // namespace hearth
