// SPDX-License-Identifier: MIT
#include "hearth/apps/model_input.hpp"

#include <algorithm>
#include <cmath>

#include "hearth/apps/exit_code.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/data_files.hpp"
#include "hearth/data/time_text.hpp"
#include "hearth/ontology/json_document.hpp"
#include "hearth/ontology/json_values.hpp"
#include "hearth/ontology/load_model.hpp"

namespace hearth::apps {
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
bool set_config(Component& component, const std::string& name, const Setting& setting) {
  const ComponentType* type = standard_components().find(component.type);
  const Field* field = type == nullptr ? nullptr : type->schema.find(Role::Config, name);
  if (field == nullptr) return false;
  const std::optional<ConfigSetting> value = config_value(*field, setting.value);
  if (!value) {
    refuse_value("--set", setting.path, "this configuration cannot be set to that number");
  }
  component.config[name] = *value;
  return true;
}

void apply_setting(const Setting& setting, SimulationModel& model) {
  if (setting.path.find('@') != std::string::npos) {
    std::string path = setting.path;
    std::replace(path.begin(), path.end(), '@', '.');
    model.set_initial(path, setting.value);
    return;
  }
  const std::optional<Endpoint> target = parse_endpoint(setting.path);
  if (!target) refuse_value("--set", setting.path, "expected 'id.name' or 'id.name[key]'");
  Component& component = model.component(target->component);
  if (target->key.empty() && set_config(component, target->port, setting)) return;
  model.set_parameter(setting.path, setting.value);
}

}  // namespace

SimulationModel read_model(const ModelOptions& options, Diagnostics& diagnostics) {
  SimulationModel model =
      load_model(options.file, standard_components(),
                 {.timezone = options.timezone, .data_dir = options.data_dir}, diagnostics);
  locate_files(model, DataFiles(data_options(options)));
  if (!model.components().empty()) return model;
  throw InputError("model.empty", {.file = options.file.string(), .pointer = "/components"},
                   "there is no component; give at least one");
}

std::optional<Duration> written_start_offset(const std::filesystem::path& file) {
  if (file.extension() != ".json") return std::nullopt;
  const JsonDocument document = JsonDocument::read(file);
  const auto run = document.root().find("simulation");
  const auto start = run ? run->find("start") : std::nullopt;
  if (!start || !start->is(JsonKind::String)) return std::nullopt;
  const std::optional<TimeStamp> stamp = parse_time(start->string());
  return stamp ? stamp->offset : std::nullopt;
}

SimulationModel with_settings(SimulationModel model, const std::vector<Setting>& settings) {
  Diagnostics diagnostics;
  for (const Setting& setting : settings) {
    try {
      apply_setting(setting, model);
    } catch (const ModelError& error) {
      append_at({.pointer = "--set " + setting.path}, error, diagnostics);
    }
  }
  if (diagnostics.has_errors()) throw ModelError(diagnostics);
  return model;
}

DataOptions data_options(const ModelOptions& options) {
  DataOptions data;
  data.folders = {options.file.parent_path()};
  data.data_dir = options.data_dir;
  data.timezone = options.timezone;
  return data;
}

ViewedPlan compile_for_view(const SimulationModel& model, const CompileOptions& options) {
  ViewedPlan viewed;
  try {
    viewed.plan = compile(model, standard_components(), options);
    return viewed;
  } catch (const ModelError& error) {
    for (const Diagnostic& item : error.diagnostics().items()) {
      if (item.severity != Severity::Error) continue;
      if (item.code != "model.initial_missing") throw;
      viewed.missing.push_back(item.where.component + "." + item.where.port);
    }
  }
  SimulationModel complete = model;
  for (const std::string& output : viewed.missing) complete.set_initial(output, Quantity{});
  viewed.plan = compile(complete, standard_components(), options);
  return viewed;
}

}  // namespace hearth::apps
