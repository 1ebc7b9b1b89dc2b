// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/residuals.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "hearth/estimation/calibration/interval_mean.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/component/jet.hpp"
#include "hearth/framework/stepwise/simulation.hpp"

namespace hearth {
namespace {

constexpr int kLanes = 8;  // derivatives per run

}  // namespace

/// A simulation of one period with one scalar, made once and used again.
template <class T>
struct PeriodRun {
  PeriodRun(const PreparedProblem& prepared, const PeriodData& data)
      : objects(prepared.plan(), data.inputs), simulation(objects), cells(prepared.cells()) {
    simulation.free_initial_outputs(prepared.freed_outputs());
    std::vector<int> averaged;
    for (std::size_t m = 0; m < data.intervals.size(); ++m) {
      const std::vector<double>& steps = data.intervals[m];
      if (steps.empty()) continue;
      const double longest = *std::max_element(steps.begin(), steps.end());
      means.push_back({m, IntervalMean<T>(static_cast<std::size_t>(std::ceil(longest)) + 1)});
      averaged.push_back(cells[m]);
    }
    simulation.observe_means(std::move(averaged));
  }

  void begin() {
    for (MeasuredMean& mean : means) mean.interval.clear();
  }
  void step() {
    simulation.step();
    for (std::size_t i = 0; i < means.size(); ++i) means[i].interval.push(simulation.mean(i));
  }
  /// Hands over what each measured value of a row is compared with: the output there, or its mean.
  template <class Use>
  void compare(const PeriodData& data, long row, const Use& use) {
    const auto k = static_cast<std::size_t>(row);
    auto mean = means.begin();
    for (std::size_t m = 0; m < data.measured.size(); ++m) {
      const bool averaged = mean != means.end() && mean->measurement == m;
      const auto own = averaged ? mean++ : mean;
      if (std::isnan(data.measured[m][k])) continue;
      use(m, averaged ? own->interval.over(data.intervals[m][k]).value_or(T(NAN))
                      : simulation.value(cells[m]));
    }
  }
  /// Returns the measured outputs of a row; those that are averaged as means over the step.
  std::vector<T> shown() const {
    std::vector<T> row;
    for (const int cell : cells) row.push_back(simulation.value(cell));
    for (std::size_t i = 0; i < means.size(); ++i) {
      if (simulation.row() > 0) row[means[i].measurement] = simulation.mean(i);
    }
    return row;
  }

  struct MeasuredMean {
    std::size_t measurement;
    IntervalMean<T> interval;
  };

  ConfigObjects<T> objects;
  Simulation<T> simulation;
  const std::vector<int>& cells;    // by measurement
  std::vector<MeasuredMean> means;  // of the measurements that are means
};

struct SimulationResiduals::Runs {
  std::vector<std::unique_ptr<PeriodRun<double>>> values;             // by period
  std::vector<std::vector<std::unique_ptr<PeriodRun<Jet8>>>> chunks;  // by chunk and period
};

SimulationResiduals::SimulationResiduals(const PreparedProblem& prepared,
                                         const std::vector<PeriodData>& periods, int threads)
    : prepared_(prepared), periods_(periods), workers_(threads), runs_(std::make_unique<Runs>()) {
  parameters_ = static_cast<int>(prepared.parameters().size());
  for (const PeriodData& data : periods_) {
    first_residual_.push_back(residuals_);
    for (std::size_t m = 0; m < data.measured.size(); ++m) {
      residuals_ += static_cast<int>(static_cast<long>(data.measured[m].size()) - data.first_row -
                                     data.missing[m]);
    }
    runs_->values.push_back(std::make_unique<PeriodRun<double>>(prepared, data));
  }
  if (prepared.plan().stepper_count > 0) return;  // no Jets
  for (int first = 0; first < parameters_; first += kLanes) {
    auto& chunk = runs_->chunks.emplace_back();
    for (const PeriodData& data : periods_) {
      chunk.push_back(std::make_unique<PeriodRun<Jet8>>(prepared, data));
    }
  }
}

SimulationResiduals::~SimulationResiduals() = default;

namespace {

SimulationError outside_range(const PreparedProblem& prepared, const CellRef& cells, double value) {
  return {"calibration.outside_range",
          {.component = prepared.plan().instances[cells.slot].id},
          "the equations do not hold for a parameter of " + number_text(value) + " [" +
              cells.unit.symbol + "]; valid is " + number_text(cells.range.min) + " to " +
              number_text(cells.range.max)};
}

/// Sets what a number of the estimator sets; SimulationError where the equations do not hold.
template <class T>
void set_targets(const PreparedProblem& prepared, const std::vector<Target>& targets,
                 const T& number, Simulation<T>& simulation) {
  for (const Target& target : targets) {
    const T value = target.value(number);
    if (!allows(target.cells.range, value_of(value))) {  // a parameter without bounds
      throw outside_range(prepared, target.cells, value_of(value));
    }
    if (target.state) {
      simulation.set_initial(target.cells, value);
    } else {
      simulation.set_parameter(target.cells, value);
    }
  }
}

/// Sets parameters and computes row 0; SimulationError where that cannot be.
template <class T>
void begin_run(const PreparedProblem& prepared, int period, Simulation<T>& simulation,
               const std::vector<T>& parameters) {
  simulation.reset();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!prepared.acts_in(i, period)) continue;
    set_targets(prepared, prepared.targets()[i], parameters[i], simulation);
  }
  for (const DerivedTargets& derived : prepared.derived()) {
    set_targets(prepared, derived.targets, derived.value.value(parameters), simulation);
  }
  simulation.initialize();
  for (const CellRef& computed : prepared.computed()) {
    const double value = value_of(simulation.value(computed.cells.front()));
    if (!allows(computed.range, value)) throw outside_range(prepared, computed, value);
  }
}

