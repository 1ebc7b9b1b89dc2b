// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/schema_parts.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_text.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/ontology/model_files/json_series.hpp"

namespace hearth::schema_parts {
namespace {

constexpr const char* kQuantityText =
    R"(^ *[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?( *[^ 0-9.].*)?$)";
constexpr const char* kInstant = R"(^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ].+)?$)";
constexpr const char* kDuration = R"(^ *(P[0-9WDTHMS.]+|[0-9.]+) *$)";
constexpr const char* kTimeOfDay = "^([01][0-9]|2[0-4]):[0-5][0-9]$";

/// Any text is valid, known ones are offered: units have several spellings.
Json unit_schema() {
  Json known = Json::array();
  for (const std::string& symbol : unit_symbols()) known.push_back(symbol);
  return {{"description", "Unit, such as degC, W/K or kg/s"},
          {"anyOf", {{{"enum", std::move(known)}}, text()}}};
}

Json quantity_schema() {
  return {{"description", "A number in the unit of what it is for, or a number with a unit"},
          {"anyOf",
           {number(), text_like(kQuantityText),
            object({{"value", number()}, {"unit", refer_to("unit")}}, {"value"})}}};
}

Json column_name() { return either({text(), integer(0)}); }

Json sample() { return described(one_of_words(words_of(kSampleWords)), "What a step receives"); }

Json rules_series() {
  const Json rule = object({{"days", described(text(), "Mon-Fri, Sat,Sun, all, weekdays, weekend")},
                            {"from", text_like(kTimeOfDay)},
                            {"to", text_like(kTimeOfDay)},
                            {"value", refer_to("quantity")}},
                           {"value"});
  return described(object({{"default", refer_to("quantity")},
                           {"rules", list_of(rule)},
                           {"endInclusive", flag()},
                           {"unit", refer_to("unit")},
                           {"sample", sample()}},
                          {"default", "rules"}),
                   "Weekly rules: the first that fits, else the default");
}

Json file_series() {
  return described(object(joined(file_column_members(), {{"sample", sample()}}), {"file"}),
                   "A column of a file");
}

Json number_series() {
  return described(
      object({{"value", number()}, {"unit", refer_to("unit")}, {"sample", sample()}}, {"value"}),
      "A constant");
}

Json points_series() {
  return described(object({{"times", list_of(number())},
                           {"values", list_of(number())},
                           {"resample", one_of_words(words_of(kShapeWords))},
                           {"unit", refer_to("unit")},
                           {"sample", sample()}},
                          {"times", "values"}),
                   "Points: times in s since the start of the clocks, and values");
}

Json sun_series() {
  return described(object({{"sun", one_of_words(words_of(kSunWords))},
                           {"latitude", {{"type", "number"}, {"minimum", -90}, {"maximum", 90}}},
                           {"longitude", {{"type", "number"}, {"minimum", -180}, {"maximum", 180}}},
                           {"interval", refer_to("duration")},
                           {"sample", sample()}},
                          {"sun"}),
                   "The place of the sun");
}

}  // namespace

Json refer_to(const std::string& name) { return {{"$ref", "#/$defs/" + name}}; }
Json text() { return {{"type", "string"}, {"minLength", 1}}; }
Json text_like(const char* pattern) { return {{"type", "string"}, {"pattern", pattern}}; }
Json number() { return {{"type", "number"}}; }
Json number_above(double limit) { return {{"type", "number"}, {"exclusiveMinimum", limit}}; }
Json integer(double min) { return {{"type", "integer"}, {"minimum", min}}; }
Json flag() { return {{"type", "boolean"}}; }
Json list_of(const Json& item) { return {{"type", "array"}, {"items", item}}; }
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

Json object(Json properties, std::initializer_list<const char*> required) {
  Json schema = {{"type", "object"}, {"properties", std::move(properties)}};
  schema["patternProperties"] = {{"^x-", Json::object()}};
  schema["additionalProperties"] = false;
  if (required.size() > 0) schema["required"] = required;
  return schema;
}

Json joined(Json properties, const Json& more) {
  properties.update(more);
  return properties;
}

Json file_column_members() {
  const auto words = [](const std::vector<std::string_view>& list, std::string_view sentence) {
    return described(one_of_words(list), sentence);
  };
  return {{"file", described(text(), "Path from the folder of this file")},
          {"column", described(column_name(), "Name of the column, or its number from 0")},
          {"time", described(column_name(), "Column of the time stamps; default: the first")},
          {"unit", refer_to("unit")},
          {"resample", words(words_of(kResampleWords), "How values between stamps are found")},
          {"max_gap", described(refer_to("duration"), "Longest gap that is bridged")},
          {"stamp", words(words_of(kStampWords), "What a stamp means: an instant or an interval")},
          {"outside", words(words_of(kOutsideWords), "Beyond the ends of the file")},
          {"duplicates", words(words_of(kDuplicatesWords), "Where a stamp occurs twice")},
          {"timezone", described(refer_to("zone"), "Of stamps without an offset")},
          {"missing_column", described(number(), "Used where the file has no such column")},
          {"missing_code", described(text(), "Text that marks a missing value")}};
}

Json common_definitions() {
  return {
      {"unit", unit_schema()},
      {"quantity", quantity_schema()},
      {"duration", described(either({{{"type", "number"}, {"minimum", 0}}, text_like(kDuration)}),
                             "Seconds, or an ISO 8601 duration such as PT20M")},
      {"step", described(either({number_above(0), text_like(kDuration)}),
                         "Seconds above 0, or an ISO 8601 duration such as PT20M")},
      {"instant", described(text_like(kInstant), "ISO 8601, such as 2024-01-15T00:00:00+01:00")},
      {"zone", described(text(), "Such as Europe/Copenhagen or +01:00")},
      {"endpoint", described(text_like(R"(^[^.@]+[.@].+$)"), "id.port, or id.port[key]")},
      {"series",
       {{"description", "A number, weekly rules, a column of a file, points or the sun"},
        {"anyOf",
         {number(), text_like(kQuantityText), number_series(), rules_series(), file_series(),
          points_series(), sun_series()}}}}};
}

std::string schema_text(std::string_view title, const Json& root, const Json& definitions) {
  Json whole = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title}};
  whole.update(root);
  whole["$defs"] = definitions;
  return to_pretty_text(whole);
}

}  // namespace hearth::schema_parts
