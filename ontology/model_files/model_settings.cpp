// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/model_settings.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <variant>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/model/component_series.hpp"
#include "hearth/framework/model/number_check.hpp"

namespace hearth {
namespace {

/// Returns the unit that a series states for its numbers.
std::optional<Unit> stated_unit(const SeriesSpec& spec) {
  const auto* column = std::get_if<FileColumn>(&spec.source);
  return column != nullptr ? column->unit : spec.unit;
}

/// Returns a configuration value of the field's kind, or nothing if the value cannot be one.
std::optional<ConfigSetting> config_value(const Field& field, const Quantity& value) {
  const bool whole = value.value == std::round(value.value) && !value.unit;
  if (value.boolean && field.kind != ConfigKind::Flag) return std::nullopt;
  switch (field.kind) {
    case ConfigKind::Series: {
      SeriesSpec spec;
      spec.source = value.value;
      spec.unit = value.unit;
      return spec;
    }
    case ConfigKind::Number:
      return value;
    case ConfigKind::Integer:
      if (!whole || std::abs(value.value) > 1e9) return std::nullopt;
      return static_cast<int>(value.value);
    case ConfigKind::Flag:
      if (!whole || (value.value != 0.0 && value.value != 1.0)) return std::nullopt;
      return value.value == 1.0;
    default:
      return std::nullopt;
  }
}

/// Returns the constant with that key in a series, or null.
double* constant_in(SeriesSpec& spec, const std::string& key) {
  std::size_t number = 0;
  std::from_chars(key.data(), key.data() + key.size(), number);
  if (std::to_string(number) != key) number = 0;
  if (auto* weekly = std::get_if<WeeklyRules>(&spec.source)) {
    if (key == kDefaultConstant) return &weekly->otherwise;
    if (number == 0 || number > weekly->rules.size()) return nullptr;
    return &weekly->rules[number - 1].value;
  }
  if (auto* table = std::get_if<TimeTable>(&spec.source)) {
    if (number == 0 || number > table->values.size()) return nullptr;
    return &table->values[number - 1];
  }
  return key.empty() ? std::get_if<double>(&spec.source) : nullptr;
}

/// Returns whether the configuration with that name is a series.
bool is_series(const Endpoint& target, const Registry& registry, const Component& component) {
  const ComponentType* type = registry.find(component.type);
  const Field* field = type == nullptr ? nullptr : type->schema.find(Role::Config, target.port);
  return field != nullptr && field->kind == ConfigKind::Series;
}

/// Returns a description of the values that a configuration can be set to by one number.
std::string setting_form(ConfigKind kind) {
  switch (kind) {
    case ConfigKind::Series:
    case ConfigKind::Number:
      return "a number";
    case ConfigKind::Integer:
      return "a whole number without a unit";
    case ConfigKind::Flag:
      return "true or false (1 or 0)";
    default:
      return "";
  }
}

/// Sets a configuration value; returns false if the component has no configuration with that name.
bool set_config(const Endpoint& target, const Quantity& value, const Registry& registry,
                Component& component) {
  const ComponentType* type = registry.find(component.type);
  const Field* field = type == nullptr ? nullptr : type->schema.find(Role::Config, target.port);
  if (field == nullptr) return false;
  std::optional<ConfigSetting> setting = config_value(*field, value);
  if (!setting) {
    const std::string form = setting_form(field->kind);
    throw ModelError("model.setting_invalid", {.component = target.component, .port = target.port},
                     form.empty()
                         ? "this configuration is not a number; change it in the model file"
                         : "this configuration cannot have that value; expected " + form);
  }
  // A number without a unit has that of the series that it replaces.
  const SeriesSpec* before = series_of(component, target.port);
  auto* series = std::get_if<SeriesSpec>(&*setting);
  if (before != nullptr && series != nullptr && !series->unit) series->unit = stated_unit(*before);
  component.config[target.port] = *setting;
  return true;
}

}  // namespace

void apply_setting(const ModelSetting& setting, const Registry& registry, SimulationModel& model) {
  if (setting.path.find('@') != std::string::npos) {
    std::string path = setting.path;
    std::replace(path.begin(), path.end(), '@', '.');
    model.set_initial(path, setting.value);
    return;
  }
  const std::optional<Endpoint> target = parse_endpoint(setting.path);
  if (!target) {
    throw ModelError("model.setting_invalid", {.pointer = setting.path},
                     "expected 'id.name' or 'id.name[key]'");
  }
  Component& component = model.component(target->component);
  if (target->key.empty() && set_config(*target, setting.value, registry, component)) return;
  if (!target->key.empty() && is_series(*target, registry, component)) {
    if (!setting.value.boolean && set_constant(setting.path, setting.value, model)) return;
    throw ModelError("model.setting_invalid",
                     {.component = target->component, .port = target->port},
                     setting.value.boolean ? "expected a number, not true or false"
                                           : "the series has no constant '" + target->key + "'");
  }
  model.set_parameter(setting.path, setting.value);
}

bool set_constant(const std::string& path, const Quantity& value, SimulationModel& model) {
  const std::optional<Endpoint> target = parse_endpoint(path);
  if (!target || model.find(target->component) == nullptr) return false;
  SeriesSpec* spec = series_of(model.component(target->component), target->port);
  double* const constant = spec != nullptr ? constant_in(*spec, target->key) : nullptr;
  if (constant == nullptr) return false;
  if (!value.unit || !spec->unit) {
    *constant = value.value;
    return true;
  }
  if (!value.unit->compatible(*spec->unit)) {
    throw ModelError("model.unit_mismatch", {.component = target->component, .port = target->port},
                     "the value is " + unit_mismatch_words(*value.unit, *spec->unit));
  }
  *constant = convert(value.value, *value.unit, *spec->unit);
  return true;
}

}  // namespace hearth