/// Runs a period with parameters set and hands every compared row to `use(residual, value, row)`;
/// returns why where the simulation cannot go on.
template <class T, class Use>
std::optional<Diagnostic> run_period(const PreparedProblem& prepared, const PeriodData& data,
                                     int period, PeriodRun<T>& run,
                                     const std::vector<T>& parameters, const Use& use) {
  const long rows = data.inputs.period.step_count() + 1;
  int residual = 0;
  try {
    run.begin();
    begin_run(prepared, period, run.simulation, parameters);
    for (long k = 0; k < rows; ++k) {
      if (k > 0) run.step();
      if (k < data.first_row) continue;
      run.compare(data, k, [&](std::size_t m, const T& simulated) {
        use(residual++, m, data.measured[m][static_cast<std::size_t>(k)], simulated);
      });
    }
  } catch (const SimulationError& error) {
    return error.diagnostics().items().front();  // the solver takes a shorter step
  }
  return std::nullopt;
}

}  // namespace

Results measured_outputs(const PreparedProblem& prepared, const PeriodData& data, int period,
                         const std::vector<double>& parameters) {
  Results results{data.inputs.period.start, data.inputs.period.step, {}, {}};
  for (const int cell : prepared.cells()) {
    results.signals.push_back(prepared.plan().signals[static_cast<std::size_t>(cell)]);
  }
  PeriodRun<double> run(prepared, data);
  try {
    begin_run(prepared, period, run.simulation, parameters);
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
  PeriodRun<double> period(prepared, prepared.periods().front());
  try {
    begin_run(prepared, 0, period.simulation, parameters);
  } catch (const SimulationError&) {
    return row;
  }
  for (const int cell : prepared.freed_outputs()) row.push_back(period.simulation.value(cell));
  return row;
}

std::optional<Diagnostic> compare(const PreparedProblem& prepared, const PeriodData& data,
                                  int period, const std::vector<double>& parameters,
                                  const RowUse& use) {
  PeriodRun<double> run(prepared, data);
  return run_period<double>(
      prepared, data, period, run, parameters,
      [&](int, std::size_t m, double measured, double simulated) { use(m, measured, simulated); });
}

bool SimulationResiduals::run_values(const double* p, double* residuals) {
  const std::vector<double> parameters(p, p + parameters_);
  for (std::size_t d = 0; d < periods_.size(); ++d) {
    double* own = residuals + first_residual_[d];
    const auto fault = run_period<double>(
        prepared_, periods_[d], static_cast<int>(d), *runs_->values[d], parameters,
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

bool SimulationResiduals::run_chunk(int chunk, std::size_t period, const double* p,
                                    double* residuals, double* jacobian) {
  const int first = chunk * kLanes;
  const int count = std::min(kLanes, parameters_ - first);
  std::vector<Jet8> parameters(static_cast<std::size_t>(parameters_));
  for (int i = 0; i < parameters_; ++i) {
    const bool seeded = i >= first && i < first + count;
    parameters[i] = seeded ? Jet8(p[i], i - first) : Jet8(p[i]);
  }
  const int offset = first_residual_[period];
  const auto fault = run_period<Jet8>(
      prepared_, periods_[period], static_cast<int>(period), *runs_->chunks[chunk][period],
      parameters, [&](int i, std::size_t m, double measured, const Jet8& simulated) {
        const double sd = prepared_.deviations()[m];
        if (chunk == 0) residuals[offset + i] = (simulated.a - measured) / sd;
        double* row = jacobian + static_cast<std::ptrdiff_t>(offset + i) * parameters_ + first;
        for (int j = 0; j < count; ++j) row[j] = simulated.v[j] / sd;
      });
  return !fault || note_failure(*fault);
}

bool SimulationResiduals::run_differences(const double* p, double* residuals, double* jacobian) {
  const double share = std::cbrt(std::numeric_limits<double>::epsilon());
  std::vector<double> shifted(p, p + parameters_);
  std::vector<double> above(static_cast<std::size_t>(residuals_)),
      below(static_cast<std::size_t>(residuals_));
  for (int j = 0; j < parameters_; ++j) {
    const estimation::Parameter& limits = prepared_.parameters()[j].parameter;
    const double span = limits.max - limits.min;
    const double step = share * std::max(std::abs(p[j]), std::isfinite(span) ? 1e-3 * span : 1e-6);
    const double high = std::min(p[j] + step, limits.max);
    const double low = std::max(p[j] - step, limits.min);
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
  if (runs_->chunks.empty()) return run_differences(p, residuals, jacobian);
  const int periods = static_cast<int>(periods_.size());
  const int tasks = static_cast<int>(runs_->chunks.size()) * periods;
  std::atomic<bool> good{true};
  workers_.for_pieces(tasks, 1, [&](int, int begin, int end) {
    for (int task = begin; task < end; ++task) {
      if (!run_chunk(task / periods, static_cast<std::size_t>(task % periods), p, residuals,
                     jacobian))
        good = false;
    }
  });
  return good;
}

}  // namespace hearth
