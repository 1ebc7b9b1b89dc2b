// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/residuals.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "hearth/estimation/calibration/internal/differences.hpp"
#include "hearth/estimation/calibration/internal/period_run.hpp"
#include "hearth/framework/component/jet.hpp"
#include "hearth/framework/tangent/sensitivities.hpp"

namespace hearth {
namespace {

/// Returns the cells that each number of the estimator sets in a period, with their derivatives
/// with respect to it at these numbers.
std::vector<Direction> directions_at(const PreparedProblem& prepared, int period,
                                     const std::vector<double>& parameters) {
  std::vector<Direction> directions(parameters.size());
  const auto add = [&directions](std::size_t i, const std::vector<Target>& targets, double slope) {
    for (const Target& target : targets) {
      const double factor = target.conversion.identity() ? 1.0 : target.conversion.factor;
      for (const int cell : target.cells.cells) directions[i].emplace_back(cell, slope * factor);
    }
  };
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (prepared.acts_in(i, period)) add(i, prepared.targets()[i], 1.0);
  }
  for (const DerivedTargets& derived : prepared.derived()) {
    std::vector<Jet8> numbers(parameters.begin(), parameters.end());
    for (const std::size_t i : derived.value.used()) {
      numbers[i].v[0] = 1.0;
      add(i, derived.targets, derived.value.value(numbers).v[0]);
      numbers[i].v[0] = 0.0;
    }
  }
  return directions;
}

}  // namespace

/// The derivatives of a run with respect to all numbers of the estimator.
struct DifferentiatedRun {
  DifferentiatedRun(const PreparedProblem& prepared, const PeriodData& data, int period,
                    const std::vector<double>& parameters)
      : run(prepared, data),
        objects(prepared.plan(), data.inputs),
        sensitivities(simulation, objects, directions_at(prepared, period, parameters)),
        slopes(static_cast<Eigen::Index>(parameters.size())) {
    for (const PeriodRun::MeasuredMean& mean : run.means) means.emplace_back(mean.kept);
    for (const SensorBias& bias : prepared.sensor_biases()) {
      if (prepared.acts_in(static_cast<std::size_t>(bias.number.parameter), period)) {
        biases.push_back(bias);
      }
    }
  }

  void begin() {
    run.begin();
    for (auto& mean : means) mean.clear();
  }
  void set_numbers(const PreparedProblem& prepared, int period,
                   const std::vector<double>& parameters) {
    run.set_numbers(prepared, period, parameters);
  }
  void initialize() { sensitivities.initialize(); }
  void step() {
    sensitivities.step();
    run.take_means();
    for (std::size_t i = 0; i < means.size(); ++i) {
      for (int j = 0; j < sensitivities.directions(); ++j) {
        slopes[j] = sensitivities.of_mean(static_cast<int>(i), j);
      }
      means[i].push(slopes);
    }
  }
  /// As PeriodRun, with the derivatives of what is handed over in `slopes`.
  template <class Use>
  void compare(const PeriodData& data, long row, const Use& use) {
    run.compare(data, row, [&](std::size_t m, double simulated) {
      differentiate(data, row, m);
      for (const SensorBias& bias : biases) {
        if (bias.measurement == m) slopes[bias.number.parameter] += bias.number.factor;
      }
      use(m, simulated);
    });
  }
  void differentiate(const PeriodData& data, long row, std::size_t m) {
    for (std::size_t i = 0; i < means.size(); ++i) {
      if (run.means[i].measurement != m) continue;
      const double steps = data.intervals[m][static_cast<std::size_t>(row)];
      const auto mean = means[i].over(steps);
      if (mean) slopes = *mean;
      return;
    }
    for (int j = 0; j < sensitivities.directions(); ++j) {
      slopes[j] = sensitivities.of(run.cells[m], j);
    }
  }

  PeriodRun run;
  Simulation<double>& simulation = run.simulation;
  ConfigObjects<Jet8> objects;
  Sensitivities sensitivities;
  Eigen::VectorXd slopes;
  std::vector<IntervalMean<Eigen::VectorXd>> means;  // of those of the run
  std::vector<SensorBias> biases;                    // that act in the period
};

struct SimulationResiduals::Runs {
  /// By period; none where nothing is compared.
  std::vector<std::unique_ptr<PeriodRun>> values;
  std::vector<std::unique_ptr<DifferentiatedRun>> differentiated;  // by period, made when wanted
};

SimulationResiduals::SimulationResiduals(const PreparedProblem& prepared,
                                         const std::vector<PeriodData>& periods, int threads)
    : prepared_(prepared), periods_(periods), workers_(threads), runs_(std::make_unique<Runs>()) {
  parameters_ = static_cast<int>(prepared.parameters().size());
  for (const PeriodData& data : periods_) {
    first_residual_.push_back(residuals_);
    const int own = compared_values(data);
    residuals_ += own;
    runs_->values.push_back(own > 0 ? std::make_unique<PeriodRun>(prepared, data) : nullptr);
  }
  runs_->differentiated.resize(periods_.size());
}

SimulationResiduals::~SimulationResiduals() = default;

Results measured_outputs(const PreparedProblem& prepared, const PeriodData& data, int period,
                         const std::vector<double>& parameters) {
  Results results{data.inputs.period.start, data.inputs.period.step, {}, {}};
  for (const int cell : prepared.cells()) {
    results.signals.push_back(prepared.plan().signals[static_cast<std::size_t>(cell)]);
  }
  PeriodRun run(prepared, data);
  try {
    run.set_numbers(prepared, period, parameters);
    run.initialize();
    check_computed(prepared, run.simulation);
    for (long k = 0; k <= data.inputs.period.step_count(); ++k) {
      if (k > 0) run.step();
      std::vector<double> row = run.shown();
      run.compare(data, k, [&](std::size_t m, double value) { row[m] = value; });
      results.values.insert(results.values.end(), row.begin(), row.end());
    }
  } catch (const SimulationError&) {
    results.values.resize(results.values.size() / results.signals.size() * results.signals.size());
  }
  return results;
}

