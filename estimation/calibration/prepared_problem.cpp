// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/prepared_problem.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "hearth/data/json/json_values.hpp"
#include "hearth/data/sources/doubtful_values.hpp"
#include "hearth/data/sources/measurement.hpp"
#include "hearth/estimation/calibration/internal/estimated_series.hpp"
#include "hearth/estimation/calibration/interval_mean.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/component/cells.hpp"
#include "hearth/framework/model/resolved_model.hpp"
#include "hearth/framework/scalar/trace.hpp"

namespace hearth {
namespace {

CompileOptions compile_options(const CalibrationProblem& problem) {
  CompileOptions options = problem.compile;
  // even if the model selects another engine
  if (!options.engine) options.engine = Engine::Stepwise;
  return options;
}

std::shared_ptr<const Plan> compiled(const CalibrationProblem& problem,
                                     const SimulationModel& model, const Registry& registry) {
  try {
    return std::make_shared<const Plan>(compile(model, registry, compile_options(problem)));
  } catch (const ModelError& error) {
    throw ModelError(at_fixed(problem, error.diagnostics()));
  }
}

bool is_measured(const CalibrationProblem& problem, const std::string& port) {
  return std::any_of(
      problem.measurements.begin(), problem.measurements.end(),
      [&port](const CalibrationMeasurement& measurement) { return measurement.port == port; });
}

/// Returns the model in which estimated numbers of series are parameters.
EstimatedSeries estimated_series(const CalibrationProblem& problem, const Registry& registry) {
  EstimatedSeries series(problem.model, registry, compile_options(problem));
  Diagnostics diagnostics;
  const auto attempt = [&diagnostics](const Where& where, const auto& action) {
    try {
      action();
    } catch (const InputError& error) {
      append_at(where, error, diagnostics);
    }
  };
  const auto find_constants = [&](const std::vector<std::string>& targets, const Where& where) {
    for (const std::string& target : targets) {
      if (!series.names_series(target)) continue;
      attempt(where, [&] { series.estimate_constant(target); });
    }
  };
  try {
    for (const CalibrationParameter& parameter : problem.parameters) {
      find_constants(parameter.targets, parameter.where);
      for (const std::string& output : parameter.scale_of) {
        attempt(parameter.where, [&] { series.estimate_correction(Correction::Scale, output); });
      }
      for (const std::string& output : parameter.bias_of) {
        if (is_measured(problem, output)) continue;
        attempt(parameter.where, [&] { series.estimate_correction(Correction::Bias, output); });
      }
    }
    for (const CalibrationExpression& expression : problem.expressions) {
      find_constants(expression.targets, expression.where);
    }
  } catch (const ModelError& error) {
    throw ModelError(at_fixed(problem, error.diagnostics()));
  }
  if (diagnostics.has_errors()) throw InputError(std::move(diagnostics));
  return series;
}

bool is_state(const std::string& target) { return target.find('@') != std::string::npos; }

/// Evaluates row 0 with traces to find the outputs that depend on estimated initial states.
class FirstRow {
 public:
  explicit FirstRow(const ConfigObjects<Trace>& setup)
      : plan_(setup.plan()),
        cells_(plan_.cells.size()),
        scratch_(static_cast<std::size_t>(plan_.scratch_count)) {
    frame_.cells = cells_.data();
    frame_.in = plan_.in_initial.data();
    frame_.configs = setup.configs();
    frame_.scratch = scratch_.data();
    for (std::size_t s = 0; s < plan_.slots.size(); ++s) {
      const auto& trace = plan_.instances[s].type->trace;
      if (trace.construct != nullptr) trace.construct(plan_.slots[s], cells_.data());
    }
  }

  /// Seeds states; must be called before `dependent_outputs`.
  void seed(const CellRef& state) {
    for (const int cell : state.cells) cells_[cell] = Trace::seed(0);
    seeded_.insert(state.slot);
  }

