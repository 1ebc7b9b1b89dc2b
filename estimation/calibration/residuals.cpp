// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/residuals.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>

#include "hearth/estimation/calibration/internal/differences.hpp"
#include "hearth/estimation/calibration/internal/period_run.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/framework/tangent/sensitivities.hpp"

namespace hearth {
namespace {

/// Returns the cells that each number of the estimator sets in a period, with their derivatives by
/// the number at these values.
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

/// Calls `use(row, measurement)` for each residual of a period, in their order.
template <class Use>
void for_each_residual(const PeriodData& data, const Use& use) {
  for (long row = data.first_row; row <= data.inputs.period.step_count(); ++row) {
    for (std::size_t m = 0; m < data.measured.size(); ++m) {
      if (!std::isnan(data.measured[m][static_cast<std::size_t>(row)])) use(row, m);
    }
  }
}

/// Returns the biases of the sensor of a measurement that apply in a period.
std::vector<FilterNumber> biases_of(const PreparedProblem& prepared, int period,
                                    std::size_t measurement) {
  std::vector<FilterNumber> biases;
  for (const SensorBias& bias : prepared.sensor_biases()) {
    if (bias.measurement != measurement) continue;
    if (!prepared.acts_in(static_cast<std::size_t>(bias.number.parameter), period)) continue;
    biases.push_back(bias.number);
  }
  return biases;
}

/// Returns the numbers on which a measured value depends: those on which its output depends,
/// ascending, and the biases of its sensor.
std::vector<int> with_biases(std::vector<int> numbers, const std::vector<FilterNumber>& biases) {
  for (const FilterNumber& bias : biases) {
    const auto place = std::lower_bound(numbers.begin(), numbers.end(), bias.parameter);
    if (place == numbers.end() || *place != bias.parameter) numbers.insert(place, bias.parameter);
  }
  return numbers;
}

}  // namespace

/// The derivatives of a run with respect to all numbers of the estimator.
struct DifferentiatedRun {
  DifferentiatedRun(const PreparedProblem& prepared, const PeriodData& data, int period,
                    const std::vector<double>& parameters)
      : run(prepared, data),
        objects(prepared.plan(), data.inputs),
        sensitivities(simulation, objects, directions_at(prepared, period, parameters),
                      prepared.cells()) {
    for (const PeriodRun::MeasuredMean& mean : run.means) means.emplace_back(mean.kept);
    for (std::size_t m = 0; m < run.cells.size(); ++m) add_row(prepared, period, m);
  }

  void add_row(const PreparedProblem& prepared, int period, std::size_t measurement) {
    const std::vector<int>& own = sensitivities.directions_of(run.cells[measurement]);
    const std::vector<FilterNumber> biases = biases_of(prepared, period, measurement);
    const std::vector<int> all = with_biases(own, biases);
    const auto place_of = [&all](int number) {
      return std::lower_bound(all.begin(), all.end(), number) - all.begin();
    };
    Row& row = rows.emplace_back();
    row.slopes = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(all.size()));
    for (const int number : own) row.places.push_back(place_of(number));
    for (const FilterNumber& bias : biases) {
      row.biases.emplace_back(place_of(bias.parameter), bias.factor);
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
      sensitivities.read_mean(static_cast<int>(i), slopes_of(run.means[i].measurement));
      means[i].push(slopes);
    }
  }
  /// Does the same as PeriodRun, and also computes the derivatives of the passed values in `rows`.
  template <class Use>
  void compare(const PeriodData& data, long row, const Use& use) {
    run.compare(data, row, [&](std::size_t m, double simulated) {
      differentiate(data, row, m);
      Row& own = rows[m];
      own.slopes.setZero();
      for (std::size_t k = 0; k < own.places.size(); ++k) {
        own.slopes[own.places[k]] = slopes[static_cast<Eigen::Index>(k)];
      }
      for (const auto& [place, factor] : own.biases) own.slopes[place] += factor;
      use(m, simulated);
    });
  }
  void differentiate(const PeriodData& data, long row, std::size_t m) {
    for (std::size_t i = 0; i < means.size(); ++i) {
      if (run.means[i].measurement != m) continue;
      slopes_of(m);
      const double steps = data.intervals[m][static_cast<std::size_t>(row)];
      const auto mean = means[i].over(steps);
      if (mean) slopes = *mean;
      return;
    }
    sensitivities.read(run.cells[m], slopes_of(m));
  }
  /// Returns the part of `slopes` for the derivatives of a measurement.
  std::span<double> slopes_of(std::size_t measurement) {
    const auto count = sensitivities.directions_of(run.cells[measurement]).size();
    slopes.resize(static_cast<Eigen::Index>(count));
    return {slopes.data(), count};
  }

