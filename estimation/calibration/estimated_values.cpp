// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/estimated_values.hpp"

#include <algorithm>
#include <set>

#include "hearth/data/json/json_document.hpp"
#include "hearth/data/json/json_values.hpp"
#include "hearth/estimation/calibration/internal/estimated_series.hpp"
#include "hearth/estimation/calibration/internal/stated_forms.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {
namespace {

/// Adds the values of one entry of `parameters` or `expressions`. Biases of `measured` ports are
/// those of sensors and are ignored.
void read_entry(const JsonNode& entry, const std::set<std::string>& measured,
                std::vector<EstimatedValue>& values, Diagnostics& diagnostics) {
  const auto targets = entry.find("targets");
  const auto estimate = entry.find("value");
  const auto value = estimate ? estimate : entry.find("mean");  // in results of sampling
  const auto period = entry.find("period");
  if (!targets || !value || value->is(JsonKind::Null)) return;
  if (period && period->is(JsonKind::Number) && period->number() != 1.0) return;
  const auto number = read_number(*value, diagnostics);
  if (!number || !require_array(*targets, diagnostics)) return;
  Quantity quantity{*number, std::nullopt};
  // A unit without a name, such as 1/ppm of a gain, is that of the parameter.
  const auto unit = entry.find("unit");
  if (unit && unit->is(JsonKind::String)) quantity.unit = parse_unit(unit->string());
  for (const JsonNode target : targets->elements()) {
    const auto name = read_name(target, diagnostics);
    if (name) values.push_back({{*name, quantity}, target.where()});
  }
  const auto add_corrections = [&](const char* key, Correction correction) {
    const auto outputs = entry.find(key);
    if (!outputs || !require_array(*outputs, diagnostics)) return;
    for (const JsonNode output : outputs->elements()) {
      const auto name = read_name(output, diagnostics);
      if (!name || (correction == Correction::Bias && measured.count(*name) > 0)) continue;
      values.push_back({{*name, quantity}, output.where(), correction});
    }
  };
  add_corrections("scale_of", Correction::Scale);
  add_corrections("bias_of", Correction::Bias);
}

/// Adds the settings that the problem made instead of its model.
void read_stated(const JsonNode& root, EstimatedValues& estimated, Diagnostics& diagnostics) {
  const auto fixed = root.find("fixed");
  if (fixed && require_object(*fixed, diagnostics)) {
    for (const JsonNode member : fixed->members()) {
      const auto quantity = read_number_or_boolean(member, diagnostics);
      if (quantity) estimated.values.push_back({{member.key(), *quantity}, member.where()});
    }
  }
  if (const auto simulation = root.find("simulation")) {
    JsonReading reading{diagnostics};
    stated_simulation_record().read(*simulation, estimated.simulation, reading);
  }
}

/// Warns if the search had not converged, so that the values are not estimates.
void check_status(const JsonNode& root, Diagnostics& warnings) {
  const auto status = root.find("status");
  const std::string word = status->string();
  if (word == "converged" || word == "done") return;
  const auto message = root.find("message");
  const bool said = message && message->is(JsonKind::String) && !message->string().empty();
  warnings.warning(
      "calibration.not_converged", status->where(),
      "its search was " + word + (said ? " (" + message->string() + ")" : "") +
          ": the values may be far from the best values; run the calibration to its end");
}

bool is_result(const JsonNode& root) {
  const auto status = root.find("status");
  const auto parameters = root.find("parameters");
  return status && status->is(JsonKind::String) && parameters && parameters->is(JsonKind::Object);
}

/// Returns whether the file is an object of values by name, `id.name`.
bool is_list_of_values(const JsonNode& root) {
  if (!root.is(JsonKind::Object) || root.size() == 0) return false;
  const std::vector<JsonNode> members(root.members().begin(), root.members().end());
  return std::all_of(members.begin(), members.end(), [](const JsonNode& member) {
    return is_extension(member.key()) || member.key().find_first_of(".@") != std::string::npos;
  });
}

/// Applies scales and biases to outputs of sources.
void apply_corrections(const std::vector<EstimatedValue>& values, const Registry& registry,
                       SimulationModel& model, Diagnostics& wrong) {
  EstimatedSeries series(model, registry, CompileOptions());
  for (const EstimatedValue& value : values) {
    if (!value.correction) continue;
    try {
      series.estimate_correction(*value.correction, value.setting.path);
    } catch (const Error& error) {
      append_at(value.where, error, wrong);
    }
  }
  for (const SeriesReplacement& own : series.corrections()) replace_series(own, model);
  for (const EstimatedValue& value : values) {
    if (!value.correction || wrong.has_errors()) continue;
    const std::string parameter = series.parameter(*value.correction, value.setting.path);
    Quantity number = value.setting.value;
    // A bare number of a series remains bare.
    if (*value.correction == Correction::Bias && !series.has_unit(parameter)) number.unit.reset();
    model.set_parameter(parameter, number);
  }
}

}  // namespace

