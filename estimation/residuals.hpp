// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "hearth/data/resolver.hpp"
#include "hearth/estimation/calibration.hpp"
#include "hearth/framework/plan.hpp"
#include "hearth/framework/setup.hpp"
#include "hearth/framework/workers.hpp"

namespace hearth {

/// The measurements of one period at the rows of its run.
struct PeriodData {
  ResolvedInputs inputs;
  long first_row = 0;                         ///< first row that is compared
  std::vector<std::vector<double>> measured;  ///< by measurement and row, NaN where missing
  std::vector<long> missing;                  ///< by measurement, among the compared rows
};

/// What a number of the estimator sets in a simulation.
struct Target {
  CellRef cells;
  bool state = false;     ///< an initial state, else a parameter
  Conversion conversion;  ///< from the estimator's unit to that of the cells
};

/// A calibration problem made ready: plan, inputs, measurements at rows, targets.
class PreparedProblem {
 public:
  PreparedProblem(const CalibrationProblem& problem, const Registry& registry);

  const CalibrationProblem& problem() const { return problem_; }
  const Plan& plan() const { return plan_; }
  const std::vector<PeriodData>& periods() const { return periods_; }
  const std::vector<PeriodData>& validation() const { return validation_; }
  /// Targets of each parameter.
  const std::vector<std::vector<Target>>& targets() const { return targets_; }
  /// The parameters with their units filled in.
  const std::vector<CalibrationParameter>& parameters() const { return parameters_; }
  /// Output cell of each measurement, and its sd in the unit of the output.
  const std::vector<int>& cells() const { return cells_; }
  const std::vector<double>& deviations() const { return deviations_; }
  std::vector<estimation::Parameter> estimated() const;
  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  void find_targets();
  void find_measurements();
  void read_periods(const std::vector<CalibrationPeriod>& periods, std::vector<PeriodData>& data);
  PeriodData read_period(const CalibrationPeriod& period);

  const CalibrationProblem& problem_;
  Plan plan_;
  DataResolver resolver_;
  std::vector<PeriodData> periods_, validation_;
  std::vector<CalibrationParameter> parameters_;
  std::vector<std::vector<Target>> targets_;
  std::vector<int> cells_;
  std::vector<double> deviations_;
  Diagnostics diagnostics_;
};

/// Receives a compared row: number of the measurement, measured and simulated value.
using RowUse = std::function<void(std::size_t measurement, double measured, double simulated)>;

/// Simulates a period at physical parameters and hands over every compared row; false where the
/// simulation cannot go on.
bool compare(const PreparedProblem& prepared, const PeriodData& data,
             const std::vector<double>& parameters, const RowUse& use);

/// The weighted residuals (simulated - measured) / sd of all periods, with exact derivatives from
/// runs on Jets, eight parameters at a time. Chunks and periods run in parallel.
class SimulationResiduals final : public estimation::ResidualFunction {
 public:
  SimulationResiduals(const PreparedProblem& prepared, int threads);
  ~SimulationResiduals() override;

  int residuals() const override { return residuals_; }
  bool evaluate(const double* p, double* residuals, double* jacobian) override;

 private:
  struct Runs;
  bool run_values(const double* p, double* residuals);
  bool run_chunk(int chunk, std::size_t period, const double* p, double* residuals,
                 double* jacobian);

  const PreparedProblem& prepared_;
  Workers workers_;
  int residuals_ = 0;
  int parameters_ = 0;
  std::vector<int> first_residual_;  // by period
  std::unique_ptr<Runs> runs_;
};

}  // namespace hearth
