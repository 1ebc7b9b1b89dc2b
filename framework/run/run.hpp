// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hearth/framework/balance/balance.hpp"
#include "hearth/framework/base/results.hpp"
#include "hearth/framework/continuous/continuous_simulation.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/framework/plan/saved_state.hpp"
#include "hearth/framework/run/recorder.hpp"
#include "hearth/framework/run/run_checks.hpp"
#include "hearth/framework/stepwise/simulation.hpp"

namespace hearth {

/// Settings of a run: its period, how the model is executed, and which signals are recorded.
struct RunSettings {
  Period period{};                        ///< start, end and step of the rows
  std::optional<Instant> origin{};        ///< zero of clocks; not set: the start
  std::string timezone{};                 ///< time zone of the site, "" if none
  CompileOptions compile{};               ///< engine, coupling, cycle removal
  std::optional<InputHold> input_hold{};  ///< not set: as in the model, otherwise BySample
  SeriesResolver* resolver = nullptr;     ///< resolves series; used by the constructor only
  /// Signals to record: patterns `PATTERN[:STATISTIC][:UNIT]` that match `id.port`, `id.in.port`
  /// or `id@state` (`record_columns`). If empty, the measured outputs, or all outputs if the model
  /// has no measurements.
  std::vector<std::string> record{};
  /// Ends of the intervals that rows of the results cover (`row_ends`). If empty, each step has a
  /// row.
  RowEnds every{};
  /// Whether rows of the continuous engine contain rates as means over the step before the row,
  /// like those of the stepwise engine, instead of values at the instant of the row.
  bool mean_rates = true;
  bool balance = true;             ///< whether to book amounts for `Run::balance`
  SimulationOptions stepwise{};    ///< options of the stepwise engine
  ContinuousOptions continuous{};  ///< options of the continuous engine
};

/// The shared part of runs of one model over one period: the plan, the series and the configuration
/// objects. Immutable; several threads may use it.
class RunBasis {
 public:
  /// Throws InputError or ModelError with all errors of the period and the series.
  RunBasis(std::shared_ptr<const Plan> plan, const RunRequest& request,
           SeriesResolver* resolver = nullptr);
  RunBasis(const RunBasis&) = delete;
  RunBasis& operator=(const RunBasis&) = delete;

  const Plan& plan() const { return *plan_; }
  const RunInputs& inputs() const { return inputs_; }
  const ConfigObjects<double>& objects() const { return objects_; }

 private:
  std::shared_ptr<const Plan> plan_;
  RunInputs inputs_;
  ConfigObjects<double> objects_;
};

/// A point of a run to which the run can return.
struct RunSnapshot {
  long row = -1;
  long recorded = 0;            ///< number of recorded rows
  Recorder recorder{};          ///< contains the sums of the present interval
  std::vector<double> means{};  ///< means of the present row (continuous engine)
  std::variant<Snapshot<double>, ContinuousSnapshot> state{};
};

/// Called after each row (stepwise engine) or each block of rows (continuous engine) with the
/// number of steps done and the total; returns false to stop the run.
using ProgressCallback = std::function<bool(long done, long total)>;

/// One run of a model, in either engine, from its start to its end.
///
///     hearth::Run run(model, hearth::standard_components(), {.period = day});
///     const hearth::Results results = run.to_end();
///
/// Life cycle: constructor (compiles the model and resolves its series), any number of `set`, then
/// `to_end`, or `step` and `advance_to` in any order; `start` starts the run again. A run owns or
/// shares everything that it needs except the registry, which must outlive it.
///
/// Row 0 contains the values at the start. Row k, at start + k step, contains rates (`is_rate`) as
/// means over the step before the row, and all other outputs at the instant of the row. If a value
/// jumps at this instant, the continuous engine records the value before the jump.
class Run {
 public:
  /// Throws InputError or ModelError with all errors found.
  Run(const SimulationModel& model, const Registry& registry, const RunSettings& settings);
  Run(const SimulationModel&, Registry&&, const RunSettings&) = delete;
  /// Makes another run of the same model and period.
  explicit Run(std::shared_ptr<const RunBasis> basis, const RunSettings& settings = {});
  ~Run();
  Run(Run&&) noexcept;
  Run& operator=(Run&&) noexcept;

  /// Returns a run at the same point with the same settings and results, which continues
  /// independently. It records its rows even if this run passes its rows to an observer. Throws
  /// ModelError `model.no_rollback` if a component cannot be copied.
  Run clone();

  const Plan& plan() const { return basis_->plan(); }
  const RunInputs& inputs() const { return basis_->inputs(); }
  const std::shared_ptr<const RunBasis>& basis() const { return basis_; }

