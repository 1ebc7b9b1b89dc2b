// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/estimation/calibration/expression.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/plan/run_inputs.hpp"

namespace hearth {

class EstimatedSeries;

/// The measurements of one period at the rows of its run.
struct PeriodData {
  RunInputs inputs;
  long first_row = 0;                         ///< first row that is compared
  std::vector<std::vector<double>> measured;  ///< by measurement and row, NaN if missing
  /// By measurement and row, the length in steps of the interval of a mean; empty if the values of
  /// a measurement are instantaneous.
  std::vector<std::vector<double>> intervals;
  /// By measurement and row, for measurements that are means: whether an interval begins at the
  /// row.
  std::vector<std::vector<char>> mean_begins;
  std::vector<long> missing;  ///< number of missing values among the compared rows, by measurement
};

/// Returns the number of measured values that are compared.
inline int compared_values(const PeriodData& data) {
  long count = 0;
  for (std::size_t m = 0; m < data.measured.size(); ++m) {
    count += static_cast<long>(data.measured[m].size()) - data.first_row - data.missing[m];
  }
  return static_cast<int>(count);
}

/// A part of a simulation that a number of the estimator sets.
struct Target {
  std::string name;  ///< `id.name`, `id.name[key]`, `id@state`, or `scale of id.port`
  CellRef cells;
  bool state = false;     ///< true: an initial state, false: a parameter
  Conversion conversion;  ///< from the unit of the estimator to that of the cells

  /// Returns a number of the estimator in the unit of the cells.
  template <class T>
  T value(const T& number) const {
    return conversion.identity() ? number : T(conversion.factor * number + conversion.shift);
  }
  /// Returns the number of the estimator that corresponds to `value` in the cells.
  double number(double value) const {
    return conversion.identity() ? value : (value - conversion.shift) / conversion.factor;
  }
};

/// Returns a parameter with bounds that keep its targets within the valid ranges of the model.
estimation::Parameter within_ranges(estimation::Parameter parameter,
                                    const std::vector<Target>& targets);

/// The parts of a simulation that an expression of the estimator's numbers sets.
struct DerivedTargets {
  CalibrationExpression expression;  ///< with its unit filled in
  Expression value;                  ///< expression in the numbers of all parameters
  std::vector<Target> targets;
};

/// A number of the filter or of a sensor: a constant, or a number of the estimator times a factor.
struct FilterNumber {
  int parameter = -1;   ///< index among the parameters of the problem; -1: constant
  double factor = 0.0;  ///< factor of that number, or the constant

  double at(const std::vector<double>& parameters) const {
    return parameter < 0 ? factor : factor * parameters[static_cast<std::size_t>(parameter)];
  }
};

/// A number of the estimator by which a sensor reads too high.
struct SensorBias {
  std::size_t measurement = 0;
  FilterNumber number;  ///< in the unit of the output
};

/// The settings of a Kalman filter that are not part of the model.
struct FilterSetup {
  std::vector<int> noisy;  ///< cells of states that noise drives
  /// Intensity of each noisy cell: the sd that noise adds in 1 s.
  std::vector<FilterNumber> intensities;
  std::vector<CellRef> uncertain_states;  ///< states whose initial values are uncertain
  std::vector<int> uncertain;             ///< their cells
  std::vector<double> initial_sds;        ///< sd of each uncertain cell
  std::vector<FilterNumber> sds;          ///< sd of each measurement, in the unit of its output
};

/// Returns whether a value is in the range for which the equations are valid, up to rounding.
bool allows(const Range& range, double value);

/// A calibration problem that is ready to run: plan, inputs, measurements at rows, targets.
class PreparedProblem {
 public:
  PreparedProblem(const CalibrationProblem& problem, const Registry& registry);