  /// Returns the output cells that depend on seeded states, in the same instance or through
  /// connections of the row. A removed connection delivers its given value, unless the state
  /// belongs to the same instance.
  std::set<int> dependent_outputs() {
    std::set<int> kept;
    for (const LagSlot& lag : plan_.lags) {
      if (seeded_.count(lag.slot) == 0) kept.insert(lag.transfer.from);
    }
    for (const Stage& stage : plan_.initial_stages) {
      for (const Batch& batch : stage.batches) {
        if (batch.type->trace.outputs == nullptr) continue;  // it has no derivatives
        batch.type->trace.outputs(plan_.slots.data() + batch.first, batch.count, frame_);
      }
      for (const int cell : kept) cells_[cell] = Trace();
      for (const Transfer& transfer : stage.transfers) cells_[transfer.to] = cells_[transfer.from];
    }
    std::set<int> outputs;
    for (int cell = 0; cell < plan_.signal_count; ++cell) {
      if (cells_[cell].seeds != 0) outputs.insert(cell);
    }
    return outputs;
  }

 private:
  const Plan& plan_;
  Cells<Trace> cells_;
  Cells<Trace> scratch_;
  Frame<Trace> frame_;
  std::set<int> seeded_;  // slots
};

/// Returns whether a parameter has a number for each period.
bool per_period(const CalibrationParameter& parameter) {
  const auto& targets = parameter.targets;
  const bool states = !targets.empty() && std::all_of(targets.begin(), targets.end(), is_state);
  return parameter.per_period.value_or(states);
}

/// Returns the numbers to be estimated: `Ti0` in two periods becomes `Ti0[1]` and `Ti0[2]`.
std::vector<CalibrationParameter> in_periods(const CalibrationProblem& problem) {
  std::vector<CalibrationParameter> numbers;
  const int count = static_cast<int>(problem.periods.size());
  for (const CalibrationParameter& parameter : problem.parameters) {
    if (!per_period(parameter)) {
      numbers.push_back(parameter);
      continue;
    }
    for (int period = 0; period < count; ++period) {
      numbers.push_back(parameter);
      numbers.back().period = period;
      if (count > 1) numbers.back().parameter.name += "[" + std::to_string(period + 1) + "]";
    }
  }
  return numbers;
}

/// Returns the lengths in steps of the means of a measurement; means whose interval begins before
/// the run are left out.
std::vector<double> intervals_within(Measured& measured, Duration step) {
  std::vector<double> intervals;
  for (std::size_t k = 0; k < measured.means.size(); ++k) {
    intervals.push_back(steps_of(measured.means[k], step));
    if (intervals.back() > static_cast<double>(k)) measured.values[k] = NAN;
  }
  return intervals;
}

/// The union of some time intervals.
class Covered {
 public:
  /// Adds an interval; returns whether it overlaps earlier ones.
  bool add(Instant from, Instant to) {
    if (from >= to) return false;
    bool shared = false;
    auto next = stretches_.upper_bound(from);
    if (next != stretches_.begin() && std::prev(next)->second > from) --next;
    while (next != stretches_.end() && next->first < to) {
      shared = true;
      from = std::min(from, next->first);
      to = std::max(to, next->second);
      next = stretches_.erase(next);
    }
    stretches_.emplace(from, to);
    return shared;
  }

 private:
  std::map<Instant, Instant> stretches_;  // beginning and end, without overlaps
};

/// Removes the values of rows that are excluded from the comparison.
void exclude_rows(const CalibrationMeasurement& measurement, const std::vector<Instant>& rows,
                  Measured& measured) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Duration mean = k < measured.means.size() ? measured.means[k] : Duration{};
    if (measurement.excludes(rows[k] - mean, rows[k])) measured.values[k] = NAN;
  }
}

}  // namespace

bool CalibrationMeasurement::excludes(Instant from, Instant instant) const {
  return std::any_of(excluded.begin(), excluded.end(), [&](const Stretch& stretch) {
    return from <= stretch.end && instant >= stretch.start;
  });
}

Diagnostics at_fixed(const CalibrationProblem& problem, const Diagnostics& found) {
  Diagnostics placed;
  for (Diagnostic item : found.items()) {
    const auto place =
        std::find_if(problem.fixed.begin(), problem.fixed.end(), [&item](const FixedValue& fixed) {
          std::string path = fixed.path;
          std::replace(path.begin(), path.end(), '@', '.');
          const std::optional<Endpoint> end = parse_endpoint(path);
          return end && end->component == item.where.component && end->port == item.where.port;
        });
    if (item.severity == Severity::Error && place != problem.fixed.end()) {
      item.where.file = place->where.file;
      item.where.line = place->where.line;
      item.where.pointer = place->where.pointer;
    }
    placed.add(std::move(item));
  }
  return placed;
}

