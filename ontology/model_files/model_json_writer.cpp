// SPDX-License-Identifier: MIT
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_text.hpp"
#include "hearth/data/sources/file_rules.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/ontology/model_files/internal/config_writer.hpp"
#include "hearth/ontology/model_files/internal/folded_model.hpp"
#include "hearth/ontology/model_files/internal/model_parts.hpp"
#include "hearth/ontology/model_files/json_series.hpp"
#include "hearth/ontology/model_files/model_json.hpp"

namespace hearth {
namespace {

using Json = nlohmann::ordered_json;
using ByKey = std::map<std::string, Quantity>;

/// Makes an object with `n` members; looking up each key before adding it would take a time of
/// order n^2.
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

/// Returns the common unit of all numbers of a setting; none if they differ or one is bare.
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

/// Returns whether keys of an index set could be confused with those of a setting.
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

Json connections_json(const std::vector<Connection>& connections) {
  Json json = Json::array();
  for (const Connection& connection : connections) {
    json.push_back(connection_form().write(connection));
  }
  return json;
}

/// Writes components, with composites replacing their parts.
class PartsWriter {
 public:
  explicit PartsWriter(const SimulationModel& model) : definitions_(model.definitions()) {}

  Json components(const FoldedModel& model) const {
    std::map<std::string_view, Json> by_id;
    for (const Component* component : model.components) {
      add(by_id, component->id, [&] { return component_json(*component); });
    }
    for (const auto& [id, composite] : model.composites) {
      add(by_id, id, [&, &instance = composite] { return instance_json(instance); });
    }
    Members members(by_id.size());
    for (auto& [id, json] : by_id) members.add(std::string(id), std::move(json));
    return members.take();
  }

  Json definitions() const {
    Members members(definitions_.size());
    for (const auto& [name, composite] : definitions_) {
      Json json = Json::object();
      describe(*composite, json);
      members.add(name, std::move(json));
    }
    return members.take();
  }

 private:
  template <class ToJson>
  static void add(std::map<std::string_view, Json>& by_id, const std::string& id,
                  const ToJson& to_json) {
    try {
      by_id.emplace(id, to_json());
    } catch (const ModelError& error) {
      throw_at(id, error);
    }
  }

  Json instance_json(const FoldedComposite& folded) const {
    const Composite& composite = *folded.composite;
    const auto definition = definitions_.find(composite.name);
    const bool named = definition != definitions_.end() &&
                       (definition->second.get() == &composite || *definition->second == composite);
    Json json{{"type", named ? composite.name : "composite"}};
    if (!named) describe(composite, json);
    add_by_name(json, "config", folded.config, config_json);
    add_by_name(json, "parameters", folded.parameters, setting_json);
    add_by_name(json, "initial", folded.initial, initial_json);
    return json;
  }

  void describe(const Composite& composite, Json& json) const {
    const FoldedModel inside = folded(composite.model);
    json["components"] = components(inside);
    if (!inside.connections.empty()) json["connections"] = connections_json(inside.connections);
    if (!inside.events.empty()) json["events"] = connections_json(inside.events);
    add_by_name(json, "inputs", composite.inputs, [](const std::vector<std::string>& ends) {
      return ends.size() == 1 ? Json(ends.front()) : Json(ends);
    });
    add_by_name(json, "outputs", composite.outputs, [](const std::string& end) { return end; });
  }

  const std::map<std::string, std::shared_ptr<const Composite>>& definitions_;
};

/// Writes an instant in the local time of the site, or without a site with the offset of the start.
/// Writes it in UTC if that text could not be read again: for unknown zones, and for offsets with
/// seconds, as before standard time.
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
  SimulationModel shorter = model;
  remove_file_rules(shorter, model.files);
  if (!model.files.empty()) json["files"] = file_rules_form().write(model.files);
  const FoldedModel parts = folded(shorter);
  const PartsWriter writer(shorter);
  if (!model.definitions().empty()) json["composites"] = writer.definitions();
  json["components"] = writer.components(parts);
  json["connections"] = connections_json(parts.connections);
  if (!parts.events.empty()) json["events"] = connections_json(parts.events);
  add_by_name(json, "measurements", shorter.measurements, [](const Measurement& measurement) {
    return measurement_record().write(measurement);
  });
  if (!model.inputs.empty()) json["inputs"] = model.inputs;
  if (model.defaults != RunDefaults{}) json["simulation"] = simulation_json(model);
  return to_pretty_text(json);
}

}  // namespace hearth
