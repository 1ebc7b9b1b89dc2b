// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/model_schema.hpp"

#include <cmath>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/data/json/schema_parts.hpp"
#include "hearth/ontology/model_files/internal/model_parts.hpp"
#include "hearth/ontology/model_files/json_series.hpp"

namespace hearth {
namespace {

using namespace schema_parts;

constexpr const char* kId = R"(^[^\u0000-\u001f./@<>]([^\u0000-\u001f.@<>]*)$)";

// ---- component types -------------------------------------------------------------------------

/// Returns the facts about a number in a schema: unit, default and range.
std::string facts(const Field& field) {
  std::string text;
  const auto add = [&text](const std::string& fact) { text += (text.empty() ? "" : ", ") + fact; };
  const bool plain = field.kind == ConfigKind::None || field.kind == ConfigKind::Series;
  if (plain && field.unit.symbol[0] != 0) add(fmt::format("in {}", field.unit.symbol));
  if (field.computed) {
    add("default is computed");
  } else if (field.kind == ConfigKind::None || field.kind == ConfigKind::Integer ||
             (field.kind == ConfigKind::Series && field.has_default)) {
    add(fmt::format("default {}", field.range.value));
  }
  const Range& range = field.range;
  if (std::isfinite(range.min) && std::isfinite(range.max)) {
    add(fmt::format("valid {:g} to {:g}", range.min, range.max));
  } else if (std::isfinite(range.min)) {
    add(fmt::format("valid from {:g}", range.min));
  } else if (std::isfinite(range.max)) {
    add(fmt::format("valid up to {:g}", range.max));
  }
  return text;
}

Json with_doc(Json schema, const Field& field) {
  std::string sentence(field.doc);
  if (field.many) sentence += fmt::format(", for each {}", field.set);
  if (const std::string more = facts(field); !more.empty()) sentence += "; " + more;
  return described(std::move(schema), sentence);
}

Json config_value(const Field& field) {
  switch (field.kind) {
    case ConfigKind::Series:
      return refer_to("series");
    case ConfigKind::Integer:
      return {{"type", "integer"}};
    case ConfigKind::Flag:
      return {{"type", "boolean"}, {"default", field.range.value != 0.0}};
    case ConfigKind::Choice: {
      Json schema = one_of_words({field.words.begin(), field.words.end()});
      schema["default"] = field.words.front();
      return schema;
    }
    case ConfigKind::Table:
      return refer_to("table");
    case ConfigKind::Number: {
      Json number = refer_to("quantity");
      if (field.words.empty()) return number;
      return either({number, one_of_words({field.words.begin(), field.words.end()})});
    }
    case ConfigKind::Formulas:
      return {{"type", "object"}, {"additionalProperties", text()}};
    default:
      return text();
  }
}

/// Returns whether an input can be connected instead of that configuration.
bool stands_in(const SchemaView& schema, std::string_view config) {
  for (const Field& field : schema) {
    if (field.role == Role::Input && field.alternative == config) return true;
  }
  return false;
}

Json config_schema(const SchemaView& schema) {
  Json members = Json::object();
  std::vector<std::string> required;
  for (const Field& field : schema) {
    if (field.role != Role::Config) continue;
    const std::string name(field.name);
    members[name] = with_doc(config_value(field), field);
    const bool needed = field.kind == ConfigKind::Series && !field.has_default;
    if (needed && !stands_in(schema, field.name)) required.push_back(name);
  }
  for (int i = 0; i < schema.set_count(); ++i) {
    const IndexSet& set = schema.set(i);
    if (set.count.empty()) continue;
    members[std::string(set.count)] =
        described(integer(1), fmt::format("{}; default {}", set.doc, set.default_count));
  }
  Json config = object(std::move(members));
  if (!required.empty()) config["required"] = required;
  return config;
}

Json values_schema(const SchemaView& schema, std::initializer_list<Role> roles,
                   const std::string& definition) {
  Json members = Json::object();
  for (const Role role : roles) {
    for (const Field& field : schema) {
      const std::string name(field.name);
      if (field.role != role || members.contains(name)) continue;
      members[name] = with_doc(refer_to(field.many ? definition + "ByKey" : definition), field);
    }
  }
  return object(std::move(members));
}

/// Returns the schema of a component of a type; for a type whose file defines its ports, it is not
/// restricted further.
Json type_schema(const ComponentType& type) {
  Json schema = {{"title", type.name}, {"description", type.schema.summary()}};
  if (type.specialize) return schema;
  Json config = config_schema(type.schema);
  if (config.contains("required")) schema["required"] = {"config"};
  schema["properties"] = {
      {"config", std::move(config)},
      {"parameters", values_schema(type.schema, {Role::Parameter}, "parameter")},
      {"initial",
       values_schema(type.schema, {Role::State, Role::Held, Role::Output}, "initialValue")}};
  return schema;
}

Json component_schema(const Registry& registry) {
  Json names = registry.names();
  Json summaries = Json::array();
  Json cases = Json::array();
  for (const auto& [name, type] : registry.types()) {
    summaries.push_back(type.schema.summary());
    const Json is_type = {{"properties", {{"type", {{"const", name}}}}}, {"required", {"type"}}};
    cases.push_back({{"if", is_type}, {"then", refer_to(name)}});
  }
  cases.push_back({{"if", {{"properties", {{"type", {{"const", "composite"}}}}}}},
                   {"then", {{"required", {"components"}}}}});
  // Composites may have any name: known types are suggested, and required only in files without
  // composites.
  const Json known = {{"enum", std::move(names)}, {"enumDescriptions", std::move(summaries)}};
  const Json type = {{"description", "Component type, 'composite', or a name in 'composites'"},
                     {"anyOf", {known, {{"const", "composite"}}, text()}}};
  Json schema = object({{"type", type},
                        {"iri", described({{"type", "string"}}, "Node in a building's graph")},
                        {"config", {{"type", "object"}}},
                        {"parameters", {{"type", "object"}}},
                        {"initial", {{"type", "object"}}},
                        {"clock", refer_to("clock")},
                        {"components", refer_to("components")},
                        {"connections", refer_to("connections")},
                        {"events", refer_to("connections")},
                        {"inputs", refer_to("compositeInputs")},
                        {"outputs", map_of(refer_to("endpoint"))}},
                       {"type"});
  schema["allOf"] = std::move(cases);
  return schema;
}

/// In a file without named composites, the types at its first level must be in the registry.
Json known_types_only(const Registry& registry) {
  Json types = registry.names();
  types.push_back("composite");
  const Json component = {{"properties", {{"type", {{"enum", std::move(types)}}}}}};
  return {{"if", {{"not", {{"required", {"composites"}}}}}},
          {"then", {{"properties", {{"components", map_of(component)}}}}}};
}

// ---- other parts of the file -----------------------------------------------------------------

/// Returns the schema of numbers by key, with keys other than those of a setting.
Json by_key(std::initializer_list<const char*> keys_of_setting) {
  Json table = map_of(refer_to("quantity"));
  table["propertyNames"] = {{"not", {{"enum", keys_of_setting}}}};
  return table;
}

Json setting(const Json& value) {
  return object({{"value", value},
                 {"unit", refer_to("unit")},
                 {"min", refer_to("quantity")},
                 {"max", refer_to("quantity")},
                 {"source", described({{"type", "string"}}, "Origin of the number")}},
                {"value"});
}

Json table_schema() {
  const Json rows = list_of(list_of(number()));
  return either({rows, object({{"columns", integer(0)}, {"rows", rows}}, {"rows"})});
}

Json composite_schema() {
  return object({{"components", refer_to("components")},
                 {"connections", refer_to("connections")},
                 {"events", refer_to("connections")},
                 {"inputs", refer_to("compositeInputs")},
                 {"outputs", map_of(refer_to("endpoint"))}});
}

Json components_schema() {
  Json schema = map_of(refer_to("component"));
  schema["propertyNames"] = {{"pattern", kId}};
  return schema;
}

Json definitions(const Registry& registry) {
  const Json plain_or_key = either({refer_to("quantity"), by_key({"value", "unit"})});
  Json all = common_definitions();
  all["series"] = series_schema();
  all.update(Json{
      {"parameter", either({refer_to("quantity"), setting(refer_to("quantity"))})},
      {"parameterByKey", either({refer_to("quantity"), setting(plain_or_key),
                                 by_key({"value", "unit", "min", "max", "source"})})},
      {"initialValue", refer_to("quantity")},
      {"initialValueByKey",
       either({refer_to("quantity"),
               object({{"value", plain_or_key}, {"unit", refer_to("unit")}}, {"value"}),
               by_key({"value", "unit", "min", "max", "source"})})},
      {"clock", clock_record().schema()},
      {"table", table_schema()},
      {"connection", connection_form().schema},
      {"connections", list_of(refer_to("connection"))},
      {"compositeInputs", map_of(either({refer_to("endpoint"), list_of(refer_to("endpoint"))}))},
      {"composite", composite_schema()},
      {"components", components_schema()},
      {"component", component_schema(registry)}});
  for (const auto& [name, type] : registry.types()) all[name] = type_schema(type);
  return all;
}

Json measurements() {
  Json schema = map_of(measurement_record().schema());
  schema["propertyNames"] = refer_to("endpoint");
  return schema;
}

Json root(const Registry& registry) {
  Json composites = map_of(refer_to("composite"));
  composites["propertyNames"] = {{"not", {{"const", "composite"}}}};
  Json schema = object(
      {{"hearth", described({{"const", 1}}, "Version of the format")},
       {"$schema", {{"type", "string"}}},
       {"name", {{"type", "string"}}},
       {"site", described(site_record().schema(), "Location of the building")},
       {"composites", described(std::move(composites), "Composite types by name")},
       {"components",
        described(refer_to("components"),
                  "Components by id, which consists of letters, digits, _ - space ( ) [ ] /")},
       {"connections", refer_to("connections")},
       {"events", described(refer_to("connections"), "source.event -> target.event")},
       {"measurements",
        described(measurements(), "Measurements by id.port, with which runs are compared")},
       {"simulation", described(simulation_record().schema(),
                                "Settings of the run that the command line does not set")},
       {"inputs",
        described(list_of(text()), "Inputs that remain unconnected and are set from outside")},
       {"files",
        described(file_rules_form().schema, "How data files are read, by name or pattern (*, ?)")}},
      {"hearth"});
  // with braces alone, it could be a copy
  schema["allOf"] = Json::array({known_types_only(registry)});
  return schema;
}

}  // namespace

std::string model_schema(const Registry& registry) {
  return schema_text("Hearth model file", root(registry), definitions(registry));
}

}  // namespace hearth
