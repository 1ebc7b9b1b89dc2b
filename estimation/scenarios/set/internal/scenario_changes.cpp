// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/set/internal/scenario_changes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "hearth/data/json/json_document.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/estimation/scenarios/set/internal/model_patch.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/ontology/model_files/model_json.hpp"

namespace hearth {
namespace {

bool is_pointer(const std::string& target) { return target.starts_with('/'); }

bool sets_pointers(const ModelEdit& edit) {
  if (edit.values.empty()) return false;
  const auto points = [](const SweepParameter& parameter) {
    return std::any_of(parameter.targets.begin(), parameter.targets.end(), is_pointer);
  };
  return std::any_of(edit.sweep->parameters.begin(), edit.sweep->parameters.end(), points);
}

/// Calls `visit` with each target of the sample: parameter, its number and the target's place.
template <class Visit>
void visit_sample(const ModelEdit& edit, const Visit& visit) {
  for (std::size_t p = 0; p < edit.values.size(); ++p) {
    const SweepParameter& parameter = edit.sweep->parameters[p];
    const Quantity value{edit.values[p], parameter.unit};
    for (const std::string& target : parameter.targets) visit(parameter, target, value);
  }
}

/// Adds the numbers of the sample that are set after compiling.
void append_sample(const ModelEdit& edit, std::vector<ModelSetting>& settings) {
  visit_sample(
      edit, [&](const SweepParameter& parameter, const std::string& target, const Quantity& value) {
        if (!parameter.structural) settings.push_back({target, value});
      });
}

/// Returns the model of the edited text.
SimulationModel rebuilt(const ModelEdit& edit, const Registry& registry) {
  nlohmann::json document = model_document(*edit.model->text);
  Where last = edit.model->where;
  PatchWork own;
  PatchWork& work = edit.work != nullptr ? *edit.work : own;
  for (const ScenarioChange* change : edit.changes) {
    if (change->patch.empty()) continue;
    last = change->where.below("/patch");
    apply_patch(change->patch, last, document, work);
  }
  visit_sample(
      edit, [&](const SweepParameter& parameter, const std::string& target, const Quantity& value) {
        if (is_pointer(target)) set_number(target, value, parameter.where.below(""), document);
      });
  try {
    Diagnostics unused;
    SimulationModel model = parse_model_json(document.dump(), edit.model->file.string(), registry,
                                             unused, {.timezone = edit.model->timezone});
    locate_files(model, DataFiles(edit.model->data));
    return model;
  } catch (const Error& error) {
    Diagnostics placed;
    for (Diagnostic item : error.diagnostics().items()) {
      const std::string at = item.where.pointer.empty() ? "" : " at " + item.where.pointer;
      item.message = fmt::format("the patched model{}: {}", at, item.message);
      item.where.file = last.file;
      item.where.line = 0;
      item.where.pointer = last.pointer;
      placed.add(std::move(item));
    }
    throw InputError(placed);
  }
}

/// Applies a setting; `where` is the place for problems.
void set_at(const ModelSetting& setting, const Where& where, const Registry& registry,
            SimulationModel& model) {
  try {
    apply_setting(setting, registry, model);
  } catch (const Error& error) {
    Diagnostics placed;
    for (Diagnostic item : error.diagnostics().items()) {
      item.where.file = where.file;
      item.where.line = 0;
      item.where.pointer = where.pointer;
      placed.add(std::move(item));
    }
    throw InputError(placed);
  }
}

void check_period(const ScenarioPeriod& period, const ModelEdit& edit) {
  std::vector<std::string> missing;
  if (!period.start) missing.emplace_back("start");
  if (!period.end) missing.emplace_back("end");
  if (!period.step) missing.emplace_back("step");
  if (!missing.empty()) {
    throw InputError("simulation.period_missing", period.where.below(""),
                     fmt::format("the period of the run is not complete; set {} in 'period', or in "
                                 "'simulation' of the model '{}'",
                                 fmt::join(missing, ", "), edit.model->file.string()));
  }
  const auto refuse = [&](const char* code, const std::string& message) {
    throw InputError(code, period.where.below(""), message);
  };
  if (period.step->count() <= 0) {
    refuse("simulation.step_invalid", "the step must be longer than 0 s; set a positive 'step'");
  } else if (*period.end <= *period.start) {
    refuse("simulation.end_before_start", "the end must be after the start; set a later 'end'");
  } else if ((*period.end - *period.start) % *period.step != Duration::zero()) {
    refuse("simulation.end_off_grid",
           "the time from start to end must be a whole number of steps of " +
               describe(*period.step) + "; move 'start' or 'end', or change 'step'");
  } else if (*period.start + *period.warmup >= *period.end) {
    refuse("scenarios.warmup_too_long", "no time remains after the warm-up of " +
                                            describe(*period.warmup) + "; the run takes " +
                                            describe(*period.end - *period.start));
  }
}

/// Returns the time zone of a model's site, otherwise of its weather file, otherwise of the
/// unchanged model.
std::string zone_of(const SimulationModel& model, const ModelEdit& edit) {
  if (!model.site.timezone.empty()) return model.site.timezone;
  DataResolver resolver(edit.model->data);
  return zone_of_case(model, *edit.model, resolver);
}

/// Converts local times to those of the place of the edited model.
void move_civil_times(const ModelEdit& edit, const SimulationModel& model, ScenarioPeriod& period) {
  const bool changed = std::any_of(edit.changes.begin(), edit.changes.end(),
                                   [](const ScenarioChange* c) { return c->changes_model(); });
  if (!changed || (period.start_zone.empty() && period.end_zone.empty())) return;
  const std::string name = zone_of(model, edit);
  if (name.empty()) return;
  const Zone zone(name, period.where);
  const auto move = [&](std::optional<Instant>& time, const std::string& from) {
    if (!time || from.empty() || from == name) return;
    time = zone.meaning(Zone(from, period.where).local(*time)).first;
  };
  move(period.start, period.start_zone);
  move(period.end, period.end_zone);
}

}  // namespace

bool ScenarioChange::changes_model() const {
  return !patch.empty() || !structure.empty() || !files.empty() || !weather.empty();
}

bool ScenarioChange::is_structural() const { return changes_model() || period.is_given(); }

SimulationModel edited_model(const ModelEdit& edit, const Registry& registry) {
  const bool patched = std::any_of(edit.changes.begin(), edit.changes.end(),
                                   [](const ScenarioChange* c) { return !c->patch.empty(); });
  SimulationModel model =
      patched || sets_pointers(edit) ? rebuilt(edit, registry) : *edit.model->model;
  for (const ScenarioChange* change : edit.changes) {
    for (const ModelSetting& setting : change->structure) {
      set_at(setting, change->where.below("/set" + pointer_part(setting.path)), registry, model);
    }
  }
  visit_sample(
      edit, [&](const SweepParameter& parameter, const std::string& target, const Quantity& value) {
        if (!parameter.structural || is_pointer(target)) return;
        set_at({target, value}, parameter.where.below(""), registry, model);
      });
  swap_files(edit.changes, edit.model->files, registry, DataFiles(edit.model->data), model);
  model.files.insert(model.files.begin(), edit.model->files.begin(), edit.model->files.end());
  locate_files(model, DataFiles(edit.model->data));
  return model;
}

std::vector<ModelSetting> edited_settings(const ModelEdit& edit) {
  std::vector<ModelSetting> settings;
  for (const ScenarioChange* change : edit.changes) {
    settings.insert(settings.end(), change->settings.begin(), change->settings.end());
  }
  append_sample(edit, settings);
  return settings;
}

std::vector<ScaledParameter> scaled_parameters(const ParameterScale& scale, const Plan& plan,
                                               PatternWork& work) {
  std::vector<ScaledParameter> found;
  for (const PlannedInstance& instance : plan.instances) {
    const SchemaView& schema = instance.type->schema;
    for (const Field& field : schema) {
      if (field.role != Role::Parameter || field.boolean || field.unit.point) continue;
      const std::string name = instance.id + "." + std::string(field.name);
      work.add(scale.pattern, std::ssize(name), {.pointer = scale.pattern});
      const bool all = glob_match(scale.pattern, name);
      if (!all && !field.many) continue;
      const CellRef cells = plan.parameter(name);
      for (std::size_t k = 0; k < cells.cells.size(); ++k) {
        std::string path = name;
        if (field.many) path += "[" + instance.keys[schema.set_index(field.set)][k] + "]";
        if (!all && !glob_match(scale.pattern, path)) continue;
        if (!cells.unit.point) found.push_back({std::move(path), cells.cells[k], cells.unit});
      }
    }
  }
  return found;
}

std::vector<ModelSetting> edited_settings(const ModelEdit& edit, const Plan& plan) {
  const auto scales = [](const ScenarioChange* change) { return !change->scales.empty(); };
  if (std::none_of(edit.changes.begin(), edit.changes.end(), scales)) return edited_settings(edit);
  std::vector<ModelSetting> settings;
  std::map<int, double> values;  // values that were set, by cell
  PatternWork work;
  for (const ScenarioChange* change : edit.changes) {
    for (const ModelSetting& setting : change->settings) {
      settings.push_back(setting);
      if (setting.path.find('@') != std::string::npos) continue;
      const CellRef cells = plan.parameter(setting.path);
      const double value = checked_number(cells, setting.value, Where::of_signal(setting.path));
      for (const int cell : cells.cells) values[cell] = value;
    }
    for (const ParameterScale& scale : change->scales) {
      for (const ScaledParameter& parameter : scaled_parameters(scale, plan, work)) {
        const auto at = values.emplace(parameter.cell, plan.cells[parameter.cell]).first;
        at->second *= scale.factor;
        settings.push_back({parameter.path, {at->second, parameter.unit}});
      }
    }
  }
  append_sample(edit, settings);
  return settings;
}

ScenarioPeriod edited_period(const ModelEdit& edit, const ScenarioPeriod& of_set,
                             const SimulationModel& model) {
  const RunDefaults& defaults = edit.model->model->defaults;
  ScenarioPeriod period;
  period.start = defaults.start;
  period.end = defaults.end;
  period.step = defaults.step;
  period.warmup = Duration::zero();
  period.where = edit.model->where;
  if (edit.model->civil_start) period.start_zone = edit.model->timezone;
  if (edit.model->civil_end) period.end_zone = edit.model->timezone;
  const auto override_with = [&](const ScenarioPeriod& given) {
    if (!given.is_given()) return;
    if (given.start) {
      period.start = given.start;
      period.start_zone = given.start_zone;
    }
    if (given.end) {
      period.end = given.end;
      period.end_zone = given.end_zone;
    }
    if (given.step) period.step = given.step;
    if (given.warmup) period.warmup = given.warmup;
    period.where = given.where;
  };
  override_with(of_set);
  for (const ScenarioChange* change : edit.changes) override_with(change->period);
  move_civil_times(edit, model, period);
  check_period(period, edit);
  return period;
}

double swept_value(const SweepParameter& parameter, double point) {
  if (!parameter.values.empty()) {
    const auto count = parameter.values.size();
    const auto picked = static_cast<std::size_t>(point * static_cast<double>(count));
    return parameter.values[std::min(picked, count - 1)];
  }
  if (!parameter.log) return parameter.min + point * (parameter.max - parameter.min);
  const double value = parameter.min * std::pow(parameter.max / parameter.min, point);
  return std::clamp(value, parameter.min, parameter.max);
}

double swept_level(const SweepParameter& parameter, int level) {
  if (!parameter.values.empty()) return parameter.values[level];
  if (level == parameter.levels - 1) return parameter.max;
  return swept_value(parameter, static_cast<double>(level) / (parameter.levels - 1));
}

std::string zone_of_case(const SimulationModel& model, const ScenarioModel& source,
                         SeriesResolver& resolver) {
  const std::string zone = completed_site(model, resolver).timezone;
  return zone.empty() ? source.timezone : zone;
}

}  // namespace hearth