  /// The derivatives of a measured value by the numbers on which it depends.
  struct Row {
    Eigen::VectorXd slopes;
    std::vector<Eigen::Index> places;  // positions of the derivatives of the output
    std::vector<std::pair<Eigen::Index, double>> biases;  // position and derivative
  };

  PeriodRun run;
  Simulation<double>& simulation = run.simulation;
  ConfigObjects<Jet8> objects;
  Sensitivities sensitivities;
  Eigen::VectorXd slopes;  // derivatives of an output
  // means of the derivatives, by averaged measurement
  std::vector<IntervalMean<Eigen::VectorXd>> means;
  std::vector<Row> rows;  // by measurement
};

struct SimulationResiduals::Runs {
  /// By period; null if nothing is compared.
  std::vector<std::unique_ptr<PeriodRun>> values;
  std::vector<std::unique_ptr<DifferentiatedRun>> differentiated;  // by period, created on demand
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
  pattern_ = find_pattern();
}

estimation::RowPattern SimulationResiduals::find_pattern() const {
  std::vector<double> initial;
  for (const auto& parameter : prepared_.parameters()) {
    initial.push_back(parameter.parameter.initial);
  }
  std::vector<std::vector<int>> lists;
  std::vector<int> list_of;
  for (std::size_t d = 0; d < periods_.size(); ++d) {
    const std::size_t first = lists.size();
    std::vector<std::vector<int>> cells;
    for (const Direction& direction : directions_at(prepared_, static_cast<int>(d), initial)) {
      auto& own = cells.emplace_back();
      for (const auto& [cell, weight] : direction) own.push_back(cell);
    }
    const Influence influence(prepared_.plan(), cells);
    for (std::size_t m = 0; m < prepared_.cells().size(); ++m) {
      lists.push_back(with_biases(influence.groups_of(prepared_.cells()[m]),
                                  biases_of(prepared_, static_cast<int>(d), m)));
    }
    for_each_residual(periods_[d],
                      [&](long, std::size_t m) { list_of.push_back(static_cast<int>(first + m)); });
  }
  return {parameters_, std::move(lists), std::move(list_of)};
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
    const auto fault = run_period(
        prepared_, periods_[d], static_cast<int>(d), *runs_->values[d], parameters,
        [&](int i, std::size_t m, double measured, double simulated) {
          own[i] = (simulated - measured) / prepared_.deviations()[m];
        },
        &stop_);
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
  const auto fault = run_period(
      prepared_, data, number, *own, parameters,
      [&](int i, std::size_t m, double measured, double simulated) {
        const double sd = prepared_.deviations()[m];
        residuals[first + i] = (simulated - measured) / sd;
        double* row = jacobian + pattern_.begin(first + i);
        for (const double slope : own->rows[m].slopes) *row++ = slope / sd;
      },
      &stop_);
  return !fault || note_failure(*fault);
}

bool SimulationResiduals::run_differences(const double* p, double* residuals, double* jacobian) {
  std::vector<double> shifted(p, p + parameters_);
  std::vector<double> above(static_cast<std::size_t>(residuals_)),
      below(static_cast<std::size_t>(residuals_));
  std::fill_n(jacobian, pattern_.size(), 0.0);
  for (int j = 0; j < parameters_; ++j) {
    const auto [low, high] = difference_step(prepared_.parameters()[j].parameter, p[j]);
    if (!(high > low)) continue;  // the bounds do not allow two values
    shifted[j] = high;
    if (!run_values(shifted.data(), above.data())) return false;
    shifted[j] = low;
    if (!run_values(shifted.data(), below.data())) return false;
    shifted[j] = p[j];
    for (int i = 0; i < residuals_; ++i) {
      const std::vector<int>& own = pattern_.columns_of(i);
      const auto place = std::lower_bound(own.begin(), own.end(), j);
      if (place == own.end() || *place != j) continue;
      jacobian[pattern_.begin(i) + static_cast<std::size_t>(place - own.begin())] =
          (above[i] - below[i]) / (high - low);
    }
  }
  return run_values(p, residuals);
}

std::vector<estimation::ResidualPlace> SimulationResiduals::places() const {
  std::vector<estimation::ResidualPlace> places;
  for (std::size_t d = 0; d < periods_.size(); ++d) {
    for_each_residual(periods_[d], [&](long row, std::size_t m) {
      places.push_back({static_cast<int>(m), static_cast<int>(d), static_cast<double>(row)});
    });
  }
  return places;
}

bool SimulationResiduals::evaluate(const double* p, double* residuals, double* jacobian) {
  stop_.begin(jacobian != nullptr);
  const bool good = find(p, residuals, jacobian);
  stop_.end(jacobian != nullptr, good);
  return good;
}

bool SimulationResiduals::find(const double* p, double* residuals, double* jacobian) {
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
