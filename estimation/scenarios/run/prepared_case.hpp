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

/// Compiles the model of a run. Throws the errors of the model.
CompiledCase compile_case(const ScenarioSet& set, const ScenarioRun& run, const Registry& registry);

/// Returns the KPIs of a model from the first of its cases that can be compiled; only some cases
/// are tried. Returns nothing if none of these can be compiled. If all fail because of their KPIs,
/// `why` gets the problems of the first case.
std::optional<Kpis> kpis_of_model(const ScenarioSet& set, int model, const Registry& registry,
                                  Diagnostics& why);

/// The data that all runs of one case share. They are made once, do not change, and are used by
/// several threads.
class PreparedCase {
 public:
  /// Throws InputError or ModelError if the case is wrong. Calls `stop` before it reads each
  /// series, and throws SimulationError `run.interrupted` if `stop` returns true.
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
  /// Returns the first recorded row: the end of the warm-up or the first row after it.
  long first_row() const { return first_row_; }
  /// Returns the recorder of rows, which is copied for each run.
  const Recorder& recorder() const { return recorder_; }
  /// Returns the time that a recorded row covers, in the form of `Results::interval`.
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
