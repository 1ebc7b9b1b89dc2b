// SPDX-License-Identifier: MIT
#include "hearth/estimation/residuals.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "hearth/data/measurement.hpp"
#include "hearth/data/resolver.hpp"
#include "hearth/framework/jet.hpp"
#include "hearth/framework/simulation.hpp"

namespace hearth {
namespace {

constexpr int kLanes = 8;  // derivatives per run

std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool is_state(const std::string& target) { return target.find('@') != std::string::npos; }

}  // namespace

PreparedProblem::PreparedProblem(const CalibrationProblem& problem, const Registry& registry)
    : problem_(problem),
      plan_(compile(problem.model, registry)),
      resolver_(problem.data),
      parameters_(problem.parameters) {
  find_targets();
  find_measurements();
  if (diagnostics_.has_errors()) throw InputError(diagnostics_);
  read_periods(problem.periods, periods_);
  read_periods(problem.validation, validation_);
  if (diagnostics_.has_errors()) throw InputError(diagnostics_);
}

void PreparedProblem::find_targets() {
  for (CalibrationParameter& parameter : parameters_) {
    std::vector<Target> targets;
    for (const std::string& name : parameter.targets) {
      try {
        Target target;
        target.state = is_state(name);
        target.cells = target.state ? plan_.initial(name) : plan_.parameter(name);
        if (!parameter.unit) parameter.unit = target.cells.unit;
        if (!parameter.unit->compatible(target.cells.unit)) {
          diagnostics_.error("calibration.unit_mismatch", parameter.where,
                             name + " is in [" + target.cells.unit.symbol + "], not in [" +
                                 parameter.unit->symbol + "]");
          continue;
        }
        target.conversion = conversion(*parameter.unit, target.cells.unit);
        targets.push_back(std::move(target));
      } catch (const Error& error) {
        for (Diagnostic item : error.diagnostics().items()) {
          item.where.file = parameter.where.file;
          item.where.line = parameter.where.line;
          item.where.pointer = parameter.where.pointer;
          diagnostics_.add(std::move(item));
        }
      }
    }
    targets_.push_back(std::move(targets));
  }
}

void PreparedProblem::find_measurements() {
  for (const CalibrationMeasurement& measurement : problem_.measurements) {
    try {
      const int cell = plan_.signal(measurement.port);
      const Unit unit = plan_.signals[at(cell)].unit;
      cells_.push_back(cell);
      const std::optional<Unit>& given = measurement.column.unit;
      const bool convertible = given && given->compatible(unit);
      deviations_.push_back(convertible ? measurement.sd * conversion(*given, unit).factor
                                        : measurement.sd);
    } catch (const Error& error) {
      for (Diagnostic item : error.diagnostics().items()) {
        item.where.file = measurement.where.file;
        item.where.line = measurement.where.line;
        diagnostics_.add(std::move(item));
      }
    }
  }
}

void PreparedProblem::read_periods(const std::vector<CalibrationPeriod>& periods,
                                   std::vector<PeriodData>& data) {
  for (const CalibrationPeriod& period : periods) {
    try {
      data.push_back(read_period(period));
    } catch (const Error& error) {
      for (Diagnostic item : error.diagnostics().items()) {
        if (item.where.file.empty()) item.where = period.where;
        diagnostics_.add(std::move(item));
      }
    }
  }
}

PeriodData PreparedProblem::read_period(const CalibrationPeriod& period) {
  PeriodData data;
  RunRequest request;
  request.period = {period.start, period.end, problem_.step};
  request.input_hold = problem_.input_hold;
  request.timezone = problem_.timezone;
  data.inputs = resolve_inputs(plan_, request, &resolver_);
  diagnostics_.append(data.inputs.diagnostics);
  const long rows = request.period.step_count() + 1;
  data.first_row = (period.warmup + problem_.step - Duration(1)) / problem_.step;
  std::vector<Instant> instants;
  for (long k = 0; k < rows; ++k) instants.push_back(period.start + k * problem_.step);
  for (std::size_t m = 0; m < problem_.measurements.size(); ++m) {
    const CalibrationMeasurement& measurement = problem_.measurements[m];
    const Measured measured =
        read_measurement(resolver_.files(),
                         {measurement.column, instants, plan_.signals[at(cells_[m])].unit,
                          problem_.timezone, measurement.where, Severity::Error},
                         diagnostics_);
    data.measured.push_back(measured.values);
    data.measured.back().resize(static_cast<std::size_t>(rows), NAN);
    long missing = 0;
    for (long k = data.first_row; k < rows; ++k) {
      missing += std::isnan(data.measured.back()[static_cast<std::size_t>(k)]) ? 1 : 0;
    }
    data.missing.push_back(missing);
    if (missing == rows - data.first_row && !diagnostics_.has_errors()) {
      diagnostics_.error("calibration.no_data", measurement.where,
                         measurement.port +
                             " has no measured value at the rows of a period; "
                             "check the step or give 'resample'");
    }
  }
  if (data.first_row >= rows) {
    diagnostics_.error("calibration.warmup_too_long", period.where,
                       "no row is left to compare after the warm-up");
  }
  return data;
}

std::vector<estimation::Parameter> PreparedProblem::estimated() const {
  std::vector<estimation::Parameter> estimated;
  for (const CalibrationParameter& parameter : parameters_) {
    estimated.push_back(parameter.parameter);
  }
  return estimated;
}

// ---- residuals -----------------------------------------------------------------------------

/// A simulation of one period with one scalar, made once and used again.
template <class T>
struct PeriodRun {
  PeriodRun(const Plan& plan, const ResolvedInputs& inputs)
      : setup(plan, inputs), simulation(setup) {}
  Setup<T> setup;
  Simulation<T> simulation;
};

struct SimulationResiduals::Runs {
  std::vector<std::unique_ptr<PeriodRun<double>>> values;             // by period
  std::vector<std::vector<std::unique_ptr<PeriodRun<Jet8>>>> chunks;  // by chunk and period
};

SimulationResiduals::SimulationResiduals(const PreparedProblem& prepared, int threads)
    : prepared_(prepared), workers_(threads), runs_(std::make_unique<Runs>()) {
  parameters_ = static_cast<int>(prepared.parameters().size());
  for (const PeriodData& data : prepared.periods()) {
    first_residual_.push_back(residuals_);
    for (std::size_t m = 0; m < data.measured.size(); ++m) {
      residuals_ += static_cast<int>(static_cast<long>(data.measured[m].size()) - data.first_row -
                                     data.missing[m]);
    }
    runs_->values.push_back(std::make_unique<PeriodRun<double>>(prepared.plan(), data.inputs));
  }
  for (int first = 0; first < parameters_; first += kLanes) {
    auto& chunk = runs_->chunks.emplace_back();
    for (const PeriodData& data : prepared.periods()) {
      chunk.push_back(std::make_unique<PeriodRun<Jet8>>(prepared.plan(), data.inputs));
    }
  }
}

SimulationResiduals::~SimulationResiduals() = default;

namespace {

/// Runs a period with parameters set and hands every compared row to `use(residual, value, row)`;
/// false where the simulation cannot go on.
template <class T, class Use>
bool run_period(const PreparedProblem& prepared, const PeriodData& data, Simulation<T>& simulation,
                const std::vector<T>& parameters, const Use& use) {
  simulation.reset();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    for (const Target& target : prepared.targets()[i]) {
      const T value = target.conversion.identity()
                          ? parameters[i]
                          : T(target.conversion.factor * parameters[i] + target.conversion.shift);
      if (target.state) {
        simulation.set_initial(target.cells, value);
      } else {
        simulation.set_parameter(target.cells, value);
      }
    }
  }
  const long rows = data.inputs.period.step_count() + 1;
  int residual = 0;
  try {
    simulation.initialize();
    for (long k = 0; k < rows; ++k) {
      if (k > 0) simulation.step();
      if (k < data.first_row) continue;
      for (std::size_t m = 0; m < data.measured.size(); ++m) {
        const double measured = data.measured[m][static_cast<std::size_t>(k)];
        if (std::isnan(measured)) continue;
        use(residual++, m, measured, simulation.value(prepared.cells()[m]));
      }
    }
  } catch (const SimulationError&) {
    return false;  // these parameters cannot be simulated; the solver takes a shorter step
  }
  return true;
}

}  // namespace

