// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/run/run.hpp"

namespace hearth {

/// A compiled case and the KPIs of its signals.
struct CompiledCase {
  ScenarioCase content;
  std::shared_ptr<const Plan> plan;
  Diagnostics diagnostics;  ///< warnings and notes
  Kpis kpis;
};

/// Compiles what a run simulates. Throws what is wrong with it.
CompiledCase compile_case(const ScenarioSet& set, const ScenarioRun& run, const Registry& registry);

/// Returns the KPIs of a model in the first of its cases that can be compiled; only some are tried.
/// Nothing if none can; `why` gets what is wrong with the first, if all fail by their KPIs.
std::optional<Kpis> kpis_of_model(const ScenarioSet& set, int model, const Registry& registry,
                                  Diagnostics& why);

/// What all runs of one case share: made once, never changed, used by several threads.
class PreparedCase {
 public:
  /// Throws InputError or ModelError: what is wrong with the case. Asks `stop` before each series:
  /// SimulationError `run.interrupted` when it returns true.
  PreparedCase(const ScenarioSet& set, const ScenarioRun& run, const Registry& registry,
               DataResolver& resolver, const std::function<bool()>& stop = {});
  PreparedCase(const PreparedCase&) = delete;
  PreparedCase& operator=(const PreparedCase&) = delete;

  const Plan& plan() const { return *compiled_.plan; }
  const Kpis& kpis() const { return compiled_.kpis; }
  const RunInputs& inputs() const { return basis_->inputs(); }
  const std::shared_ptr<const RunBasis>& basis() const { return basis_; }
  bool continuous() const { return plan().options.engine == Engine::Continuous; }

  const Period& period() const { return inputs().period; }
  /// Returns the first row that is kept: the end of warm-up or the first after it.
  long first_row() const { return first_row_; }
  /// Returns what makes the rows that are kept: a value to be copied for each run.
  const Recorder& recorder() const { return recorder_; }
  /// Returns what a kept row covers, as `Results::interval`.
  const std::string& interval() const { return interval_; }
  const KpiMeter::Request& kpi_request() const { return kpi_request_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  void prepare_rows(const ScenarioSet& set, const Zone& zone);

  CompiledCase compiled_;
  std::shared_ptr<const RunBasis> basis_;
  Recorder recorder_;
  std::string interval_;
  long first_row_ = 0;
  KpiMeter::Request kpi_request_;
  Diagnostics diagnostics_;
};

}  // namespace hearth
