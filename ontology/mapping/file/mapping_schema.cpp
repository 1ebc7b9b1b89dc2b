// SPDX-License-Identifier: MIT
#include <initializer_list>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_text.hpp"
#include "hearth/data/json/schema_parts.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/ontology/mapping/file/mapping_reader.hpp"

namespace hearth {
namespace {

using namespace schema_parts;

constexpr const char* kVariable = R"(^\?[^ .\[\]]+$)";
constexpr const char* kName = R"(^[^ .\[\]@?]+$)";
constexpr const char* kWire = R"(^[^>]+->[^>]+$)";
constexpr const char* kCount = R"(^ *[0-9]+ *(\.\.([0-9]+|\*)?)?$)";
constexpr const char* kCondition = R"(^ *(!\?[^\[\]]+|\?[^\[\]]+(\[[^\]]+\])?) *$)";

Json ref(const char* name) { return {{"$ref", std::string("#/definitions/") + name}}; }
Json one_or_list(const Json& item) { return either({item, list_of(item)}); }

Json names_of(const SchemaView& schema, Role role) {
  Json names = Json::array();
  for (const Field& field : schema) {
    if (field.role == role) names.push_back(std::string(field.name));
  }
  for (int i = 0; role == Role::Config && i < schema.set_count(); ++i) {
    if (!schema.set(i).count.empty()) names.push_back(std::string(schema.set(i).count));
  }
  return names;
}

/// Returns the schemas of settings for components of each type.
Json by_type(const Registry& registry) {
  Json cases = Json::array();
  for (const auto& [name, type] : registry.types()) {
    Json given = Json::object();
    for (const auto& [key, role] :
         {std::pair("config", Role::Config), std::pair("parameters", Role::Parameter)}) {
      if (!type.specialize)
        given[key] = {{"propertyNames", {{"enum", names_of(type.schema, role)}}}};
    }
    cases.push_back({{"if", {{"properties", {{"type", {{"const", name}}}}}}},
                     {"then", {{"properties", given}}}});
  }
  return cases;
}

Json component(const Registry& registry, Json more) {
  Json properties = {{"type", {{"enum", registry.names()}}},
                     {"iri", text()},
                     {"config", map_of(Json::object())},
                     {"initial", map_of(Json::object())},
                     {"clock", {{"type", "object"}}}};
  properties.update(more);
  Json schema = object(std::move(properties), {"type"});
  schema["allOf"] = by_type(registry);
  return schema;
}

Json value_source() {
  const Json number = {{"type", "number"}};
  return object({{"from", one_or_list(text())},
                 {"share", one_or_list(text())},
                 {"nth", {{"type", "integer"}, {"minimum", 1}}},
                 {"of", text()},
                 {"sum", text_like(R"(^\?[^ .]+\..+$)")},
                 {"count", text_like(kVariable)},
                 {"per", text_like(kVariable)},
                 {"default", ref("quantity")},
                 {"power", number},
                 {"factor", number},
                 {"min", ref("quantity")},
                 {"max", ref("quantity")},
                 {"unit", ref("unit")},
                 {"density", number},
                 {"formula", text()},
                 {"likelyMost", text()},
                 {"archetype", {{"type", "boolean"}}},
                 {"guess", {{"type", "boolean"}}},
                 {"value", Json::object()},
                 {"source", {{"type", "string"}}}});
}

/// Returns the schema of quantities; values of parameters may also be tables by key.
Json quantities() { return map_of(either({{{"type", {"number", "string"}}}, value_source()})); }

Json parameters() {
  const Json number_or_text = {{"type", {"number", "string"}}};
  return map_of(either({number_or_text, value_source(), map_of(number_or_text)}));
}

Json wire() {
  return either({text_like(kWire), object({{"from", one_or_list(text())},
                                           {"to", text()},
                                           {"when", text_like(kCondition)},
                                           {"cut", one_of_words({"never", "prefer"})},
                                           {"loop", one_of_words({"solve", "refuse", "delay"})}},
                                          {"from", "to"})});
}

Json group() {
  return object({{"components",
                  {{"type", "object"},
                   {"propertyNames", {{"pattern", R"(^[^ .\[\]@?]*$)"}}},
                   {"additionalProperties", ref("part")}}},
                 {"connections", list_of(ref("wire"))},
                 {"inputs", map_of(one_or_list(text()))},
                 {"outputs", map_of(text())},
                 {"quantities", ref("quantities")}},
                {"components"});
}

Json bound_variable() {
  return object({{"find", ref("triples")},
                 {"count", either({text_like(kCount), {{"type", "integer"}, {"minimum", 1}}})},
                 {"missing", {{"type", "string"}}},
                 {"consequence", {{"type", "string"}}},
                 {"add", {{"type", "string"}}},
                 {"pick", one_of_words({"most", "nearest"})}},
                {"find"});
}

Json point() {
  Json schema = object({{"class", one_or_list(text())},
                        {"of", text_like(kVariable)},
                        {"find", ref("triples")},
                        {"point", text_like(kVariable)},
                        {"tap", text()},
                        {"drives", text()},
                        {"config", text()},
                        {"unit", ref("unit")},
                        {"unitUs", ref("unit")},
                        {"value", text()},
                        {"shift", ref("quantity")},
                        {"within", list_of(ref("quantity"))}});
  const auto need = [](std::initializer_list<const char*> keys) {
    return Json{{"required", keys}};
  };
  schema["oneOf"] = {need({"tap"}), need({"drives"}), need({"config"})};
  schema["anyOf"] = {need({"class"}), need({"point"})};
  return schema;
}

Json rule() {
  const Json variables = one_or_list(text_like(kVariable));
  const Json bind = {{"type", "object"},
                     {"propertyNames", {{"pattern", kVariable}}},
                     {"additionalProperties", bound_variable()}};
  return object({{"id", text()},
                 {"priority", {{"type", "number"}}},
                 {"root", text_like(kVariable)},
                 {"component", text()},
                 {"name", text()},
                 {"where", ref("triples")},
                 {"unless", ref("unless")},
                 {"bind", bind},
                 {"models", variables},
                 {"absorbs", variables},
                 {"rooms", variables},
                 {"storey", text_like(kVariable)},
                 {"config", map_of(Json::object())},
                 {"initial", map_of(Json::object())},
                 {"quantities", ref("quantities")},
                 {"parameters", ref("parameters")},
                 {"connect", list_of(ref("wire"))},
                 {"points", list_of(point())}},
                {"id", "root", "component", "where"});
}

Json derivation() {
  const Json row = {{"type", "array"}, {"items", text()}, {"minItems", 3}, {"maxItems", 3}};
  return either(
      {object({{"if", ref("triples")}, {"unless", ref("unless")}, {"then", ref("triples")}},
              {"if", "then"}),
       object({{"relation", text()},
               {"unlisted", one_of_words({"ignore", "warn"})},
               {"pairs", list_of(row)}},
              {"relation", "pairs"}),
       object({{"texts", text()}, {"then", text()}, {"in", text()}}, {"texts", "then", "in"}),
       object({{"texts", text()}, {"then", text()}, {"unit", text()}}, {"texts", "then", "unit"}),
       object({{"number", text()},
               {"if", ref("triples")},
               {"unless", ref("unless")},
               {"then", text()},
               {"unit", text()},
               {"bare", {{"type", "boolean"}}}},
              {"number", "then", "unit"})});
}

Json note() {
  return object({{"find", ref("triples")},
                 {"unless", ref("unless")},
                 {"node", text_like(kVariable)},
                 {"code", text_like(R"(^import\.)")},
                 {"message", text()},
                 {"consequence", text()}},
                {"find", "node", "code", "message"});
}

Json building() {
  return object({{"find", ref("triples")},
                 {"node", text_like(kVariable)},
                 {"type", one_or_list(text())},
                 {"year", one_or_list(text())},
                 {"latitude", one_or_list(text())},
                 {"longitude", one_or_list(text())},
                 {"timezone", one_or_list(text())}},
                {"find", "node"});
}

Json definitions(const Registry& registry) {
  const Json quantity = {{"type", {"number", "string", "object"}}};
  return {{"triples", one_or_list(text())},
          {"unless", list_of(list_of(text()))},
          {"quantity", quantity},
          {"unit", text()},
          {"quantities", quantities()},
          {"parameters", parameters()},
          {"wire", wire()},
          {"part", component(registry, {{"parameters", ref("parameters")},
                                        {"when", text_like(kCondition)},
                                        {"bypass", map_of(text())}})},
          {"boundary",
           component(registry, {{"parameters", map_of(Json::object())},
                                {"profile", one_of_words({"occupancy", "hours", "heatingSetpoint",
                                                          "coolingSetpoint"})},
                                {"means", {{"type", "string"}}}})},
          {"group", group()},
          {"rule", rule()},
          {"derivation", derivation()},
          {"note", note()}};
}

}  // namespace

std::string mapping_schema(const Registry& registry) {
  const Json classes = list_of(text());
  Json schema = object({{"hearthMapping", {{"const", 1}}},
                        {"$schema", text()},
                        {"id", text()},
                        {"title", {{"type", "string"}}},
                        {"prefixes", map_of(text())},
                        {"namespaces", map_of(text())},
                        {"terms", map_of(text())},
                        {"digests", classes},
                        {"equipment", classes},
                        {"points", classes},
                        {"passages", classes},
                        {"conduits", classes},
                        {"rooms", classes},
                        {"readings", classes},
                        {"unrelated", classes},
                        {"pointOf", text()},
                        {"unit", text()},
                        {"timeseries", text()},
                        {"derive", list_of(ref("derivation"))},
                        {"notes", list_of(ref("note"))},
                        {"building", building()},
                        {"boundaries", map_of(ref("boundary"))},
                        {"groups", map_of(ref("group"))},
                        {"rules", list_of(ref("rule"))}},
                       {"hearthMapping", "id"});
  schema["definitions"] = definitions(registry);
  Json whole = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                {"title", "Hearth mapping file"}};
  whole.update(schema);
  return to_pretty_text(whole);
}

}  // namespace hearth