bool compare(const PreparedProblem& prepared, const PeriodData& data,
             const std::vector<double>& parameters, const RowUse& use) {
  PeriodRun<double> period(prepared.plan(), data.inputs);
  return run_period<double>(
      prepared, data, period.simulation, parameters,
      [&](int, std::size_t m, double measured, double simulated) { use(m, measured, simulated); });
}

bool SimulationResiduals::run_values(const double* p, double* residuals) {
  const std::vector<double> parameters(p, p + parameters_);
  for (std::size_t d = 0; d < prepared_.periods().size(); ++d) {
    double* own = residuals + first_residual_[d];
    const bool good = run_period<double>(
        prepared_, prepared_.periods()[d], runs_->values[d]->simulation, parameters,
        [&](int i, std::size_t m, double measured, double simulated) {
          own[i] = (simulated - measured) / prepared_.deviations()[m];
        });
    if (!good) return false;
  }
  return true;
}

bool SimulationResiduals::run_chunk(int chunk, std::size_t period, const double* p,
                                    double* residuals, double* jacobian) {
  const int first = chunk * kLanes;
  const int count = std::min(kLanes, parameters_ - first);
  std::vector<Jet8> parameters(at(parameters_));
  for (int i = 0; i < parameters_; ++i) {
    const bool seeded = i >= first && i < first + count;
    parameters[at(i)] = seeded ? Jet8(p[i], i - first) : Jet8(p[i]);
  }
  const int offset = first_residual_[period];
  return run_period<Jet8>(
      prepared_, prepared_.periods()[period], runs_->chunks[at(chunk)][period]->simulation,
      parameters, [&](int i, std::size_t m, double measured, const Jet8& simulated) {
        const double sd = prepared_.deviations()[m];
        if (chunk == 0) residuals[offset + i] = (simulated.a - measured) / sd;
        double* row = jacobian + static_cast<std::ptrdiff_t>(offset + i) * parameters_ + first;
        for (int j = 0; j < count; ++j) row[j] = simulated.v[j] / sd;
      });
}

bool SimulationResiduals::evaluate(const double* p, double* residuals, double* jacobian) {
  if (jacobian == nullptr) return run_values(p, residuals);
  const int periods = static_cast<int>(prepared_.periods().size());
  const int tasks = static_cast<int>(runs_->chunks.size()) * periods;
  std::atomic<bool> good{true};
  workers_.for_pieces(tasks, 1, [&](int, int begin, int end) {
    for (int task = begin; task < end; ++task) {
      if (!run_chunk(task / periods, at(task % periods), p, residuals, jacobian)) good = false;
    }
  });
  return good;
}

}  // namespace hearth
