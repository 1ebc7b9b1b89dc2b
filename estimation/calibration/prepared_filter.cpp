// SPDX-License-Identifier: MIT
// The parts of a calibration in addition to the model: biases of sensors and, for a Kalman filter,
// noise of states and sensors and uncertain initial values.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "hearth/data/json/json_values.hpp"
#include "hearth/data/sources/measurement.hpp"
#include "hearth/estimation/calibration/internal/estimated_series.hpp"
#include "hearth/estimation/calibration/prepared_problem.hpp"

namespace hearth {
namespace {

double seconds_of(Duration time) { return std::chrono::duration<double>(time).count(); }

/// Returns the unit of differences of a unit: K for degC.
Unit difference_of(const Unit& unit) { return parse_unit(difference_unit(unit)).value_or(unit); }

/// The logarithm of an estimated standard deviation is varied, so that it never reaches 0.
void complete_bounds(estimation::Parameter& parameter) {
  parameter.may_vanish = true;
  constexpr double kLeast = 1e-6;  // relative to the initial value
  if (!std::isfinite(parameter.min) && parameter.initial > 0.0) {
    parameter.min = kLeast * parameter.initial;
  }
}

}  // namespace

std::optional<CellRef> PreparedProblem::find_state(const std::string& name, const Where& where) {
  try {
    CellRef state = plan_->initial(name);
    return state;
  } catch (const Error& error) {
    append_at(where, error, diagnostics_);
    return std::nullopt;
  }
}

/// `number` is in `unit` (none: unit of the state) and applies to the time `noise_time`.
void PreparedProblem::add_noise(const std::string& state, const Where& where, Duration noise_time,
                                const std::optional<Unit>& unit, FilterNumber number) {
  const std::optional<CellRef> found = find_state(state, where);
  if (!found) return;
  const auto factor = difference_factor(unit.value_or(found->unit), found->unit);
  if (!factor) {
    diagnostics_.error("calibration.unit_mismatch", where,
                       "noise of " + state + " is in [" + unit->symbol + "], expected [" +
                           difference_unit(found->unit) + "]; correct the unit");
    return;
  }
  if (noise_time.count() <= 0) {
    diagnostics_.error("calibration.noise_time_invalid", where,
                       "'noise_time' must be longer than 0 s; set a duration such as \"PT1H\"");
    return;
  }
  number.factor *= *factor / std::sqrt(seconds_of(noise_time));
  for (const int cell : found->cells) {
    const bool integrates =
        cell >= plan_->first_state && cell < plan_->first_state + plan_->state_count;
    if (!integrates) {
      diagnostics_.error("calibration.noise_of_held", where,
                         state +
                             " does not change continuously, but noise can be added to continuous "
                             "states only; name such a state");
      return;
    }
    if (std::find(filter_.noisy.begin(), filter_.noisy.end(), cell) != filter_.noisy.end()) {
      diagnostics_.error("calibration.target_duplicate", where,
                         "noise of " + state + " appears twice; remove one");
      return;
    }
    filter_.noisy.push_back(cell);
    filter_.intensities.push_back(number);
  }
}

void PreparedProblem::add_initial_sd(const InitialSd& given) {
  const std::optional<CellRef> found = find_state(given.state, given.where);
  if (!found) return;
  const auto factor = difference_factor(given.sd.unit.value_or(found->unit), found->unit);
  if (!factor) {
    diagnostics_.error("calibration.unit_mismatch", given.where,
                       "the sd of " + given.state + " is in [" + given.sd.unit->symbol +
                           "], expected [" + difference_unit(found->unit) + "]; correct the unit");
    return;
  }
  filter_.uncertain_states.push_back(*found);
  for (const int cell : found->cells) {
    if (std::find(filter_.uncertain.begin(), filter_.uncertain.end(), cell) !=
        filter_.uncertain.end()) {
      diagnostics_.error("calibration.target_duplicate", given.where,
                         "initial_sd of " + given.state + " appears twice; remove one");
      return;
    }
    filter_.uncertain.push_back(cell);
    filter_.initial_sds.push_back(given.sd.value * *factor);
  }
}

/// Finds the measurement of an output and the factor from a parameter to differences of the output;
/// sets the unit of the parameter. `what` describes the parameter.
std::optional<SensorBias> PreparedProblem::find_sensor(const std::string& port,
                                                       std::size_t parameter, const char* what) {
  CalibrationParameter& own = parameters_[parameter];
  for (std::size_t m = 0; m < problem_.measurements.size(); ++m) {
    if (problem_.measurements[m].port != port) continue;
    const Unit unit = plan_->signals[static_cast<std::size_t>(cells_[m])].unit;
    const auto factor = difference_factor(own.unit.value_or(unit), unit);
    if (factor) {
      if (!own.unit) own.unit = difference_of(unit);
      return SensorBias{m, {static_cast<int>(parameter), *factor}};
    }
    diagnostics_.error("calibration.unit_mismatch", own.where,
                       std::string("the ") + what + " of " + port + " is in [" + own.unit->symbol +
                           "], expected [" + difference_unit(unit) + "]; correct 'unit'");
  }
  return std::nullopt;
}

/// Finds measured outputs with a bias, whose sensors read too high by that bias.
void PreparedProblem::find_sensor_biases() {
  std::map<std::size_t, std::size_t> taken;  // parameter of the problem, by measurement
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    for (const std::string& port : parameters_[i].bias_of) {
      if (!series_->parameter(Correction::Bias, port).empty()) continue;  // bias of a source
      const auto found = find_sensor(port, i, "bias");
      if (!found) continue;
      sensor_biases_.push_back(*found);
      const std::size_t first = i - static_cast<std::size_t>(std::max(0, parameters_[i].period));
      const auto [other, free] = taken.emplace(found->measurement, first);
      if (free || other->second == first) continue;
      diagnostics_.error("calibration.target_duplicate", parameters_[i].where,
                         "the bias of " + port + " is estimated twice; remove one");
    }
  }
}