PreparedProblem::PreparedProblem(const CalibrationProblem& problem, const Registry& registry)
    : problem_(problem),
      series_(std::make_shared<const EstimatedSeries>(estimated_series(problem, registry))),
      plan_(compiled(problem, series_->model(), registry)),
      resolver_(problem.data),
      parameters_(in_periods(problem)) {
  diagnostics_.append(plan_->diagnostics);
  find_targets();
  find_derived();
  find_computed();
  find_measurements();
  if (diagnostics_.has_errors()) throw InputError(diagnostics_);
  find_sensor_biases();
  find_filter();
  if (diagnostics_.has_errors()) throw InputError(diagnostics_);
  read_periods(problem.periods, periods_);
  read_periods(problem.validation, validation_);
  require_values(periods_, false);
  require_values(validation_, true);
  if (diagnostics_.has_errors()) throw InputError(diagnostics_);
  free_initial_outputs();
  warn_of_overlaps();
  warn_of_validation();
  warn_of_fixed();
}

/// Warns of validation periods that contain fitted rows.
void PreparedProblem::warn_of_validation() {
  const auto begin = [](const CalibrationPeriod& period) { return period.start + period.warmup; };
  for (const CalibrationPeriod& own : problem_.validation) {
    for (std::size_t d = 0; d < problem_.periods.size(); ++d) {
      const CalibrationPeriod& fitted = problem_.periods[d];
      if (std::max(begin(own), begin(fitted)) >= std::min(own.end, fitted.end)) continue;
      diagnostics_.warning(
          "calibration.validation_fitted", own.where,
          "this validation period overlaps period " + std::to_string(d + 1) +
              ", which is used for calibration, so its errors do not measure "
              "prediction; move the validation period so that it does not overlap");
      break;
    }
  }
}

/// Warns of fixed numbers that are also estimated.
void PreparedProblem::warn_of_fixed() {
  for (const FixedValue& fixed : problem_.fixed) {
    const CellRef cells =
        is_state(fixed.path) ? plan_->initial(fixed.path) : plan_->parameter(fixed.path);
    const bool taken = std::all_of(cells.cells.begin(), cells.cells.end(),
                                   [&](int cell) { return taken_.contains(cell); });
    if (!taken) continue;
    diagnostics_.warning("calibration.fixed_unused", fixed.where,
                         "'" + fixed.path +
                             "' is estimated, so that its fixed value has no effect; remove it "
                             "here or from the parameters");
  }
}

/// Warns of rows that are compared in two periods, and therefore count twice.
void PreparedProblem::warn_of_overlaps() {
  constexpr int kMostWarnings = 1000;  // a larger number is not readable
  const auto& periods = problem_.periods;
  Covered before;
  int warnings = 0;
  for (std::size_t b = 0; b < periods.size(); ++b) {
    if (!before.add(periods[b].start + periods[b].warmup, periods[b].end)) continue;
    for (std::size_t a = 0; a < b; ++a) {
      const Instant from =
          std::max(periods[a].start + periods[a].warmup, periods[b].start + periods[b].warmup);
      if (from >= std::min(periods[a].end, periods[b].end)) continue;
      if (++warnings > kMostWarnings) {
        diagnostics_.warning("calibration.periods_overlap", periods[b].where,
                             "this and later periods also overlap with others, which are not "
                             "listed; periods must not overlap");
        return;
      }
      diagnostics_.warning("calibration.periods_overlap", periods[b].where,
                           "the compared time of this period overlaps with period " +
                               std::to_string(a + 1) +
                               ": measurements that count twice make the intervals too narrow; "
                               "periods must not overlap");
    }
  }
}