  /// Sets a parameter `id.name`, an initial value `id@name` (both used from the next `start`), or
  /// an unconnected input `id.in.port` (used at once). The number is in the unit of the schema.
  /// Throws ModelError with the nearest name for an unknown name, and InputError with the codes of
  /// `check_number` for a number outside the range of a parameter or initial value.
  void set(std::string_view path, double value);
  /// Does the same for a number with a unit, except for unconnected inputs.
  void set(std::string_view path, const Quantity& value);
  /// Discards all values set by `set`.
  void reset() { given_.clear(); }
  /// Records these output cells from the next `start` on; an empty list records nothing.
  void record(const std::vector<int>& cells);
  /// Calls `observer` with the number of each row instead of recording rows; in the observer,
  /// `value` returns the outputs of the row. Call it before `start`.
  void observe(std::function<void(long row)> observer) { observer_ = std::move(observer); }

  /// Moves to row 0, with all values that were set.
  void start();
  /// Calls `stop` after each step of the integrator (continuous engine only). If `stop` returns
  /// true, `advance_rows` and functions that call it return at an earlier row. An exception from
  /// `stop` ends the run.
  void stop_when(std::function<bool()> stop);
  /// Advances by one row.
  void step() { advance_rows(row_ + 1); }
  /// Advances to the last row that is not later than `time`. Throws InputError
  /// `simulation.times_past` if `time` is before the present row or after the end of the run.
  void advance_to(Instant time);
  /// Advances to row `last`; starts the run if it has not been started.
  void advance_rows(long last);
  /// Runs to the end and returns the recorded rows; they are moved out of the run.
  Results to_end();
  /// Runs to the end; returns false if `progress` stopped the run. After a SimulationError or a
  /// stop, `results` contains the rows until then.
  bool run_to_end(const ProgressCallback& progress);

  /// Returns the number of the present row, -1 before the start.
  long row() const { return row_; }
  Instant time() const;
  bool finished() const { return row_ >= inputs().period.step_count(); }
  /// Returns the value of an output `id.port` in the present row, or 0 before the start. Throws
  /// ModelError `model.output_unknown` with the nearest name.
  double value(std::string_view path) const { return value(plan().signal(path)); }
  double value(int cell) const {
    if (stepwise_) return stepwise_->value(cell);
    const auto at = static_cast<std::size_t>(cell);
    return at < means_.size() && !std::isnan(means_[at]) ? means_[at] : continuous_->value(cell);
  }
  const Results& results() const { return results_; }
  Results take_results() { return std::move(results_); }

  /// Returns the present point. Throws ModelError `model.no_rollback` if a component cannot return
  /// to an earlier point.
  RunSnapshot snapshot();
  /// Returns to a point of this run, or of a run of the same basis. Later rows are discarded.
  /// Earlier rows are NaN if this run does not contain them, or if they were moved out of it.
  void restore(const RunSnapshot& point);
  /// Saves the present point by names, so that a run can continue later or elsewhere. Throws
  /// InputError `state.not_serializable` if a component cannot be saved.
  SavedState save();
  /// Starts the run from a saved point of the same model instead of the initial values. Throws
  /// InputError `state.mismatch` if the point belongs to another model, engine or time.
  void load(const SavedState& state);

  /// Returns the balance from the start of the run to the present row; empty if the setting
  /// `balance` is false.
  Balance balance();

  /// Throws InputError `state.not_serializable` if a component cannot be saved by `save`.
  void require_saving() const;
  /// Returns the warnings about the run so far: those of components that can only step, such as
  /// FMUs, and those of `RunChecks`.
  Diagnostics warnings() const;

  /// Return the simulation of the engine that runs the model; null for the other engine.
  Simulation<double>* stepwise() { return stepwise_.get(); }
  ContinuousSimulation* continuous() { return continuous_.get(); }

 private:
  struct Given {
    std::string path;
    std::vector<int> input;  // cell of an unconnected input
    CellRef cells;
    bool initial = false;
    double value = 0.0;
  };

  std::vector<const SteppingInstance*> steppers() const;
  void make_engine();
  void give(Given given);
  void apply(const Given& given);
  void begin_rows();
  void head_results();
  void add_result_row();
  void integrate_rates();
  void take_means();
  void take_row();

  std::shared_ptr<const RunBasis> basis_;
  SimulationOptions stepwise_options_;
  ContinuousOptions continuous_options_;
  std::unique_ptr<Simulation<double>> stepwise_;
  std::unique_ptr<ContinuousSimulation> continuous_;
  std::vector<Given> given_;            // in the order in which it was set
  std::vector<RecordColumn> recorded_;  // from the next start on
  RowEnds every_;
  bool mean_rates_;
  RunChecks checks_;
  Recorder recorder_;              // steps since the last row
  std::vector<int> rates_;         // continuous engine: outputs whose rows are means
  std::vector<double> integrals_;  // of them, at the present row
  std::vector<double> means_;      // by output, of the present row; NaN: use the value
  std::function<void(long)> observer_;
  Results results_;
  long row_ = -1;         // last row taken
  bool started_ = false;  // the engine is at row_, or at the start if that is -1
};

}  // namespace hearth
