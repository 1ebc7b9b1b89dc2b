// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/model_settings.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "hearth/framework/base/error.hpp"

namespace hearth {
namespace {

/// Returns a configuration value of the field's kind, or nothing if a number cannot be one.
std::optional<ConfigSetting> config_value(const Field& field, const Quantity& value) {
  const bool whole = value.value == std::round(value.value) && !value.unit;
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

/// Sets a configuration value; returns false where the component has none of that name.
bool set_config(const Endpoint& target, const Quantity& value, const Registry& registry,
                Component& component) {
  const ComponentType* type = registry.find(component.type);
  const Field* field = type == nullptr ? nullptr : type->schema.find(Role::Config, target.port);
  if (field == nullptr) return false;
  const std::optional<ConfigSetting> setting = config_value(*field, value);
  if (!setting) {
    throw ModelError("model.setting_invalid", {.component = target.component, .port = target.port},
                     "this configuration cannot be set to that number");
  }
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
  model.set_parameter(setting.path, setting.value);
}

}  // namespace hearth