/// Warns if most measured values of a period are not at a row.
void PreparedProblem::warn_of_unused(const CalibrationPeriod& period, std::size_t measurement,
                                     long used) {
  const CalibrationMeasurement& own = problem_.measurements[measurement];
  if (own.column.resample.value_or(Resample::None) != Resample::None) return;
  const auto path = resolver_.files().find(own.column.file);
  if (!path) return;
  Diagnostics ignored;
  const auto kept = resolver_.files().series(
      *path, own.column,
      {.site = {.latitude = {}, .longitude = {}, .timezone = problem_.timezone},
       .from = period.start,
       .to = period.end},
      ignored);
  const RawSeries& raw = *kept;
  long measured = 0;
  for (std::size_t i = 0; i < raw.times.size(); ++i) {
    const bool inside = raw.times[i] >= period.start + period.warmup &&
                        raw.times[i] <= period.end && !own.excludes(raw.times[i], raw.times[i]);
    measured += inside && std::isfinite(raw.values[i]) ? 1 : 0;
  }
  if (2 * used >= measured || measured < 4) return;
  diagnostics_.warning(
      "calibration.values_unused", own.where,
      "only " + std::to_string(used) + " of " + std::to_string(measured) + " measured values of " +
          own.port +
          " are at rows of the run and are compared; choose another 'step', or set 'resample': "
          "\"mean\"");
}

bool allows(const Range& range, double value) {
  // After a conversion of units, a bound may exceed the range by rounding.
  const auto rounding = [](double end) { return std::isfinite(end) ? 1e-12 * std::abs(end) : 0.0; };
  return value >= range.min - rounding(range.min) && value <= range.max + rounding(range.max);
}

void PreparedProblem::find_targets() {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    CalibrationParameter& parameter = parameters_[i];
    if (parameter.period > 0) {  // the same as in the previous period
      parameter.unit = parameters_[i - 1].unit;
      targets_.push_back(targets_.back());
      continue;
    }
    targets_.push_back(find_targets_of(parameter.targets, parameter.unit, parameter.where));
    find_corrections(parameter, targets_.back());
    check_bounds(parameter, targets_.back());
  }
}

/// Finds the targets of expressions, which may use only numbers that apply to all periods.
void PreparedProblem::find_derived() {
  std::vector<std::string> names;
  for (const CalibrationParameter& parameter : parameters_) {
    names.push_back(parameter.period < 0 ? parameter.parameter.name : "");
  }
  for (const CalibrationExpression& expression : problem_.expressions) {
    try {
      DerivedTargets derived{expression, Expression::parse(expression.value, names), {}};
      derived.targets =
          find_targets_of(expression.targets, derived.expression.unit, expression.where);
      derived_.push_back(std::move(derived));
    } catch (const InputError& error) {
      append_at(expression.where, error, diagnostics_);
      return;  // one of its names is unknown
    }
  }
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    CalibrationParameter& parameter = parameters_[i];
    const bool corrects = !parameter.scale_of.empty() || !parameter.bias_of.empty();
    if (!parameter.targets.empty() || parameter.is_noise() || corrects) continue;
    const bool used =
        std::any_of(derived_.begin(), derived_.end(), [i](const DerivedTargets& derived) {
          const auto& names = derived.value.used();
          return std::binary_search(names.begin(), names.end(), i);
        });
    if (!parameter.unit) parameter.unit = unit::one;
    if (used) continue;
    diagnostics_.error("calibration.no_target", parameter.where,
                       "'" + parameter.parameter.name +
                           "' has no targets; set 'targets', or use its name in 'expressions'");
  }
}

std::vector<Target> PreparedProblem::find_targets_of(const std::vector<std::string>& names,
                                                     std::optional<Unit>& unit,
                                                     const Where& where) {
  std::vector<Target> targets;
  for (const std::string& name : names) {
    try {
      std::optional<Target> target = find_target(name, unit, where);
      if (!target) continue;
      take_cells(*target, where);
      targets.push_back(*std::move(target));
    } catch (const Error& error) {
      append_at(where, error, diagnostics_);
    }
  }
  return targets;
}

void PreparedProblem::take_cells(const Target& target, const Where& where) {
  for (const int cell : target.cells.cells) {
    const auto [other, free] = taken_.emplace(cell, target.name);
    if (free) continue;
    diagnostics_.error(
        "calibration.target_duplicate", where,
        target.name + " is set by " + other->second + ", too; set each target only once");
    return;
  }
}