  const CalibrationProblem& problem() const { return problem_; }
  const Plan& plan() const { return *plan_; }
  const std::shared_ptr<const Plan>& shared_plan() const { return plan_; }
  const std::vector<PeriodData>& periods() const { return periods_; }
  const std::vector<PeriodData>& validation() const { return validation_; }
  /// Returns the targets of each parameter.
  const std::vector<std::vector<Target>>& targets() const { return targets_; }
  const std::vector<DerivedTargets>& derived() const { return derived_; }
  /// Returns the parameters with their units filled in. A parameter with a number for each period
  /// occurs once for each period.
  const std::vector<CalibrationParameter>& parameters() const { return parameters_; }
  /// Returns the output cell of each measurement. `deviations` returns the standard deviation of
  /// each measurement, in the unit of the output.
  const std::vector<int>& cells() const { return cells_; }
  const std::vector<double>& deviations() const { return deviations_; }
  /// Returns the sensors whose reading is the sum of the output and a number of the estimator.
  const std::vector<SensorBias>& sensor_biases() const { return sensor_biases_; }
  /// Returns the sources that replace outputs whose scale or bias is estimated.
  const std::vector<SeriesReplacement>& corrections() const;
  /// Returns the setup of the filter for ErrorModel::Kalman.
  const FilterSetup& filter() const { return filter_; }
  /// Returns the parameters whose values are computed from other parameters of their component.
  const std::vector<CellRef>& computed() const { return computed_; }
  /// Returns the cells of outputs whose initial value is set in the model, but is determined by an
  /// estimated state.
  const std::vector<int>& freed_outputs() const { return freed_outputs_; }
  std::vector<estimation::Parameter> estimated() const;
  /// Returns whether runs have exact derivatives and the problem requests them.
  bool exact_derivatives() const {
    return problem_.derivatives == Derivatives::Exact && plan_->stepper_count == 0;
  }
  /// Returns whether a parameter is set in the period with that number.
  bool acts_in(std::size_t parameter, int period) const {
    return parameters_[parameter].period < 0 || parameters_[parameter].period == period;
  }
  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  void find_targets();
  void find_derived();
  std::vector<Target> find_targets_of(const std::vector<std::string>& names,
                                      std::optional<Unit>& unit, const Where& where);
  std::optional<Target> find_target(const std::string& name, std::optional<Unit>& unit,
                                    const Where& where);
  std::optional<Target> parameter_target(const std::string& name, const std::string& parameter,
                                         std::optional<Unit>& unit, const Where& where);
  std::optional<Unit> unit_of_series(const CellRef& cells) const;
  std::optional<Target> in_unit(Target target, std::optional<Unit>& unit, const Where& where);
  void find_corrections(CalibrationParameter& parameter, std::vector<Target>& targets);
  void find_sensor_biases();
  void take_cells(const Target& target, const Where& where);
  void check_bounds(const CalibrationParameter& parameter, const std::vector<Target>& targets);
  void find_computed();
  void free_initial_outputs();
  void find_measurements();
  void find_filter();
  void add_noise(const std::string& state, const Where& where, Duration noise_time,
                 const std::optional<Unit>& unit, FilterNumber number);
  void add_initial_sd(const InitialSd& given);
  std::optional<SensorBias> find_sensor(const std::string& port, std::size_t parameter,
                                        const char* what);
  void add_sensor_noise(const std::string& port, std::size_t parameter);
  std::optional<CellRef> find_state(const std::string& name, const Where& where);
  void read_periods(const std::vector<CalibrationPeriod>& periods, std::vector<PeriodData>& data);
  void require_values(const std::vector<PeriodData>& data, bool some_suffice);
  PeriodData read_period(const CalibrationPeriod& period);
  void find_mean_begins(PeriodData& data, const Where& where);
  void warn_of_overlaps();
  void warn_of_validation();
  void warn_of_fixed();
  void warn_of_unused(const CalibrationPeriod& period, std::size_t measurement, long used);

  const CalibrationProblem& problem_;
  std::shared_ptr<const EstimatedSeries> series_;
  std::shared_ptr<const Plan> plan_;
  DataResolver resolver_;
  std::vector<PeriodData> periods_, validation_;
  std::vector<CalibrationParameter> parameters_;
  std::vector<std::vector<Target>> targets_;
  std::vector<DerivedTargets> derived_;
  std::map<int, std::string> taken_;  // by cell: the target that sets it
  std::vector<int> cells_;
  std::vector<double> deviations_;
  std::vector<SensorBias> sensor_biases_;
  FilterSetup filter_;
  std::vector<CellRef> computed_;
  std::vector<int> freed_outputs_;
  Diagnostics diagnostics_;
};

}  // namespace hearth
