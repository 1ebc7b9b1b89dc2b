// SPDX-License-Identifier: MIT
#include "hearth/estimation/prepared_problem.hpp"

#include <cmath>
#include <set>
#include <utility>

#include "hearth/data/measurement.hpp"
#include "hearth/framework/number_text.hpp"
#include "hearth/ontology/json_values.hpp"

namespace hearth {
namespace {

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

bool Target::allows(double value) const {
  // A bound that is converted between units may miss the range by rounding.
  const auto rounding = [](double end) { return 1e-12 * std::abs(end); };
  return !(value < cells.range.min - rounding(cells.range.min)) &&
         !(value > cells.range.max + rounding(cells.range.max));
}

void PreparedProblem::find_targets() {
  for (CalibrationParameter& parameter : parameters_) {
    targets_.emplace_back();
    if (parameter.targets.empty()) {
      diagnostics_.error(
          "calibration.no_target", parameter.where,
          "'" + parameter.parameter.name + "' sets nothing; give at least one of 'targets'");
    }
    find_targets_of(parameter);
  }
}

void PreparedProblem::find_targets_of(CalibrationParameter& parameter) {
  for (const std::string& name : parameter.targets) {
    try {
      std::optional<Target> target = find_target(parameter, name);
      if (!target) continue;
      for (const int cell : target->cells.cells) {
        const auto [other, free] = taken_.emplace(cell, name);
        if (free) continue;
        diagnostics_.error(
            "calibration.target_doubled", parameter.where,
            name + " is set by " + other->second + " already; one number has one parameter");
        break;
      }
      if (target->state) free_initial_output(name);
      targets_.back().push_back(*std::move(target));
    } catch (const Error& error) {
      append_at(parameter.where, error, diagnostics_);
    }
  }
}

std::optional<Target> PreparedProblem::find_target(CalibrationParameter& parameter,
                                                   const std::string& name) {
  Target target;
  target.state = is_state(name);
  target.cells = target.state ? plan_.initial(name) : plan_.parameter(name);
  if (!parameter.unit) parameter.unit = target.cells.unit;
  if (!parameter.unit->compatible(target.cells.unit)) {
    diagnostics_.error("calibration.unit_mismatch", parameter.where,
                       name + " is in [" + target.cells.unit.symbol + "], not in [" +
                           parameter.unit->symbol + "]");
    return std::nullopt;
  }
  target.conversion = conversion(*parameter.unit, target.cells.unit);
  for (const double bound : {parameter.parameter.min, parameter.parameter.max}) {
    if (!std::isfinite(bound) || target.allows(target.value(bound))) continue;
    diagnostics_.error("calibration.bounds_beyond_range", parameter.where,
                       "the bound " + number_text(target.value(bound)) + " of " + name +
                           " is outside the valid range " + number_text(target.cells.range.min) +
                           " to " + number_text(target.cells.range.max) + " [" +
                           target.cells.unit.symbol + "]; narrow the bounds");
  }
  return target;
}

/// An output of the name of an estimated state follows that state in row 0, whatever the model
/// gives as its initial value.
void PreparedProblem::free_initial_output(const std::string& state) {
  std::string output = state;
  output[output.find('@')] = '.';
  std::erase_if(plan_.given_outputs, [&](const auto& given) {
    const std::string& name = plan_.signals[at(given.first)].name;
    return name == output || name.starts_with(output + "[");
  });
}

void PreparedProblem::find_measurements() {
  std::set<std::string> ports;
  for (const CalibrationMeasurement& measurement : problem_.measurements) {
    if (!ports.insert(measurement.port).second) {
      diagnostics_.error("calibration.measurement_doubled", measurement.where,
                         measurement.port + " is compared twice; remove one");
    }
    try {
      const int cell = plan_.signal(measurement.port);
      const Unit unit = plan_.signals[at(cell)].unit;
      cells_.push_back(cell);
      const Unit given = measurement.column.unit.value_or(unit);
      if (!given.compatible(unit)) {
        diagnostics_.error(
            "calibration.unit_mismatch", measurement.where,
            measurement.port + " is in [" + unit.symbol + "], not in [" + given.symbol + "]");
        continue;
      }
      deviations_.push_back(measurement.sd * conversion(given, unit).factor);
    } catch (const Error& error) {
      append_at(measurement.where, error, diagnostics_);
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
                             " has no measured value at the compared rows of a period; "
                             "check period and step, or give 'resample'");
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

}  // namespace hearth