std::optional<Target> PreparedProblem::find_target(const std::string& name,
                                                   std::optional<Unit>& unit, const Where& where) {
  if (!is_state(name)) return parameter_target(name, series_->parameter(name), unit, where);
  Target target{name, plan_->initial(name), true, {}};
  return in_unit(std::move(target), unit, where);
}

/// `parameter` is the parameter of the model that the target sets.
std::optional<Target> PreparedProblem::parameter_target(const std::string& name,
                                                        const std::string& parameter,
                                                        std::optional<Unit>& unit,
                                                        const Where& where) {
  Target target{name, plan_->parameter(parameter), false, {}};
  if (parameter == name) return in_unit(std::move(target), unit, where);
  const std::optional<Unit> own = unit_of_series(target.cells);
  if (own) target.cells.unit = *own;
  std::optional<Target> found = in_unit(std::move(target), unit, where);
  if (!found || found->conversion.identity() || series_->has_unit(parameter)) return found;
  // A bare number of the series is written again as a bare number.
  diagnostics_.error("calibration.unit_mismatch", where,
                     name + " is a number of a series without a unit, in [" +
                         found->cells.unit.symbol + "], the parameter in [" + unit->symbol +
                         "]; set 'unit' to [" + found->cells.unit.symbol +
                         "], or set the unit of the series in the model");
  return std::nullopt;
}

/// Returns the unit of a number of a series without a unit: that of the ports that the series
/// feeds.
std::optional<Unit> PreparedProblem::unit_of_series(const CellRef& cells) const {
  const PlannedInstance& instance = plan_->instances[static_cast<std::size_t>(cells.slot)];
  if (instance.any || !instance.fed) return std::nullopt;
  const Field* field = instance.type->schema.find(Role::Parameter, cells.member);
  return field->unit.any == 0 ? std::nullopt
                              : std::optional(resolve_any(field->unit, instance.fed));
}

/// Converts from the unit of the parameter; if it has none, it gets the unit of the cells.
std::optional<Target> PreparedProblem::in_unit(Target target, std::optional<Unit>& unit,
                                               const Where& where) {
  if (!unit) unit = target.cells.unit;
  if (!unit->compatible(target.cells.unit)) {
    diagnostics_.error("calibration.unit_mismatch", where,
                       target.name + " is in [" + target.cells.unit.symbol + "], not in [" +
                           unit->symbol + "]; correct 'unit'");
    return std::nullopt;
  }
  target.conversion = conversion(*unit, target.cells.unit);
  return target;
}

/// Finds the targets of factors and biases of sources.
void PreparedProblem::find_corrections(CalibrationParameter& parameter,
                                       std::vector<Target>& targets) {
  const auto find = [&](Correction correction, const std::string& output) {
    const std::string own = series_->parameter(correction, output);
    if (own.empty()) return;  // it is the bias of a sensor
    const char* const word = correction == Correction::Scale ? "scale of " : "bias of ";
    std::optional<Target> target =
        parameter_target(word + output, own, parameter.unit, parameter.where);
    if (!target) return;
    const PlannedInstance& instance =
        plan_->instances[static_cast<std::size_t>(target->cells.slot)];
    const Unit& delivered = plan_->signals[static_cast<std::size_t>(plan_->signal(output))].unit;
    const Unit corrected = instance.any.value_or(instance.fed.value_or(unit::one));
    if (!(delivered == unit::one) && !(delivered == corrected)) {
      diagnostics_.error("calibration.no_series", parameter.where,
                         "'" + output + "' is in [" + delivered.symbol +
                             "] but does not feed ports in that unit only; set the unit of its "
                             "series in the model");
      return;
    }
    take_cells(*target, parameter.where);
    targets.push_back(*std::move(target));
  };
  for (const std::string& output : parameter.scale_of) find(Correction::Scale, output);
  for (const std::string& output : parameter.bias_of) find(Correction::Bias, output);
}

