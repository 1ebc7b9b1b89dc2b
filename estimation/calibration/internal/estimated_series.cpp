// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/internal/estimated_series.hpp"

#include <algorithm>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/model/cell_values.hpp"
#include "hearth/framework/model/component_ids.hpp"
#include "hearth/framework/plan/lone_instance.hpp"
#include "hearth/ontology/model_files/model_settings.hpp"

namespace hearth {
namespace {

constexpr std::string_view kSwitchingTimes[] = {".from", ".to", ".days", ".times"};

/// Returns the series whose times a target such as `setpoint.value[2].from` would change; "" for
/// other targets.
std::string switched_series(const std::string& target) {
  for (const std::string_view part : kSwitchingTimes) {
    if (target.ends_with(part)) return target.substr(0, target.size() - part.size());
  }
  return "";
}

/// The constants of a series, in the order of the values of a ScheduleOfValues.
struct Constants {
  std::vector<std::string> keys;  // "" if there is one
  std::vector<double> values;
  SeriesSpec numbers;  // the same series with the number of the constant, from 1, as its value
};

/// Returns the constants of a series; if it has none, returns nothing and sets `reason`.
std::optional<Constants> constants_in(const SeriesSpec& spec, std::string& reason) {
  Constants found;
  found.numbers = spec;
  const auto add = [&found](std::string key, double& value) {
    found.keys.push_back(std::move(key));
    found.values.push_back(value);
    value = static_cast<double>(found.keys.size());
  };
  if (auto* number = std::get_if<double>(&found.numbers.source)) {
    add("", *number);
  } else if (auto* weekly = std::get_if<WeeklyRules>(&found.numbers.source)) {
    add(std::string(kDefaultConstant), weekly->otherwise);
    for (WeeklyRule& rule : weekly->rules) add(std::to_string(found.keys.size()), rule.value);
  } else if (auto* table = std::get_if<TimeTable>(&found.numbers.source)) {
    if (table->shape == Series::Shape::Linear && table->values.size() > 1) {
      reason = "its points are interpolated linearly; hold them (\"resample\": \"hold\")";
      return std::nullopt;
    }
    table->shape = Series::Shape::Hold;
    for (double& value : table->values) add(std::to_string(found.keys.size() + 1), value);
  } else {
    reason =
        "it is measured or computed and has no constants; estimate its scale or its bias with "
        "'scale_of' or 'bias_of' of a parameter";
    return std::nullopt;
  }
  return found;
}

/// Finds the series that outputs of a source deliver unchanged, by running the source with numbers
/// that identify the series.
class SourceProbe {
 public:
  SourceProbe(const Plan& plan, int slot) : plan_(plan), slot_(slot) {}

  /// Returns the series of the configuration that an output cell delivers, or null.
  const Field* delivered(int cell) const {
    const Field* const found = match(cell, 0.0);
    return found != nullptr && match(cell, 0.375) == found ? found : nullptr;
  }

 private:
  /// Runs with a different number for each series, and parameters shifted by `shift`.
  const Field* match(int cell, double shift) const {
    std::vector<ResolvedConfig> values = LoneInstance::config_of(plan_, slot_);
    const ComponentType& type = *plan_.instances[static_cast<std::size_t>(slot_)].type;
    const auto mark = [shift](int member) { return 1.0 + shift + 1.0 / (3.0 + member); };
    for (const Field& field : type.schema) {
      if (field.kind == ConfigKind::Series) values[field.member] = Series(mark(field.member));
    }
    LoneInstance alone(plan_, slot_, values);
    const Slot& slot = alone.slot();
    for (int i = 0; i < alone.counts().parameter; ++i) alone.cells()[slot.parameter + i] += shift;
    type.plain.outputs(&slot, 1, alone.frame());
    for (const Field& field : type.schema) {
      if (field.kind == ConfigKind::Series && alone.cells()[cell] == mark(field.member)) {
        return &field;
      }
    }
    return nullptr;
  }

