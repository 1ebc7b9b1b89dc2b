// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "hearth/estimation/calibration/prepared_problem.hpp"
#include "hearth/estimation/solver/least_squares.hpp"
#include "hearth/framework/base/workers.hpp"

namespace hearth {

/// Receives a compared row: number of the measurement, measured and simulated value.
using RowUse = std::function<void(std::size_t measurement, double measured, double simulated)>;

/// Simulates a period at physical parameters and hands over every compared row; returns why where
/// the simulation cannot go on to the end. `period` is the number whose own parameters it gets.
std::optional<Diagnostic> compare(const PreparedProblem& prepared, const PeriodData& data,
                                  int period, const std::vector<double>& parameters,
                                  const RowUse& use);

/// Returns the measured outputs in all rows of a period, as far as it can be simulated.
Results measured_outputs(const PreparedProblem& prepared, const PeriodData& data, int period,
                         const std::vector<double>& parameters);

/// Returns row 0 of the first period at physical parameters for the outputs that were freed, in
/// their order; nothing where it cannot be simulated.
std::vector<double> freed_row(const PreparedProblem& prepared,
                              const std::vector<double>& parameters);

/// The weighted residuals (simulated - measured) / sd of all periods, with exact derivatives from
/// the tangent of each step (`Sensitivities`); periods run in parallel. If the problem asks for it
/// or a component only steps, derivatives are central differences, one-sided at bounds.
class SimulationResiduals final : public estimation::ResidualFunction {
 public:
  SimulationResiduals(const PreparedProblem& prepared, int threads)
      : SimulationResiduals(prepared, prepared.periods(), threads) {}
  /// Of other periods, which get the parameters of the problem's periods in their order.
  SimulationResiduals(const PreparedProblem& prepared, const std::vector<PeriodData>& periods,
                      int threads);
  ~SimulationResiduals() override;

  int residuals() const override { return residuals_; }
  /// Of the parameters that a measured output can vary with, as the connections of the model have
  /// it (`Influence`).
  std::optional<estimation::RowPattern> pattern() const override { return pattern_; }
  bool evaluate(const double* p, double* residuals, double* jacobian) override;
  /// A series for each measurement, a stretch for each period, time in steps.
  std::vector<estimation::ResidualPlace> places() const override;
  /// Returns why the first evaluation that failed did so, in one line; "" if none did.
  std::string failure() const;

 private:
  struct Runs;
  estimation::RowPattern find_pattern() const;
  bool run_values(const double* p, double* residuals);
  /// Keeps why an evaluation failed; returns false.
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
  mutable std::mutex mutex_;
  std::string failure_;
};

}  // namespace hearth