void PreparedProblem::check_bounds(const CalibrationParameter& parameter,
                                   const std::vector<Target>& targets) {
  for (const Target& target : targets) {
    for (const double bound : {parameter.parameter.min, parameter.parameter.max}) {
      if (!std::isfinite(bound) || allows(target.cells.range, target.value(bound))) continue;
      diagnostics_.error("calibration.bounds_beyond_range", parameter.where,
                         "the bound " + number_text(target.value(bound)) + " of " + target.name +
                             " is outside the valid range " + number_text(target.cells.range.min) +
                             " to " + number_text(target.cells.range.max) + " [" +
                             target.cells.unit.symbol + "]; narrow the bounds");
    }
  }
}

void PreparedProblem::find_computed() {
  for (const PlannedInstance& instance : plan_->instances) {
    for (const Field& field : instance.type->schema) {
      const bool computed = field.role == Role::Parameter && field.computed &&
                            ((instance.computed >> field.member) & 1U) != 0;
      if (computed) {
        computed_.push_back(plan_->parameter(instance.id + "." + std::string(field.name)));
      }
    }
  }
}

/// Outputs that depend on an estimated or uncertain state follow it in row 0, even if the model
/// sets their initial values.
void PreparedProblem::free_initial_outputs() {
  if (plan_->given_outputs.empty()) return;
  const ConfigObjects<Trace> setup(*plan_, periods_.front().inputs);
  FirstRow row(setup);
  const auto seed = [&row](const std::vector<Target>& targets) {
    for (const Target& target : targets) {
      if (target.state) row.seed(target.cells);
    }
  };
  for (const std::vector<Target>& targets : targets_) seed(targets);
  for (const DerivedTargets& derived : derived_) seed(derived.targets);
  for (const CellRef& state : filter_.uncertain_states) row.seed(state);
  const std::set<int> outputs = row.dependent_outputs();
  for (const auto& [cell, value] : plan_->given_outputs) {
    if (outputs.count(cell) > 0) freed_outputs_.push_back(cell);
  }
}