std::vector<double> freed_row(const PreparedProblem& prepared,
                              const std::vector<double>& parameters) {
  std::vector<double> row;
  if (prepared.freed_outputs().empty()) return row;
  PeriodRun period(prepared, prepared.periods().front());
  try {
    period.set_numbers(prepared, 0, parameters);
    period.initialize();
    check_computed(prepared, period.simulation);
  } catch (const SimulationError&) {
    return row;
  }
  for (const int cell : prepared.freed_outputs()) row.push_back(period.simulation.value(cell));
  return row;
}

std::optional<Diagnostic> compare(const PreparedProblem& prepared, const PeriodData& data,
                                  int period, const std::vector<double>& parameters,
                                  const RowUse& use) {
  PeriodRun run(prepared, data);
  return run_period(
      prepared, data, period, run, parameters,
      [&](int, std::size_t m, double measured, double simulated) { use(m, measured, simulated); });
}

bool SimulationResiduals::run_values(const double* p, double* residuals) {
  const std::vector<double> parameters(p, p + parameters_);
  for (std::size_t d = 0; d < periods_.size(); ++d) {
    if (runs_->values[d] == nullptr) continue;
    double* own = residuals + first_residual_[d];
    const auto fault =
        run_period(prepared_, periods_[d], static_cast<int>(d), *runs_->values[d], parameters,
                   [&](int i, std::size_t m, double measured, double simulated) {
                     own[i] = (simulated - measured) / prepared_.deviations()[m];
                   });
    if (fault) return note_failure(*fault);
  }
  return true;
}

bool SimulationResiduals::note_failure(const Diagnostic& fault) {
  const std::lock_guard lock(mutex_);
  if (failure_.empty()) failure_ = to_string(fault);
  return false;
}

std::string SimulationResiduals::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

bool SimulationResiduals::run_derivatives(std::size_t period, const double* p, double* residuals,
                                          double* jacobian) {
  const PeriodData& data = periods_[period];
  const int number = static_cast<int>(period);
  const std::vector<double> parameters(p, p + parameters_);
  auto& own = runs_->differentiated[period];
  if (own == nullptr) {
    own = std::make_unique<DifferentiatedRun>(prepared_, data, number, parameters);
  }
  own->sensitivities.set_weights(directions_at(prepared_, number, parameters));
  const int first = first_residual_[period];
  const auto fault =
      run_period(prepared_, data, number, *own, parameters,
                 [&](int i, std::size_t m, double measured, double simulated) {
                   const double sd = prepared_.deviations()[m];
                   residuals[first + i] = (simulated - measured) / sd;
                   double* row = jacobian + static_cast<std::ptrdiff_t>(first + i) * parameters_;
                   for (int j = 0; j < parameters_; ++j) row[j] = own->slopes[j] / sd;
                 });
  return !fault || note_failure(*fault);
}

bool SimulationResiduals::run_differences(const double* p, double* residuals, double* jacobian) {
  std::vector<double> shifted(p, p + parameters_);
  std::vector<double> above(static_cast<std::size_t>(residuals_)),
      below(static_cast<std::size_t>(residuals_));
  for (int j = 0; j < parameters_; ++j) {
    const auto [low, high] = difference_step(prepared_.parameters()[j].parameter, p[j]);
    if (!(high > low)) {  // bounds that leave no choice
      for (int i = 0; i < residuals_; ++i) {
        jacobian[static_cast<std::ptrdiff_t>(i) * parameters_ + j] = 0.0;
      }
      continue;
    }
    shifted[j] = high;
    if (!run_values(shifted.data(), above.data())) return false;
    shifted[j] = low;
    if (!run_values(shifted.data(), below.data())) return false;
    shifted[j] = p[j];
    for (int i = 0; i < residuals_; ++i) {
      jacobian[static_cast<std::ptrdiff_t>(i) * parameters_ + j] =
          (above[i] - below[i]) / (high - low);
    }
  }
  return run_values(p, residuals);
}

std::vector<estimation::ResidualPlace> SimulationResiduals::places() const {
  std::vector<estimation::ResidualPlace> places;
  for (std::size_t d = 0; d < periods_.size(); ++d) {
    const PeriodData& data = periods_[d];
    const long rows = data.inputs.period.step_count() + 1;
    for (long k = data.first_row; k < rows; ++k) {
      for (std::size_t m = 0; m < data.measured.size(); ++m) {
        if (std::isnan(data.measured[m][k])) continue;
        places.push_back({static_cast<int>(m), static_cast<int>(d), static_cast<double>(k)});
      }
    }
  }
  return places;
}

bool SimulationResiduals::evaluate(const double* p, double* residuals, double* jacobian) {
  if (jacobian == nullptr) return run_values(p, residuals);
  if (!prepared_.exact_derivatives()) return run_differences(p, residuals, jacobian);
  std::atomic<bool> good{true};
  workers_.for_pieces(static_cast<int>(periods_.size()), 1, [&](int, int begin, int end) {
    for (int period = begin; period < end; ++period) {
      if (runs_->values[static_cast<std::size_t>(period)] == nullptr) continue;
      if (!run_derivatives(static_cast<std::size_t>(period), p, residuals, jacobian)) good = false;
    }
  });
  return good;
}

}  // namespace hearth
