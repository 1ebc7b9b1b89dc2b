// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "hearth/estimation/calibration/evaluation_stop.hpp"
#include "hearth/estimation/calibration/interval_mean.hpp"
#include "hearth/estimation/calibration/prepared_problem.hpp"
#include "hearth/framework/stepwise/simulation.hpp"

namespace hearth {

/// A simulation of one period that is reused.
struct PeriodRun {
  PeriodRun(const PreparedProblem& prepared, const PeriodData& data)
      : objects(prepared.plan(), data.inputs),
        simulation(objects),
        cells(prepared.cells()),
        sensor_biases(cells.size(), 0.0) {
    simulation.free_initial_outputs(prepared.freed_outputs());
    std::vector<int> averaged;
    for (std::size_t m = 0; m < data.intervals.size(); ++m) {
      const std::vector<double>& steps = data.intervals[m];
      if (steps.empty()) continue;
      const double longest = *std::max_element(steps.begin(), steps.end());
      const std::size_t kept = static_cast<std::size_t>(std::ceil(longest)) + 1;
      means.push_back({m, kept, IntervalMean<double>(kept)});
      averaged.push_back(cells[m]);
    }
    simulation.observe_means(std::move(averaged));
  }

  void begin() {
    for (MeasuredMean& mean : means) mean.interval.clear();
  }
  /// Sets the targets of the estimator's numbers in a period. Throws SimulationError if a value is
  /// outside the range of the equations.
  void set_numbers(const PreparedProblem& prepared, int period,
                   const std::vector<double>& parameters);
  void initialize() { simulation.initialize(); }
  void step() {
    simulation.step();
    take_means();
  }
  void take_means() {
    for (std::size_t i = 0; i < means.size(); ++i) means[i].interval.push(simulation.mean(i));
  }
  /// Passes on the value with which each measured value of a row is compared: the output or its
  /// mean, plus the bias of its sensor.
  template <class Use>
  void compare(const PeriodData& data, long row, const Use& use) {
    const auto k = static_cast<std::size_t>(row);
    auto mean = means.begin();
    for (std::size_t m = 0; m < data.measured.size(); ++m) {
      const bool averaged = mean != means.end() && mean->measurement == m;
      const auto own = averaged ? mean++ : mean;
      if (std::isnan(data.measured[m][k])) continue;
      use(m, sensor_biases[m] + (averaged ? own->interval.over(data.intervals[m][k]).value_or(NAN)
                                          : simulation.value(cells[m])));
    }
  }
  /// Returns the index, among the observed means, of a measurement that is a mean.
  std::size_t mean_of(std::size_t measurement) const {
    return static_cast<std::size_t>(
        std::find_if(means.begin(), means.end(),
                     [=](const MeasuredMean& mean) { return mean.measurement == measurement; }) -
        means.begin());
  }
  /// Returns the measured outputs of a row with the biases of their sensors; for measurements that
  /// are means, the means over the step.
  std::vector<double> shown() const {
    std::vector<double> row;
    for (const int cell : cells) row.push_back(simulation.value(cell));
    for (std::size_t i = 0; i < means.size(); ++i) {
      if (simulation.row() > 0) row[means[i].measurement] = simulation.mean(i);
    }
    for (std::size_t m = 0; m < row.size(); ++m) row[m] += sensor_biases[m];
    return row;
  }

  struct MeasuredMean {
    std::size_t measurement;
    std::size_t kept;  // number of steps in its longest interval
    IntervalMean<double> interval;
  };

  ConfigObjects<double> objects;
  Simulation<double> simulation;
  const std::vector<int>& cells;      // by measurement
  std::vector<double> sensor_biases;  // by measurement, for the present numbers
  std::vector<MeasuredMean> means;    // by measurement that is a mean
};

/// Throws SimulationError if a computed parameter is outside its range.
void check_computed(const PreparedProblem& prepared, const Simulation<double>& simulation);

/// Starts a period with the parameters set. Returns the reason if the simulation cannot start.
template <class Run>
std::optional<Diagnostic> begin_period(const PreparedProblem& prepared, int period, Run& run,
                                       const std::vector<double>& parameters) {
  try {
    run.begin();
    run.set_numbers(prepared, period, parameters);
    run.initialize();
    check_computed(prepared, run.simulation);
  } catch (const SimulationError& error) {
    return error.diagnostics().items().front();
  }
  return std::nullopt;
}

/// Runs a period with the parameters set and passes every compared row to `use(residual,
/// measurement, measured, simulated)`. Returns the reason if the simulation cannot continue, or if
/// `stop` ends it.
template <class Run, class Use>
std::optional<Diagnostic> run_period(const PreparedProblem& prepared, const PeriodData& data,
                                     int period, Run& run, const std::vector<double>& parameters,
                                     const Use& use, const EvaluationStop* stop = nullptr) {
  const long rows = data.inputs.period.step_count() + 1;
  int residual = 0;
  if (auto fault = begin_period(prepared, period, run, parameters)) return fault;
  try {
    for (long k = 0; k < rows; ++k) {
      if (stop != nullptr) stop->check();
      if (k > 0) run.step();
      if (k < data.first_row) continue;
      run.compare(data, k, [&](std::size_t m, double simulated) {
        use(residual++, m, data.measured[m][static_cast<std::size_t>(k)], simulated);
      });
    }
  } catch (const SimulationError& error) {
    return error.diagnostics().items().front();  // the solver takes a shorter step
  }
  return std::nullopt;
}

}  // namespace hearth