EstimatedValues read_estimated_values(const std::filesystem::path& path) {
  const JsonDocument document = JsonDocument::read(path);
  const JsonNode root = document.root();
  const auto refuse = [&](const std::string& what) {
    throw InputError("calibration.no_result", {.file = path.string()},
                     what +
                         "; use a file written by 'hearth calibrate -o' or 'hearth sample -o', or "
                         "a file of values by name, such as {\"room.C_air\": \"2e6 J/K\"}");
  };
  EstimatedValues estimated;
  std::vector<EstimatedValue>& values = estimated.values;
  Diagnostics diagnostics;
  if (!is_result(root)) {
    if (!is_list_of_values(root)) {
      refuse("this is not the result of a calibration: it has no 'status' and 'parameters'");
    }
    std::set<std::string> names;
    for (const JsonNode member : root.members()) {
      if (is_extension(member.key())) continue;
      const auto quantity = read_number_or_boolean(member, diagnostics);
      if (!quantity) continue;
      const std::string path(trimmed(member.key()));
      if (!names.insert(path).second) {
        diagnostics.error("calibration.value_twice", member.where(),
                          "'" + path + "' is set twice; set it once");
      }
      values.push_back({{path, *quantity}, member.where()});
    }
    if (diagnostics.has_errors()) throw InputError(diagnostics);
    return estimated;
  }
  if (root.find("status")->string() == "failed") {
    refuse("this calibration failed and has no results");
  }
  check_status(root, estimated.warnings);
  read_stated(root, estimated, diagnostics);
  std::set<std::string> measured;
  const auto measurements = root.find("measurements");
  if (measurements && measurements->is(JsonKind::Object)) {
    for (const JsonNode member : measurements->members()) measured.insert(member.key());
  }
  for (const char* key : {"parameters", "expressions"}) {
    const auto list = root.find(key);
    if (!list || !require_object(*list, diagnostics)) continue;
    for (const JsonNode entry : list->members()) {
      if (require_object(entry, diagnostics)) read_entry(entry, measured, values, diagnostics);
    }
  }
  if (diagnostics.has_errors()) throw InputError(diagnostics);
  return estimated;
}

Diagnostics apply_estimated_values(const EstimatedValues& estimated, const Registry& registry,
                                   SimulationModel& model) {
  const std::vector<EstimatedValue>& values = estimated.values;
  take_simulation(estimated.simulation, model.defaults);
  Diagnostics wrong;
  for (const EstimatedValue& value : values) {
    if (value.correction) continue;
    try {
      apply_setting(value.setting, registry, model);
    } catch (const ModelError& error) {
      append_at(value.where, error, wrong);
    }
  }
  if (!wrong.has_errors()) apply_corrections(values, registry, model, wrong);
  // Finds names that the type does not have, and numbers that it does not permit.
  Diagnostics found = validate(model, registry);
  for (Diagnostic item : found.items()) {
    if (item.severity != Severity::Error) continue;
    const auto own = std::find_if(values.begin(), values.end(), [&](const EstimatedValue& value) {
      std::string path = value.setting.path;
      std::replace(path.begin(), path.end(), '@', '.');
      return path == item.where.component + "." + item.where.port;
    });
    if (own == values.end()) continue;
    item.where.file = own->where.file;
    item.where.line = own->where.line;
    item.where.pointer = own->where.pointer;
    wrong.add(std::move(item));
  }
  if (wrong.has_errors()) throw ModelError(wrong);
  return found;
}

}  // namespace hearth
