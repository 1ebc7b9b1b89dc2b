// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hearth/estimation/calibration/evaluation_stop.hpp"
#include "hearth/estimation/calibration/prepared_problem.hpp"
#include "hearth/estimation/solver/least_squares.hpp"
#include "hearth/framework/base/workers.hpp"

namespace hearth {

/// A function that receives a compared row: index of the measurement, measured and simulated value.
using RowUse = std::function<void(std::size_t measurement, double measured, double simulated)>;

/// Simulates a period at physical parameters and passes every compared row to `use`. Returns the
/// reason if the simulation cannot continue to the end. `period` is the number of the period whose
/// own parameters are used.
std::optional<Diagnostic> compare(const PreparedProblem& prepared, const PeriodData& data,
                                  int period, const std::vector<double>& parameters,
                                  const RowUse& use);

/// Returns the measured outputs in all rows of a period, up to the last row that can be simulated.
Results measured_outputs(const PreparedProblem& prepared, const PeriodData& data, int period,
                         const std::vector<double>& parameters);

/// Returns row 0 of the first period at physical parameters for the freed outputs
/// (`freed_outputs`), in their order; empty if it cannot be simulated.
std::vector<double> freed_row(const PreparedProblem& prepared,
                              const std::vector<double>& parameters);

/// The weighted residuals (simulated - measured) / sd of all periods, with exact derivatives from
/// the tangent of each step (`Sensitivities`). Periods run in parallel. If the problem requests
/// differences or a component has no derivatives, the derivatives are central differences,
/// one-sided at bounds.
class SimulationResiduals final : public estimation::ResidualFunction {
 public:
  SimulationResiduals(const PreparedProblem& prepared, int threads)
      : SimulationResiduals(prepared, prepared.periods(), threads) {}
  /// Uses other periods than those of the problem. `periods[i]` uses the parameters of the i-th
  /// period of the problem.
  SimulationResiduals(const PreparedProblem& prepared, const std::vector<PeriodData>& periods,
                      int threads);
  ~SimulationResiduals() override;

  int residuals() const override { return residuals_; }
  /// Returns the parameters on which each measured output can depend according to the connections
  /// of the model (`Influence`).
  std::optional<estimation::RowPattern> pattern() const override { return pattern_; }
  bool evaluate(const double* p, double* residuals, double* jacobian) override;
  /// Stops evaluations of the Jacobian as soon as `stop` returns true; they count as failed.
  /// Evaluations before the first success are not stopped (`EvaluationStop`). Several threads call
  /// `stop` at the same time.
  void stop_when(std::function<bool()> stop) { stop_.set(std::move(stop)); }
  /// Returns the places of the residuals: each measurement is a series, each period a stretch, and
  /// times are in steps.
  std::vector<estimation::ResidualPlace> places() const override;
  /// Returns the reason why the first failed evaluation failed, in one line; "" if none failed.
  std::string failure() const;

 private:
  struct Runs;
  estimation::RowPattern find_pattern() const;
  bool find(const double* p, double* residuals, double* jacobian);
  bool run_values(const double* p, double* residuals);
  /// Keeps the reason why an evaluation failed; returns false.
  bool note_failure(const Diagnostic& fault);
  bool run_differences(const double* p, double* residuals, double* jacobian);
  bool run_derivatives(std::size_t period, const double* p, double* residuals, double* jacobian);

  const PreparedProblem& prepared_;
  const std::vector<PeriodData>& periods_;
  Workers workers_;
  int residuals_ = 0;
  int parameters_ = 0;
  std::vector<int> first_residual_;  // by period
  estimation::RowPattern pattern_;
  std::unique_ptr<Runs> runs_;
  EvaluationStop stop_;
  mutable std::mutex mutex_;
  std::string failure_;
};

}  // namespace hearth
