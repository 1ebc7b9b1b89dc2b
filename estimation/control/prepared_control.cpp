// SPDX-License-Identifier: MIT
#include "hearth/estimation/control/prepared_control.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/data/sources/measurement.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/component/cells.hpp"
#include "hearth/framework/stepwise/simulation.hpp"

namespace hearth {
namespace {

/// Returns the unit for a text after a number; "" for a number without a unit.
std::string unit_text(const Unit& unit) {
  const bool none = unit.bare || std::string_view(unit.symbol) == "1";
  return none ? "" : fmt::format(" [{}]", unit.symbol);
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kWattsInKilowatt = 1000.0;

/// Returns the value of an input `id.in.port` without a connection.
double default_of(const SimulationModel& model, const Registry& registry,
                  const std::string& target) {
  const std::optional<Endpoint> end = parse_endpoint(target);
  const Component* component = end ? model.find(end->component) : nullptr;
  const ComponentType* type = component != nullptr ? registry.find(component->type) : nullptr;
  if (type == nullptr || !end->port.starts_with(kInputMark)) return 0.0;
  const Field* field = type->schema.find(Role::Input, end->port.substr(kInputMark.size()));
  return field != nullptr && field->has_default ? field->range.value : 0.0;
}

/// Returns the unit of inputs that are fed by a bare number: that of the first one with a unit.
Unit unit_of_receivers(const PlannedInstance& instance) {
  for (const Unit& unit : instance.fed_units) {
    if (!unit.bare) return unit;
  }
  return instance.fed.value_or(unit::one);
}

/// Returns a product, or a number above every limit if the product is too large.
std::int64_t saturated(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::numeric_limits<std::int64_t>::max();
  return product;
}

bool all_in(const std::vector<Connection>& some, const std::vector<Connection>& all) {
  return std::all_of(some.begin(), some.end(), [&all](const Connection& own) {
    return std::find(all.begin(), all.end(), own) != all.end();
  });
}

/// Returns whether `id.port` of a target, term or limit is an input.
bool is_input(const std::string& name) {
  const std::optional<Endpoint> end = parse_endpoint(name);
  return end && end->port.starts_with(kInputMark);
}

/// A signal of a run without decisions: that of the original model, or a constant.
struct PlainSignal {
  int cell = -1;  ///< -1: the constant
  int mean = -1;  ///< index among the means that the simulation computes; -1: the value at the row
  double constant = 0.0;
  Conversion conversion{};

  /// `name` is `id.port`; "": a constant. Throws ModelError if the plan does not have the signal.
  PlainSignal(const Plan& plan, const std::string& name, const Unit& unit) {
    if (name.empty()) return;
    cell = plan.signal(name);
    const Unit& own = plan.signals[static_cast<std::size_t>(cell)].unit;
    if (own.compatible(unit)) conversion = hearth::conversion(own, unit);
  }

  double value(const Simulation<double>& simulation) const {
    if (cell < 0) return constant;
    const bool averaged = mean >= 0 && simulation.row() > 0;
    return applied(conversion, averaged ? simulation.mean(static_cast<std::size_t>(mean))
                                        : simulation.value(cell));
  }
};

/// Returns the connections that deliver the value of the previous step.
std::vector<Connection> delayed_connections(const Plan& plan) {
  const Coupling coupling = plan.options.coupling.value_or(Coupling::Balanced);
  std::vector<Connection> delayed;
  if (coupling == Coupling::Iterate || coupling == Coupling::Balanced) return delayed;
  for (const LagSlot& lag : plan.lags) {
    if (lag.connection != nullptr) delayed.push_back(*lag.connection);
  }
  return delayed;
}

const std::string& name_in(const std::map<std::string, std::string>& names,
                           const std::string& name) {
  const auto other = names.find(name);
  return other == names.end() ? name : other->second;
}

}  // namespace

double CostRows::value(long row, double mean) const {
  const auto k = static_cast<std::size_t>(row);
  if (reference.empty()) return factor * price[k] * mean;
  const double difference = mean - reference[k];
  return factor * price[k] * difference * difference;
}

double CostRows::slope(long row, double mean) const {
  const auto k = static_cast<std::size_t>(row);
  if (reference.empty()) return factor * price[k];
  return 2.0 * factor * price[k] * (mean - reference[k]);
}

PreparedControl::PreparedControl(const ControlProblem& problem, const Registry& registry,
                                 const std::function<bool()>& stop)
    : problem_(problem), registry_(registry), resolver_(problem.data) {
  find_rows();
  model_ = make_system(problem.model, {}, false);
  if (problem.plant) plant_ = make_system(problem.plant->model, problem.plant->names, true);
  if (diagnostics_.has_errors()) throw InputError(diagnostics_);
  find_bounds();
  find_costs();
  find_limits();
  if (problem.plant) find_filter();
  if (diagnostics_.has_errors()) throw InputError(diagnostics_);
  run_baseline(stop);
  check_first_changes();
  if (diagnostics_.has_errors()) throw InputError(diagnostics_);
}

double PreparedControl::before(std::size_t decision, long row) const {
  const bool late = plant().late[decision] && row > 0;
  return baseline_.decisions[decision][static_cast<std::size_t>(late ? row - 1 : row)];
}

void PreparedControl::find_rows() {
  const Duration step = problem_.step;
  start_row_ = problem_.warmup / step;
  end_row_ = start_row_ + (problem_.end - problem_.start) / step;
  every_ = problem_.receding ? problem_.receding->every / step : end_row_ - start_row_;
  horizon_ = problem_.receding ? problem_.receding->horizon / step : end_row_ - start_row_;
  const long searches = (end_row_ - start_row_ + every_ - 1) / every_;
  const long last = std::max(end_row_, start_row_ + (searches - 1) * every_ + horizon_);
  const auto columns = static_cast<std::int64_t>(problem_.decisions.size() + problem_.costs.size() +
                                                 problem_.limits.size());
  check_limit(WorkLimit::ComparedRows, saturated(last + 1, columns), problem_.where);
  period_ = {problem_.start - problem_.warmup, problem_.start + (last - start_row_) * step, step};
}

/// Returns a hint on the cause of an error about data, if horizons extend beyond the end.
std::string PreparedControl::horizon_hint() const {
  if (period_.end <= problem_.end) return "";
  return fmt::format(" (the last horizon ends at {}; shorten 'horizon', or end earlier)",
                     format_time(period_.end, problem_.zone()));
}

CompileOptions PreparedControl::compile_options() const {
  CompileOptions options = problem_.compile;
  options.engine = Engine::Stepwise;
  return options;
}

ControlSystem PreparedControl::make_system(const SimulationModel& model,
                                           const std::map<std::string, std::string>& names,
                                           bool is_plant) {
  ControlSystem system;
  system.plain = std::make_shared<const Plan>(compile(model, registry_, compile_options()));
  const std::vector<Connection> delayed = delayed_connections(*system.plain);
  ControlledModel controlled =
      controlled_model(model, problem_.decisions, names, registry_, delayed);
  keep_units(controlled, *system.plain);
  system.replaced = controlled.replaced;
  for (const std::vector<Connection>& removed : controlled.removed) {
    system.late.push_back(!removed.empty() && all_in(removed, delayed));
  }
  system.plan =
      std::make_shared<const Plan>(compile(controlled.model, registry_, compile_options()));
  RunRequest request;
  request.period = period_;
  request.input_hold = problem_.input_hold;
  request.timezone = problem_.timezone;
  try {
    system.inputs =
        std::make_unique<const RunInputs>(resolve_inputs(*system.plan, request, &resolver_));
  } catch (const InputError& error) {
    Diagnostics found;
    for (Diagnostic item : error.diagnostics().items()) {
      if (item.code == "data.outside") item.message += horizon_hint();
      found.add(std::move(item));
    }
    throw InputError(std::move(found));
  }
  diagnostics_.append(system.inputs->diagnostics);
  system.objects = std::make_unique<ConfigObjects<double>>(*system.plan, *system.inputs);
  if (!is_plant && system.plan->stepper_count == 0) {
    system.jets = std::make_unique<ConfigObjects<Jet8>>(*system.plan, *system.inputs);
  }
  system.components = controlled.components;
  for (std::size_t d = 0; d < controlled.components.size(); ++d) {
    const std::string& id = controlled.components[d];
    system.decisions.push_back(system.plan->open_input(id + ".in.value"));
    const std::string& late = controlled.delayed[d];
    system.delayed.push_back(late.empty() ? -1 : system.plan->open_input(late + ".in.value"));
    const auto slot = static_cast<std::size_t>(system.plan->slot_of(id));
    const PlannedInstance& instance = system.plan->instances[slot];
    const Unit own = instance.any ? *instance.any : unit_of_receivers(instance);
    if (!is_plant) decision_units_.push_back(own);
    if (!own.compatible(decision_units_[d])) {
      diagnostics_.error(
          "control.unit_mismatch", problem_.plant->where,
          fmt::format("'{}' has the unit [{}] in the model, but [{}] in the plant; correct one",
                      problem_.decisions[d].target, decision_units_[d].symbol, own.symbol));
      continue;
    }
    system.to_own.push_back(conversion(decision_units_[d], own));
  }
  find_outputs(system, names, is_plant);
  return system;
}

/// Returns the decision that a term or limit names; nothing for other outputs.
std::optional<std::size_t> PreparedControl::decision_of(const std::string& name) const {
  for (std::size_t d = 0; d < problem_.decisions.size(); ++d) {
    if (problem_.decisions[d].target == name) return d;
  }
  return std::nullopt;
}

void PreparedControl::find_outputs(ControlSystem& system,
                                   const std::map<std::string, std::string>& names, bool is_plant) {
  const auto find = [&](const std::string& name, const Where& where, std::vector<Unit>& units,
                        std::size_t number, std::vector<ControlOutput>& outputs) {
    try {
      // The name of a decided output means the decision, not the value that a component still
      // delivers.
      const std::optional<std::size_t> decision = decision_of(name);
      const int cell = system.plan->signal(decision ? system.components[*decision] + ".value"
                                                    : name_in(names, name));
      const Unit& own = system.plan->signals[static_cast<std::size_t>(cell)].unit;
      if (!is_plant) units.push_back(own);
      if (!own.compatible(units[number])) {
        diagnostics_.error(
            "control.unit_mismatch", where,
            fmt::format("'{}' has the unit [{}] in the model, but [{}] in the plant; correct one",
                        name, units[number].symbol, own.symbol));
        return;
      }
      outputs.push_back({cell, conversion(own, units[number])});
    } catch (const Error& error) {
      Diagnostics found;
      append_at(where, error, found);
      for (Diagnostic item : found.items()) {
        if (is_plant)
          item.message += " (in the plant; 'names' maps ports of the model to ports of the plant)";
        diagnostics_.add(std::move(item));
      }
      if (!is_plant) units.push_back(unit::one);
      outputs.push_back({});
    }
  };
  for (std::size_t i = 0; i < problem_.costs.size(); ++i) {
    find(problem_.costs[i].output, problem_.costs[i].where, cost_units_, i, system.costs);
  }
  for (std::size_t i = 0; i < problem_.limits.size(); ++i) {
    find(problem_.limits[i].output, problem_.limits[i].where, limit_units_, i, system.limits);
  }
  if (!problem_.plant) return;
  for (std::size_t i = 0; i < problem_.plant->measured.size(); ++i) {
    const PlantMeasurement& measured = problem_.plant->measured[i];
    find(measured.output, measured.where, measured_units_, i, system.measured);
  }
}

double PreparedControl::quantity(const Quantity& given, const Unit& own, const Where& where,
                                 bool difference) {
  if (!given.unit) return given.value;
  const Unit& unit = own.bare ? unit::one : own;  // 2 kW is not valid for a port without a unit
  const auto factor = difference ? difference_factor(*given.unit, unit) : std::optional<double>();
  if (difference ? !factor : !given.unit->compatible(unit)) {
    diagnostics_.error(
        "control.unit_mismatch", where,
        fmt::format("the value is in [{}], expected [{}]; correct the unit", given.unit->symbol,
                    difference ? difference_unit(unit) : unit.symbol));
    return 0.0;
  }
  return difference ? given.value * *factor : convert(given.value, *given.unit, unit);
}

void PreparedControl::find_bounds() {
  for (std::size_t d = 0; d < problem_.decisions.size(); ++d) {
    const ControlDecision& decision = problem_.decisions[d];
    const Unit& unit = decision_units_[d];
    Bounds own;
    own.min = quantity(decision.min, unit, decision.where, false);
    own.max = quantity(decision.max, unit, decision.where, false);
    own.block = decision.block ? *decision.block / problem_.step : 1;
    if (decision.max_change) {
      own.max_change = quantity(*decision.max_change, unit, decision.where, true);
      if (!(*own.max_change >= 0.0)) {
        diagnostics_.error(
            "control.bounds_crossed", decision.where,
            fmt::format("'max_change' of '{}' is negative; set it to 0 or more", decision.target));
      }
    }
    if (decision.initial) own.initial = quantity(*decision.initial, unit, decision.where, false);
    if (!(own.min <= own.max)) {
      diagnostics_.error("control.bounds_crossed", decision.where,
                         fmt::format("'min' {} of '{}' lies above 'max' {}{}; correct one of them",
                                     number_text(own.min), decision.target, number_text(own.max),
                                     unit_text(unit)));
    } else if (own.initial && (*own.initial < own.min || *own.initial > own.max)) {
      diagnostics_.error(
          "control.initial_outside", decision.where,
          fmt::format(
              "'initial' {} of '{}' lies outside {} to {}{}; change it, or widen 'min' and 'max'",
              number_text(*own.initial), decision.target, number_text(own.min),
              number_text(own.max), unit_text(unit)));
    }
    bounds_.push_back(own);
  }
  // Each limit at each row depends on all earlier blocks.
  std::int64_t blocks = 0;
  for (const Bounds& own : bounds_) blocks += (horizon_ + own.block - 1) / own.block;
  const auto rows = static_cast<std::int64_t>(1 + problem_.limits.size()) * horizon_;
  check_limit(WorkLimit::ComparedRows, saturated(blocks, rows), problem_.where);
}

Series PreparedControl::series(const SeriesSpec& spec, const std::optional<Unit>& unit,
                               const Where& where) {
  return series(spec, unit, where, diagnostics_);
}

Series PreparedControl::series(const SeriesSpec& spec, const std::optional<Unit>& unit,
                               const Where& where, Diagnostics& diagnostics) {
  if (unit && unit->bare && spec.unit && !spec.unit->compatible(unit::one)) {
    diagnostics.error(
        "control.unit_mismatch", where,
        fmt::format(
            "the value is in [{}], but the output has no unit; write a number without a unit",
            spec.unit->symbol));
    return Series(0.0);
  }
  SeriesReport report;
  Diagnostics found;
  const Site& site = problem_.model.site;
  Series result = resolver_.resolve({.spec = spec,
                                     .period = {problem_.start, period_.end, period_.step},
                                     .origin = period_.start,
                                     .timezone = problem_.timezone,
                                     .target_unit = unit,
                                     .where = where,
                                     .latitude = site.latitude,
                                     .longitude = site.longitude,
                                     .files = &problem_.files},
                                    report, found);
  for (Diagnostic item : found.items()) {
    if (item.where.file.empty()) item.where = where;
    if (item.code == "data.outside") item.message += horizon_hint();
    diagnostics.add(std::move(item));
  }
  return found.has_errors() ? Series(0.0) : result;
}

std::vector<double> PreparedControl::at_rows(const Series& series) const {
  std::vector<double> values;
  for (long row = 0; row <= period_.step_count(); ++row) {  // rows before the start are not used
    values.push_back(series.at(seconds(std::max(row, start_row_) * period_.step)));
  }
  return values;
}

/// Returns the mean over the step that ends at each row; 0 up to the start.
std::vector<double> PreparedControl::over_steps(const Series& series) const {
  std::vector<double> values(static_cast<std::size_t>(start_row_ + 1), 0.0);
  for (long row = start_row_ + 1; row <= period_.step_count(); ++row) {
    const double from = seconds((row - 1) * period_.step), to = seconds(row * period_.step);
    values.push_back(series.constant() ? series.at(0.0) : series.mean(from, to));
  }
  return values;
}

/// Returns the price of a kWh of a power or, if it is in kg of CO2, its emission; for any other
/// quantity, the price of one unit for an hour.
Series PreparedControl::price(const ControlCost& cost, bool power) {
  if (!cost.price) return Series(1.0);
  Diagnostics found;
  Series result = series(*cost.price, power ? unit::per_kWh : unit::one, cost.where, found);
  if (power && found.has_errors()) {
    Diagnostics of_emission;
    Series emission = series(*cost.price, unit::kg_per_kWh, cost.where, of_emission);
    if (!of_emission.has_errors()) {
      diagnostics_.append(of_emission);
      return emission;
    }
  }
  diagnostics_.append(found);
  return result;
}

void PreparedControl::find_costs() {
  for (std::size_t i = 0; i < problem_.costs.size(); ++i) {
    const ControlCost& cost = problem_.costs[i];
    CostRows rows;
    Unit& own = cost_units_[i];
    if (cost.unit && !own.bare && !(*cost.unit == own)) {
      diagnostics_.error("control.unit_mismatch", cost.where,
                         fmt::format("'{}' is in [{}]; remove 'unit'", cost.output, own.symbol));
    }
    if (cost.unit && own.bare) own = *cost.unit;
    const bool power = !own.bare && own.compatible(unit::W) && !cost.reference;
    rows.factor = step_hours();
    if (power) rows.factor *= convert(1.0, own, unit::W) / kWattsInKilowatt;
    rows.price = over_steps(price(cost, power));
    for (double& value : rows.price) value *= cost.weight;
    if (cost.reference) {
      rows.reference = over_steps(series(*cost.reference, cost_units_[i], cost.where));
    }
    costs_.push_back(std::move(rows));
  }
}

void PreparedControl::find_limits() {
  for (std::size_t i = 0; i < problem_.limits.size(); ++i) {
    const ControlLimit& limit = problem_.limits[i];
    LimitRows rows;
    rows.at_end = limit.at_end;
    if (limit.penalty) rows.penalty = *limit.penalty * (limit.at_end ? 1.0 : step_hours());
    const auto bound = [&](const std::optional<SeriesSpec>& spec, double none) {
      if (!spec)
        return std::vector<double>(static_cast<std::size_t>(period_.step_count() + 1), none);
      return at_rows(series(*spec, limit_units_[i], limit.where));
    };
    rows.min = bound(limit.min, -kInfinity);
    rows.max = bound(limit.max, kInfinity);
    for (std::size_t k = static_cast<std::size_t>(start_row_); k < rows.min.size(); ++k) {
      if (rows.min[k] <= rows.max[k]) continue;
      diagnostics_.error(
          "control.bounds_crossed", limit.where,
          fmt::format("at {} 'min' {} of '{}' lies above 'max' {}{}; correct one of them",
                      format_time(time(static_cast<long>(k)), problem_.zone()),
                      number_text(rows.min[k]), limit.output, number_text(rows.max[k]),
                      unit_text(limit_units_[i])));
      break;
    }
    limits_.push_back(std::move(rows));
  }
}

void PreparedControl::find_filter() {
  const Plan& plan = *model_.plan;
  if (plan.stepper_count > 0) {
    diagnostics_.error("control.filter_unavailable", problem_.plant->where,
                       "the state of a model cannot be corrected by measurements if a component "
                       "advances by steps only; remove 'plant', or replace the component");
    return;
  }
  const auto find = [&](const std::string& name, const Where& where) -> std::optional<CellRef> {
    try {
      return plan.initial(name);
    } catch (const Error& error) {
      append_at(where, error, diagnostics_);
      return std::nullopt;
    }
  };
  for (const ProcessNoise& noise : problem_.plant->process_noise) {
    const auto state = find(noise.state, noise.where);
    if (!state) continue;
    if (noise.noise_time.count() <= 0) {
      diagnostics_.error("calibration.noise_time_invalid", noise.where,
                         "'noise_time' must be longer than 0 s; set a duration such as \"PT1H\"");
      continue;
    }
    const double sd = quantity(noise.sd, state->unit, noise.where, true);
    for (const int cell : state->cells) {
      if (cell < plan.first_state || cell >= plan.first_state + plan.state_count) {
        diagnostics_.error("calibration.noise_of_held", noise.where,
                           noise.state +
                               " does not change continuously, but noise can be added to "
                               "continuous states only; name such a state");
        break;
      }
      noisy_.push_back(cell);
      intensities_.push_back(sd / std::sqrt(seconds(noise.noise_time)));
    }
  }
  for (const InitialSd& given : problem_.plant->initial_sds) {
    const auto state = find(given.state, given.where);
    if (!state) continue;
    const double sd = quantity(given.sd, state->unit, given.where, true);
    for (const int cell : state->cells) {
      uncertain_.push_back(cell);
      initial_sds_.push_back(sd);
    }
  }
  for (std::size_t i = 0; i < problem_.plant->measured.size(); ++i) {
    const PlantMeasurement& measured = problem_.plant->measured[i];
    measured_sds_.push_back(quantity(measured.sd, measured_units_[i], measured.where, true));
    if (measured_sds_.back() > 0.0) continue;
    diagnostics_.error("calibration.sd_missing", measured.where,
                       "set 'sd' > 0, the standard deviation of the measurement");
  }
}

/// Checks that the first block can be within `max_change` of the value that it replaces.
void PreparedControl::check_first_changes() {
  for (std::size_t d = 0; d < bounds_.size(); ++d) {
    const Bounds& own = bounds_[d];
    const bool stopped = baseline_.decisions[d].size() <= static_cast<std::size_t>(start_row_);
    if (!own.max_change || stopped) continue;
    const double stood = before(d, start_row_);
    const double away = std::max(own.min - stood, stood - own.max);
    constexpr double kRounding = 1e-9;  // for converted numbers
    if (!(away > *own.max_change + kRounding * std::max(std::abs(stood), *own.max_change)))
      continue;
    const ControlDecision& decision = problem_.decisions[d];
    const std::string unit = unit_text(decision_units_[d]);
    diagnostics_.error(
        "control.change_impossible", decision.where,
        fmt::format(
            "the value of '{}' before the start, {}{}, is outside 'min' to 'max', {} to {}, by "
            "more than 'max_change', {}; include {} in this range, or allow a larger change",
            decision.target, number_text(stood), unit, number_text(own.min), number_text(own.max),
            number_text(*own.max_change), number_text(stood)));
  }
}

/// Runs the plant without decisions, for comparison and as the starting point of the search.
void PreparedControl::run_baseline(const std::function<bool()>& stop) {
  const ControlSystem& system = plant();
  const std::map<std::string, std::string> none;
  const auto& names = problem_.plant ? problem_.plant->names : none;
  RunRequest request;
  request.period = period_;
  request.input_hold = problem_.input_hold;
  request.timezone = problem_.timezone;
  const RunInputs inputs = resolve_inputs(*system.plain, request, &resolver_);
  const ConfigObjects<double> objects(*system.plain, inputs);
  Simulation<double> simulation(objects);

  std::vector<PlainSignal> decisions, costs, limits;
  for (std::size_t d = 0; d < problem_.decisions.size(); ++d) {
    decisions.emplace_back(*system.plain, system.replaced[d], decision_units_[d]);
    if (!system.replaced[d].empty()) continue;
    const std::string& target = name_in(names, problem_.decisions[d].target);
    decisions.back().constant =
        bounds_[d].initial.value_or(default_of(system.plain->model, registry_, target));
    const auto open = system.plain->open_inputs.find(target);
    if (open != system.plain->open_inputs.end()) {
      simulation.set_input(open->second, decisions.back().constant);
    }
  }
  // A decided input is represented by the output that feeds it.
  const auto signal = [&](const std::string& name, const Unit& unit) {
    const std::optional<std::size_t> decision = decision_of(name);
    const bool input = decision && is_input(name);
    return input ? decisions[*decision] : PlainSignal(*system.plain, name_in(names, name), unit);
  };
  std::vector<int> averaged;
  for (std::size_t i = 0; i < problem_.costs.size(); ++i) {
    costs.push_back(signal(problem_.costs[i].output, cost_units_[i]));
    if (costs.back().cell < 0) continue;
    costs.back().mean = static_cast<int>(averaged.size());
    averaged.push_back(costs.back().cell);
  }
  for (std::size_t i = 0; i < problem_.limits.size(); ++i) {
    limits.push_back(signal(problem_.limits[i].output, limit_units_[i]));
  }
  baseline_.decisions.resize(decisions.size());
  baseline_.costs.resize(costs.size());
  baseline_.limits.resize(limits.size());
  simulation.observe_means(averaged);
  simulation.initialize();
  for (long row = 0; row <= period_.step_count(); ++row) {
    if (stop && stop()) return;
    if (row > 0) simulation.step();
    const auto record = [&](const std::vector<PlainSignal>& signals,
                            std::vector<std::vector<double>>& values) {
      for (std::size_t i = 0; i < signals.size(); ++i)
        values[i].push_back(signals[i].value(simulation));
    };
    record(decisions, baseline_.decisions);
    record(costs, baseline_.costs);
    record(limits, baseline_.limits);
  }
}

}  // namespace hearth