void PreparedProblem::find_measurements() {
  std::set<std::string> ports;
  for (const CalibrationMeasurement& measurement : problem_.measurements) {
    if (!ports.insert(measurement.port).second) {
      diagnostics_.error("calibration.measurement_duplicate", measurement.where,
                         measurement.port + " is compared twice; remove one");
    }
    const auto same = std::find_if(problem_.measurements.begin(), problem_.measurements.end(),
                                   [&](const auto& other) {
                                     return other.column.file == measurement.column.file &&
                                            other.column.column == measurement.column.column;
                                   });
    if (&*same != &measurement && same->port != measurement.port) {
      diagnostics_.warning("calibration.column_duplicate", measurement.where,
                           measurement.port + " is compared with the same column as " + same->port +
                               ", which then counts as two sensors; remove one, or name the column "
                               "of each");
    }
    try {
      const int cell = plan_->signal(measurement.port);
      const Unit unit = plan_->signals[cell].unit;
      cells_.push_back(cell);
      const Unit given = measurement.column.unit.value_or(unit);
      if (!given.compatible(unit)) {
        diagnostics_.error("calibration.unit_mismatch", measurement.where,
                           measurement.port + " is in [" + unit.symbol + "], not in [" +
                               given.symbol + "]; correct 'unit' of the measurement");
        continue;
      }
      const auto factor = difference_factor(measurement.sd_unit.value_or(given), unit);
      if (!factor) {
        diagnostics_.error("calibration.unit_mismatch", measurement.where,
                           "'sd' of " + measurement.port + " is in [" +
                               measurement.sd_unit->symbol + "], expected one in [" +
                               difference_unit(unit) + "]; correct the unit of 'sd'");
        continue;
      }
      deviations_.push_back(measurement.sd * *factor);
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
  data.inputs = resolve_inputs(*plan_, request, &resolver_);
  for (Diagnostic item : data.inputs.diagnostics.items()) {
    // Harmless in a simulation, but not in a comparison with measurements.
    if (item.code == "data.weather_of_other_year") item.severity = Severity::Warning;
    diagnostics_.add(std::move(item));
  }
  const long rows = request.period.step_count() + 1;
  data.first_row = (period.warmup + problem_.step - Duration(1)) / problem_.step;
  std::vector<Instant> instants;
  for (long k = 0; k < rows; ++k) instants.push_back(period.start + k * problem_.step);
  for (std::size_t m = 0; m < problem_.measurements.size(); ++m) {
    const CalibrationMeasurement& measurement = problem_.measurements[m];
    Measured measured =
        read_measurement(resolver_.files(),
                         {measurement.column, instants, plan_->signals[cells_[m]].unit,
                          problem_.timezone, measurement.where, Severity::Error},
                         diagnostics_);
    if (&period == &problem_.periods.front()) {
      warn_of_unit(measured.unknown_unit, measurement.column, plan_->signals[cells_[m]].unit,
                   {.file = measured.file, .pointer = measurement.where.pointer}, diagnostics_);
    }
    const bool in_unit_of_header = !measurement.sd_unit && !measurement.column.unit;
    if (in_unit_of_header && measured.header_unit) {
      const auto factor = difference_factor(*measured.header_unit, plan_->signals[cells_[m]].unit);
      deviations_[m] = measurement.sd * factor.value_or(1.0);
      if (filter_.sds[m].parameter < 0) filter_.sds[m].factor = deviations_[m];
    }
    measured.values.resize(static_cast<std::size_t>(rows), NAN);
    exclude_rows(measurement, instants, measured);
    data.intervals.push_back(intervals_within(measured, problem_.step));
    data.measured.push_back(std::move(measured.values));
    long missing = 0;
    for (long k = data.first_row; k < rows; ++k) {
      missing += std::isnan(data.measured.back()[k]) ? 1 : 0;
    }
    data.missing.push_back(missing);
    if (!diagnostics_.has_errors()) {
      warn_of_unused(period, m, std::max(0L, rows - data.first_row) - missing);
    }
  }
  if (problem_.error_model == ErrorModel::Kalman) find_mean_begins(data, period.where);
  if (data.first_row >= rows) {
    diagnostics_.error("calibration.warmup_too_long", period.where,
                       "no rows remain for the comparison after the warm-up; shorten 'warmup', or "
                       "lengthen the period");
  }
  return data;
}

/// Requires that each measurement has values in some of the periods. In the validation, it is
/// sufficient that some measurement has values.
void PreparedProblem::require_values(const std::vector<PeriodData>& data, bool some_suffice) {
  if (data.empty() || diagnostics_.has_errors()) return;
  const auto has_none = [&data](std::size_t m) {
    return std::all_of(data.begin(), data.end(), [m](const PeriodData& period) {
      const auto rows = static_cast<long>(period.measured[m].size());
      return period.missing[m] == rows - period.first_row;
    });
  };
  std::vector<std::size_t> without;
  for (std::size_t m = 0; m < problem_.measurements.size(); ++m) {
    if (has_none(m)) without.push_back(m);
  }
  const bool enough = some_suffice && without.size() < problem_.measurements.size();
  for (const std::size_t m : without) {
    const CalibrationMeasurement& measurement = problem_.measurements[m];
    if (enough) {
      diagnostics_.warning("calibration.no_data", measurement.where,
                           measurement.port +
                               " has no measured value at the compared rows of the validation, so "
                               "that it is not validated; choose another period");
      continue;
    }
    diagnostics_.error("calibration.no_data", measurement.where,
                       measurement.port +
                           " has no measured value at the compared rows of any period; check "
                           "period and step, or set 'resample'");
  }
}

const std::vector<SeriesReplacement>& PreparedProblem::corrections() const {
  return series_->corrections();
}

std::vector<estimation::Parameter> PreparedProblem::estimated() const {
  std::vector<estimation::Parameter> estimated;
  for (const CalibrationParameter& parameter : parameters_) {
    estimated.push_back(parameter.parameter);
  }
  return estimated;
}

estimation::Parameter within_ranges(estimation::Parameter parameter,
                                    const std::vector<Target>& targets) {
  for (const Target& target : targets) {
    const double low = target.number(target.cells.range.min);
    const double high = target.number(target.cells.range.max);
    parameter.min = std::max(parameter.min, std::min(low, high));
    parameter.max = std::min(parameter.max, std::max(low, high));
  }
  return parameter;
}

}  // namespace hearth
