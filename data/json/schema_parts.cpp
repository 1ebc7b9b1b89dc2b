// SPDX-License-Identifier: MIT
#include "hearth/data/json/schema_parts.hpp"

#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_text.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth::schema_parts {
namespace {

constexpr const char* kQuantityText =
    R"(^ *[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?( *[^ 0-9.].*)?$)";
constexpr const char* kInstant = R"(^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ].+)?$)";
constexpr const char* kDuration = R"(^ *(P[0-9WDTHMS.]+|[0-9.]+ *(ms|s|min|h|d)?) *$)";

/// Any text is valid, known units are offered: units have several spellings.
Json unit_schema() {
  Json known = Json::array();
  for (const std::string& symbol : unit_symbols()) known.push_back(symbol);
  return {{"description", "Unit, such as degC, W/K or kg/s"},
          {"anyOf", {{{"enum", std::move(known)}}, text()}}};
}

Json quantity_schema() {
  return {
      {"description", "A number in the unit of the value that it sets, or a number with a unit"},
      {"anyOf",
       {number(), quantity_text(),
        object({{"value", number()}, {"unit", refer_to("unit")}}, {"value"})}}};
}

}  // namespace

Json refer_to(const std::string& name) { return {{"$ref", "#/$defs/" + name}}; }
Json text() { return {{"type", "string"}, {"minLength", 1}}; }
Json text_like(const char* pattern) { return {{"type", "string"}, {"pattern", pattern}}; }
Json number(NumberRange range) {
  Json schema = {{"type", "number"}};
  if (std::isfinite(range.min)) schema["minimum"] = range.min;
  if (std::isfinite(range.max)) schema["maximum"] = range.max;
  return schema;
}
Json number_above(double limit) { return {{"type", "number"}, {"exclusiveMinimum", limit}}; }
Json integer(double min) { return {{"type", "integer"}, {"minimum", min}}; }
Json flag() { return {{"type", "boolean"}}; }
Json list_of(const Json& item, int least) {
  Json schema = {{"type", "array"}, {"items", item}};
  if (least > 0) schema["minItems"] = least;
  return schema;
}
Json map_of(const Json& value) { return {{"type", "object"}, {"additionalProperties", value}}; }
Json either(std::initializer_list<Json> choices) {
  return {{"anyOf", Json(std::vector<Json>(choices))}};
}

Json one_of_words(const std::vector<std::string_view>& words) {
  Json all = Json::array();
  for (const std::string_view word : words) all.push_back(word);
  return {{"enum", std::move(all)}};
}

Json described(Json schema, std::string_view sentence) {
  schema["description"] = sentence;
  return schema;
}

Json object(Json properties, const std::vector<std::string_view>& required) {
  Json schema = {{"type", "object"}, {"properties", std::move(properties)}};
  schema["patternProperties"] = {{"^x-", Json::object()}};
  schema["additionalProperties"] = false;
  if (!required.empty()) schema["required"] = required;
  return schema;
}

Json joined(Json properties, const Json& more) {
  properties.update(more);
  return properties;
}

Json quantity_text() { return text_like(kQuantityText); }

Json common_definitions() {
  return {
      {"unit", unit_schema()},
      {"quantity", quantity_schema()},
      {"duration",
       described(either({{{"type", "number"}, {"minimum", 0}}, text_like(kDuration)}),
                 "Seconds, a number with a unit such as 20 min, or an ISO 8601 duration such "
                 "as PT20M")},
      {"step",
       described(either({number_above(0), text_like(kDuration)}),
                 "Seconds above 0, a number with a unit such as 20 min, or an ISO 8601 duration "
                 "such as PT20M")},
      {"instant",
       described(text_like(kInstant), "Time in ISO 8601, such as 2024-01-15T00:00:00+01:00")},
      {"zone", described(text(), "Time zone, such as Europe/Copenhagen or +01:00")},
      {"endpoint", described(text_like(R"(^[^.@]+[.@].+$)"), "Port, as id.port or id.port[key]")}};
}

std::string schema_text(std::string_view title, const Json& root, const Json& definitions) {
  Json whole = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title}};
  whole.update(root);
  whole["$defs"] = definitions;
  return to_pretty_text(whole);
}

}  // namespace hearth::schema_parts