  const Plan& plan_;
  int slot_;
};

std::string id_of_correction(const Endpoint& output) {
  return output.component + " " + output.port + " corrected";
}

constexpr const char* kBoth =
    "constants of the series and its scale or bias cannot both be estimated, as they have the same "
    "effect; remove one of them";

[[noreturn]] void refuse_series(const std::string& output, const std::string& reason) {
  throw InputError("calibration.no_series", {},
                   fmt::format("'{}' cannot be corrected: {}", output, reason));
}

}  // namespace

bool names_unit(const SeriesSpec& spec) {
  const auto* column = std::get_if<FileColumn>(&spec.source);
  return column != nullptr ? column->unit.has_value() : spec.unit.has_value();
}

std::string correction_parameter(Correction correction, const Endpoint& output) {
  return id_of_correction(output) + (correction == Correction::Scale ? ".scale" : ".bias");
}

SeriesReplacement replacement_of(const SimulationModel& model, const Plan& plan,
                                 const Endpoint& output, Component component,
                                 const std::string& port,
                                 const std::function<bool(const Connection&)>& takes) {
  SeriesReplacement result;
  result.output = to_string(output);
  result.component = std::move(component);
  for (const Connection& connection : model.connections()) {
    if (connection.from != output || (takes && !takes(connection))) continue;
    result.removed.push_back(connection);
    Connection own = connection;
    own.from = {result.component.id, port, ""};
    // An entry without a key is named after its source.
    const PlannedInstance& receiver = plan.instances[plan.slot_of(own.to.component)];
    const Field* const input = receiver.type->schema.find(Role::Input, own.to.port);
    if (input != nullptr && input->many && own.to.key.empty()) own.to.key = output.component;
    result.added.push_back(std::move(own));
  }
  return result;
}

void replace_series(const SeriesReplacement& replacement, SimulationModel& model) {
  if (model.find(replacement.component.id) == nullptr) model.add_component(replacement.component);
  for (const Connection& connection : replacement.removed) {
    model.remove_connection(connection);
  }
  for (const Connection& connection : replacement.added) model.add_connection(connection);
}

const Plan& EstimatedSeries::plan() {
  if (!plan_) plan_ = compile(model_, registry_, options_);
  return *plan_;
}

bool EstimatedSeries::names_series(const std::string& target) const {
  const std::string switched = switched_series(target);
  const auto end = parse_endpoint(switched.empty() ? target : switched);
  const Component* component = end ? model_.find(end->component) : nullptr;
  const ComponentType* type = component != nullptr ? registry_.find(component->type) : nullptr;
  if (type == nullptr) return false;
  const Field* field = type->schema.find(Role::Config, end->port);
  return field != nullptr && field->kind == ConfigKind::Series;
}

std::string EstimatedSeries::parameter(const std::string& target) const {
  const auto found = constants_.find(target);
  return found == constants_.end() ? target : found->second;
}

std::string EstimatedSeries::parameter(Correction correction, const std::string& output) const {
  const auto found = corrected_.find({correction, output});
  return found == corrected_.end() ? "" : found->second;
}

bool EstimatedSeries::has_unit(const std::string& parameter) const {
  const auto found = units_.find(parameter);
  return found != units_.end() && found->second;
}

EstimatedSeries::Source EstimatedSeries::source_of(const Endpoint& output) {
  Source source;
  source.slot = plan().slot_of(output.component);
  const PlannedInstance& instance = plan().instances[source.slot];
  const Slot& slot = plan().slots[source.slot];
  source.output = instance.type->schema.find(Role::Output, output.port);
  const bool single = source.output != nullptr && !source.output->many && output.key.empty();
  if (!single || !instance.source || slot.stepper >= 0) return source;
  const int cell = plan().signal(to_string(output));
  const Field* const member = SourceProbe(plan(), source.slot).delivered(cell);
  if (member == nullptr) return source;
  source.series = series_of(plan().model.component(instance.id), *member);
  source.member = member->name;
  return source;
}

SeriesReplacement EstimatedSeries::replacement(const Endpoint& output, Component component,
                                               const std::string& port) {
  component.where = model_.component(output.component).where;
  return replacement_of(model_, plan(), output, std::move(component), port);
}

/// Returns the id of the ScheduleOfValues whose values are the constants of a series.
const std::string& EstimatedSeries::constants_of(const Endpoint& member) {
  const std::string name = member.component + "." + member.port;
  const auto known = schedules_.find(name);
  if (known != schedules_.end()) return known->second;
  const auto refuse = [&name](const std::string& reason) {
    throw InputError(
        "calibration.no_constant", {},
        fmt::format("no constant of the series '{}' can be estimated: {}", name, reason));
  };
  const PlannedInstance& instance = plan().instances[plan().slot_of(member.component)];
  const Field& field = *instance.type->schema.find(Role::Config, member.port);
  const auto series = series_of(plan().model.component(instance.id), field);
  if (!series) refuse("the model does not define the series");
  std::string reason;
  const auto constants = constants_in(*series, reason);
  if (!constants) refuse(reason);
  Component schedule;
  schedule.id = free_id(model_, member.component + " " + member.port + " estimated");
  schedule.type = "ScheduleOfValues";
  schedule.config["number"] = constants->numbers;
  schedule.config["count"] = static_cast<int>(constants->keys.size());
  for (std::size_t k = 0; k < constants->keys.size(); ++k) {
    const std::string number = std::to_string(k + 1);
    auto& setting = schedule.parameters["value"].value;
    if (k == 0) setting = std::map<std::string, Quantity>();
    std::get<std::map<std::string, Quantity>>(setting)[number] = {constants->values[k], {}};
    const std::string& key = constants->keys[k];
    const std::string parameter = schedule.id + ".value[" + number + "]";
    constants_[key.empty() ? name : name + "[" + key + "]"] = parameter;
    units_[parameter] = names_unit(*series);
  }
  bool used = false;
  for (const Field& output : instance.type->schema) {
    if (output.role != Role::Output) continue;
    const Endpoint end{member.component, std::string(output.name), ""};
    if (source_of(end).member != member.port) continue;
    const SeriesReplacement own = replacement(end, schedule, "scheduleValue");
    if (own.added.empty()) continue;
    used = true;
    replace_series(own, model_);
  }
  if (!used) {
    const bool corrected =
        std::any_of(corrected_.begin(), corrected_.end(), [&member](const auto& known) {
          return known.first.second.starts_with(member.component + ".");
        });
    refuse(corrected ? kBoth : "no connected output delivers this series unchanged");
  }
  return schedules_[name] = schedule.id;
}

void EstimatedSeries::estimate_constant(const std::string& target) {
  const std::string switched = switched_series(target);
  if (!switched.empty()) {
    throw InputError(
        "calibration.switching_time", {},
        fmt::format("'{}' is a time at which a schedule switches: results do not change smoothly "
                    "with it, so that it cannot be estimated; estimate the values, such as "
                    "'{}', or compare calibrations with different times",
                    target, switched));
  }
  const Endpoint end = *parse_endpoint(target);
  const std::string& schedule = constants_of(end);
  if (constants_.count(target) > 0) return;
  std::vector<std::string> keys;
  for (const auto& [known, parameter] : constants_) {
    if (parameter.starts_with(schedule + ".value[")) keys.push_back(known);
  }
  throw InputError("calibration.no_constant", {},
                   fmt::format("the series has no constant '{}'{}", target,
                               expected_name("", keys)));  // all of them
}

void EstimatedSeries::estimate_correction(Correction correction, const std::string& output) {
  const auto known = corrected_.find({correction, output});
  if (known != corrected_.end()) return;
  const std::optional<Endpoint> end = parse_endpoint(output);
  if (!end) refuse_series(output, "expected id.port");
  plan();  // errors of the model itself are reported as ModelError
  Source source;
  try {
    plan().signal(output);
    source = source_of(*end);
  } catch (const ModelError& error) {
    throw InputError(error.diagnostics());
  }
  if (!source.series) {
    refuse_series(
        output,
        "it is neither measured nor an output that delivers a series unchanged; name an output of "
        "Weather, Schedule, TimeSeries or an unconnected Sensor, or a measured output");
  }
  Component component;
  component.id = id_of_correction(*end);
  component.type = "CorrectedSeries";
  component.config["series"] = *source.series;
  const SeriesReplacement own = replacement(*end, component, "value");
  const bool is_new = model_.find(component.id) == nullptr;
  if (is_new && own.added.empty()) {
    const bool constants = schedules_.count(end->component + "." + source.member) > 0;
    refuse_series(output, constants ? kBoth : "no input receives it");
  }
  if (is_new) corrections_.push_back(own);
  replace_series(own, model_);
  for (const Correction kind : {Correction::Scale, Correction::Bias}) {
    const std::string parameter = correction_parameter(kind, *end);
    corrected_[{kind, output}] = parameter;
    units_[parameter] = kind == Correction::Scale || names_unit(*source.series);
  }
}

}  // namespace hearth
