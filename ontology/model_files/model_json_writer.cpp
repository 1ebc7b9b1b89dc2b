// SPDX-License-Identifier: MIT
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_text.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/ontology/model_files/internal/config_writer.hpp"
#include "hearth/ontology/model_files/internal/model_parts.hpp"
#include "hearth/ontology/model_files/json_series.hpp"
#include "hearth/ontology/model_files/model_json.hpp"

namespace hearth {
namespace {

using Json = nlohmann::ordered_json;
using ByKey = std::map<std::string, Quantity>;

/// Makes an object of `n` members; looking each key up before adding it would take n^2 time.
class Members {
 public:
  explicit Members(std::size_t n) { list_.reserve(n); }
  void add(const std::string& key, Json value) { list_.emplace_back(key, std::move(value)); }
  Json take() {
    Json::object_t object;
    static_cast<Json::object_t::Container&>(object) = std::move(list_);
    return object;
  }

 private:
  Json::object_t::Container list_;
};

std::vector<const Quantity*> quantities_of(const ParameterSetting& setting) {
  std::vector<const Quantity*> all;
  if (const auto* one = std::get_if<Quantity>(&setting.value)) all.push_back(one);
  if (const auto* by_key = std::get_if<ByKey>(&setting.value)) {
    for (const auto& [key, quantity] : *by_key) all.push_back(&quantity);
  }
  if (setting.min) all.push_back(&*setting.min);
  if (setting.max) all.push_back(&*setting.max);
  return all;
}

/// Returns the unit that all numbers of a setting have; none where they differ or one is bare.
std::optional<Unit> common_unit(const ParameterSetting& setting) {
  const std::vector<const Quantity*> all = quantities_of(setting);
  if (all.empty()) return std::nullopt;
  for (const Quantity* quantity : all) {
    if (quantity->unit != all.front()->unit) return std::nullopt;
  }
  return all.front()->unit;
}

Json entries_json(const Entries& entries, bool bare) {
  const auto json = [bare](const Quantity& q) {
    return bare ? number_json(q.value) : quantity_json(q);
  };
  if (const auto* one = std::get_if<Quantity>(&entries)) return json(*one);
  const auto& by_key = std::get<ByKey>(entries);
  Members members(by_key.size());
  for (const auto& [key, quantity] : by_key) members.add(key, json(quantity));
  return members.take();
}

/// Returns whether keys of an index set could be taken for those of a setting.
bool looks_like_setting(const Entries& entries) {
  const auto* by_key = std::get_if<ByKey>(&entries);
  if (by_key == nullptr) return false;
  for (const char* key : {"value", "unit", "min", "max", "source"}) {
    if (by_key->contains(key)) return true;
  }
  return false;
}

Json initial_json(const Entries& entries) {
  Json json = entries_json(entries, false);
  return looks_like_setting(entries) ? Json{{"value", std::move(json)}} : json;
}

Json setting_json(const ParameterSetting& setting) {
  if (!setting.min && !setting.max && setting.source.empty()) return initial_json(setting.value);
  const std::optional<Unit> unit = common_unit(setting);
  Json json = Json::object();
  json["value"] = entries_json(setting.value, unit.has_value());
  if (unit) json["unit"] = unit_json(*unit);
  if (setting.min) json["min"] = entries_json(*setting.min, unit.has_value());
  if (setting.max) json["max"] = entries_json(*setting.max, unit.has_value());
  if (!setting.source.empty()) json["source"] = setting.source;
  return json;
}

template <class Value, class ToJson>
void add_by_name(Json& json, const char* key, const std::map<std::string, Value>& values,
                 ToJson to_json) {
  if (values.empty()) return;
  Members members(values.size());
  for (const auto& [name, value] : values) members.add(name, to_json(value));
  json[key] = members.take();
}

Json component_json(const Component& component) {
  Json json{{"type", component.type}};
  if (!component.iri.empty()) json["iri"] = component.iri;
  add_by_name(json, "config", component.config, config_json);
  add_by_name(json, "parameters", component.parameters, setting_json);
  add_by_name(json, "initial", component.initial, initial_json);
  if (component.clock) json["clock"] = clock_record().write(*component.clock);
  return json;
}

[[noreturn]] void throw_at(const std::string& id, const ModelError& error) {
  Diagnostics diagnostics;
  for (Diagnostic item : error.diagnostics().items()) {
    item.where.component = id;
    diagnostics.add(std::move(item));
  }
  throw ModelError(std::move(diagnostics));
}

Json components_json(const SimulationModel& model) {
  Members members(model.components().size());
  for (const auto& [id, component] : model.components()) {
    try {
      members.add(id, component_json(component));
    } catch (const ModelError& error) {
      throw_at(id, error);
    }
  }
  return members.take();
}

Json connections_json(const std::vector<Connection>& connections) {
  Json json = Json::array();
  for (const Connection& connection : connections) {
    json.push_back(connection_form().write(connection));
  }
  return json;
}

/// Writes an instant in the site's civil time, without a site with the offset of the start; in UTC
/// if that cannot be read back: unknown zones, and offsets with seconds, as before standard time.
std::string instant_text(Instant instant, const SimulationModel& model) {
  const std::string& site = model.site.timezone;
  try {
    const Zone zone =
        site.empty() ? Zone::fixed(model.defaults.offset.value_or(Duration{})) : Zone(site);
    std::string text = format_time(instant, zone);
    const std::optional<TimeStamp> stamp = parse_time(text);
    if (stamp && stamp->offset && stamp->instant() == instant) return text;
  } catch (const InputError&) {
    // UTC needs no zone
  }
  return format_time(instant, Zone());
}

Json simulation_json(const SimulationModel& model) {
  const RunDefaults& run = model.defaults;
  Json json = simulation_record().write(run);
  if (run.start) json["start"] = instant_text(*run.start, model);
  if (run.end) json["end"] = instant_text(*run.end, model);
  return json;
}

}  // namespace

std::string write_model_json(const SimulationModel& model) {
  Json json{{"hearth", 1}};
  if (!model.name.empty()) json["name"] = model.name;
  if (model.site != Site{}) json["site"] = site_record().write(model.site);
  json["components"] = components_json(model);
  json["connections"] = connections_json(model.connections());
  if (!model.events().empty()) json["events"] = connections_json(model.events());
  add_by_name(json, "measurements", model.measurements, [](const Measurement& measurement) {
    return measurement_record().write(measurement);
  });
  if (!model.inputs.empty()) json["inputs"] = model.inputs;
  if (model.defaults != RunDefaults{}) json["simulation"] = simulation_json(model);
  return to_pretty_text(json);
}

}  // namespace hearth