void PreparedProblem::add_sensor_noise(const std::string& port, std::size_t parameter) {
  const auto& measured = problem_.measurements;
  const bool known = std::any_of(
      measured.begin(), measured.end(),
      [&port](const CalibrationMeasurement& measurement) { return measurement.port == port; });
  if (!known) {
    diagnostics_.error("calibration.sd_of_unmeasured", parameters_[parameter].where,
                       "'sd_of' names " + port +
                           ", which is not measured; name a 'port' of "
                           "'measurements'");
    return;
  }
  const auto sensor = find_sensor(port, parameter, "sd");
  if (sensor) filter_.sds[sensor->measurement] = sensor->number;
}

void PreparedProblem::find_filter() {
  const bool kalman = problem_.error_model == ErrorModel::Kalman;
  for (const double sd : deviations_) filter_.sds.push_back({-1, sd});
  const auto refuse = [&](const Where& where, const std::string& key) {
    diagnostics_.error("calibration.filter_missing", where,
                       "'" + key + "' needs \"error_model\": \"kalman\"; add it, or remove this");
  };
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    CalibrationParameter& own = parameters_[i];
    if (!own.is_noise()) continue;
    if (!kalman) {
      refuse(own.where, own.sd_of.empty() ? "process_noise_of" : "sd_of");
      continue;
    }
    if (!(own.parameter.initial > 0.0)) {
      diagnostics_.error("calibration.noise_initial", own.where,
                         "the initial value of '" + own.parameter.name +
                             "', a noise, is not above 0, which the search by its logarithm cannot "
                             "change; set a guess, such as the size of the residuals");
      continue;
    }
    complete_bounds(own.parameter);
    for (const std::string& state : own.process_noise_of) {
      add_noise(state, own.where, own.noise_time, own.unit, {static_cast<int>(i), 1.0});
      const auto found = own.unit ? std::nullopt : find_state(state, own.where);
      if (found) own.unit = difference_of(found->unit);
    }
    for (const std::string& port : own.sd_of) add_sensor_noise(port, i);
  }
  for (const ProcessNoise& noise : problem_.process_noise) {
    if (!kalman) {
      refuse(noise.where, "process_noise");
    } else {
      add_noise(noise.state, noise.where, noise.noise_time, noise.sd.unit, {-1, noise.sd.value});
    }
  }
  for (const InitialSd& given : problem_.initial_sds) {
    if (!kalman) {
      refuse(given.where, "initial_sd");
    } else {
      add_initial_sd(given);
    }
  }
  if (problem_.outlier_limit && !kalman) refuse(problem_.where, "outlier_limit");
  if (!kalman || diagnostics_.has_errors()) return;
  if (filter_.noisy.empty()) {
    diagnostics_.error("calibration.process_noise_missing", problem_.where,
                       "a Kalman filter needs noise on a state: set 'process_noise', or add a "
                       "parameter with 'process_noise_of'");
  }
  if (problem_.solve.solver == estimation::Solver::Ceres ||
      problem_.solve.loss.kind != estimation::Loss::Kind::Squared) {
    diagnostics_.error("calibration.filter_solver", problem_.where,
                       "the likelihood of a Kalman filter needs the solver 'trf' with the loss "
                       "'squared'; remove 'solver' and 'loss'");
  }
}

/// Finds the rows at which the intervals of means begin, which a filter needs in advance.
void PreparedProblem::find_mean_begins(PeriodData& data, const Where& where) {
  constexpr double kRounding = 1e-9;
  for (std::size_t m = 0; m < data.measured.size(); ++m) {
    std::vector<char> begins(data.measured[m].size(), 0);
    long last = 0;
    for (std::size_t k = 0; k < data.intervals[m].size(); ++k) {
      if (std::isnan(data.measured[m][k])) continue;
      const double steps = data.intervals[m][k];
      const long first = static_cast<long>(k) - std::lround(steps);
      if (std::abs(steps - std::round(steps)) > kRounding || first < last) {
        diagnostics_.error("calibration.interval_uneven", where,
                           "a filter needs means of " + problem_.measurements[m].port +
                               " whose intervals begin at rows and do not overlap; choose a 'step' "
                               "that divides the intervals evenly");
        break;
      }
      begins[static_cast<std::size_t>(first)] = 1;
      last = static_cast<long>(k);
    }
    data.mean_begins.push_back(std::move(begins));
  }
}

}  // namespace hearth
