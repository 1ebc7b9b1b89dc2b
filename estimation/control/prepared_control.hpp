// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/estimation/control/control_problem.hpp"
#include "hearth/estimation/control/controlled_model.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/plan/run_inputs.hpp"

namespace hearth {

/// Returns a number converted to another unit.
inline double applied(const Conversion& conversion, double value) {
  return conversion.identity() ? value : conversion.factor * value + conversion.shift;
}

/// An output of a system, and the conversion of its numbers to the unit of the problem.
struct ControlOutput {
  int cell = 0;
  Conversion conversion{};

  double value(double own) const { return applied(conversion, own); }
};

/// A model with unconnected inputs for decisions, ready to be simulated over all rows of a problem.
struct ControlSystem {
  std::shared_ptr<const Plan> plain;  ///< plan of the original model
  /// By decision: the output that it replaces; "" if the input had no connection.
  std::vector<std::string> replaced;
  std::vector<bool> late;  ///< by decision: whether all receivers got the value of the previous row
  std::shared_ptr<const Plan> plan;
  std::unique_ptr<const RunInputs> inputs;
  std::unique_ptr<ConfigObjects<double>> objects;
  /// For the model only, and only if all components have derivatives.
  std::unique_ptr<ConfigObjects<Jet8>> jets;
  std::vector<std::string> components;  ///< PassThrough of each decision
  std::vector<int> decisions;           ///< unconnected input of each decision
  std::vector<int>
      delayed;  ///< unconnected input of the receivers that got the previous value; -1: none
  std::vector<Conversion> to_own;  ///< from the unit of each decision to the unit of its cell
  std::vector<ControlOutput> costs, limits, measured;
};

/// A term of the objective at the rows of a run.
struct CostRows {
  double factor = 1.0;            ///< from the mean over a step to the integral over it
  std::vector<double> price;      ///< over the step that ends at a row, including the weight
  std::vector<double> reference;  ///< empty: none

  /// Returns the cost of a step with this mean of the output.
  double value(long row, double mean) const;
  double slope(long row, double mean) const;
};

/// Bounds of an output at the rows of a run; infinite: no bound.
struct LimitRows {
  std::vector<double> min, max;
  bool at_end = false;
  double penalty = 0.0;  ///< per unit in one row; 0: hard limit
};

/// Results of the system without decisions, by row.
struct ControlBaseline {
  std::vector<std::vector<double>> decisions;  ///< by decision: the replaced values
  std::vector<std::vector<double>> costs;      ///< by term: mean of the output over the step
  std::vector<std::vector<double>> limits;     ///< by limit: the output
};

/// A control problem that is ready to be solved: models with unconnected inputs for the decisions,
/// series at rows, and the run without decisions. Rows count steps from the start of the warm-up.
class PreparedControl {
 public:
  /// Throws ModelError and InputError if the problem is wrong. `stop` is called at each step of the
  /// run without decisions; once it returns true, the object must not be used.
  PreparedControl(const ControlProblem& problem, const Registry& registry,
                  const std::function<bool()>& stop = {});

  const ControlProblem& problem() const { return problem_; }
  /// Returns the model that predicts; `plant` returns the model to which decisions are applied,
  /// which may be the same.
  const ControlSystem& model() const { return model_; }
  const ControlSystem& plant() const { return plant_ ? *plant_ : model_; }
  bool has_plant() const { return plant_.has_value(); }

  long start_row() const { return start_row_; }
  long end_row() const { return end_row_; }
  /// Returns the number of steps between searches; `horizon` returns the length of each horizon in
  /// steps.
  long every() const { return every_; }
  long horizon() const { return horizon_; }
  Instant time(long row) const { return period_.start + row * period_.step; }
  double step_hours() const { return seconds(period_.step) / 3600.0; }

  const std::vector<CostRows>& costs() const { return costs_; }
  const std::vector<LimitRows>& limits() const { return limits_; }
  const std::vector<Unit>& decision_units() const { return decision_units_; }
  const std::vector<Unit>& cost_units() const { return cost_units_; }
  const std::vector<Unit>& limit_units() const { return limit_units_; }
  /// Bounds, block length in steps and largest change of each decision, in the unit of the
  /// decision.
  struct Bounds {
    double min = 0.0, max = 0.0;
    long block = 1;
    std::optional<double> max_change{};
    std::optional<double> initial{};
  };
  const std::vector<Bounds>& bounds() const { return bounds_; }
  const ControlBaseline& baseline() const { return baseline_; }
  /// Returns the value that the receivers of a decision got at a row up to the start, in the unit
  /// of the decision.
  double before(std::size_t decision, long row) const;
  /// Return the settings of the filter: cells of states that noise drives, intensities of that
  /// noise, cells of uncertain initial values, and their standard deviations.
  const std::vector<int>& noisy() const { return noisy_; }
  const std::vector<double>& intensities() const { return intensities_; }
  const std::vector<int>& uncertain() const { return uncertain_; }
  const std::vector<double>& initial_sds() const { return initial_sds_; }
  const std::vector<double>& measured_sds() const { return measured_sds_; }
  Diagnostics& diagnostics() { return diagnostics_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  void find_rows();
  CompileOptions compile_options() const;
  ControlSystem make_system(const SimulationModel& model,
                            const std::map<std::string, std::string>& names, bool is_plant);
  void find_outputs(ControlSystem& system, const std::map<std::string, std::string>& names,
                    bool is_plant);
  void find_bounds();
  void find_costs();
  void find_limits();
  void find_filter();
  Series price(const ControlCost& cost, bool power);
  Series series(const SeriesSpec& spec, const std::optional<Unit>& unit, const Where& where);
  Series series(const SeriesSpec& spec, const std::optional<Unit>& unit, const Where& where,
                Diagnostics& diagnostics);
  std::vector<double> at_rows(const Series& series) const;
  std::vector<double> over_steps(const Series& series) const;
  std::string horizon_hint() const;
  std::optional<std::size_t> decision_of(const std::string& name) const;
  double quantity(const Quantity& given, const Unit& unit, const Where& where, bool difference);
  void run_baseline(const std::function<bool()>& stop);
  void check_first_changes();

  const ControlProblem& problem_;
  const Registry& registry_;
  DataResolver resolver_;
  Period period_;
  long start_row_ = 0, end_row_ = 0, every_ = 0, horizon_ = 0;
  ControlSystem model_;
  std::optional<ControlSystem> plant_;
  std::vector<CostRows> costs_;
  std::vector<LimitRows> limits_;
  std::vector<Unit> decision_units_, cost_units_, limit_units_, measured_units_;
  std::vector<Bounds> bounds_;
  ControlBaseline baseline_;
  std::vector<int> noisy_, uncertain_;
  std::vector<double> intensities_, initial_sds_, measured_sds_;
  Diagnostics diagnostics_;
};

}  // namespace hearth
