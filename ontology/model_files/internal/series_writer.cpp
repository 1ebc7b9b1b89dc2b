// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/internal/series_writer.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/model_files/json_series.hpp"
#include "hearth/ontology/model_files/weekly_rules_json.hpp"

namespace hearth {
namespace {

using Json = nlohmann::ordered_json;

std::string symbol_of(const Unit& unit) {
  const std::optional<Unit> known = parse_unit(unit.symbol);
  if (known && *known == unit) return unit.symbol;
  throw ModelError("json.unit_unknown", {},
                   fmt::format("the unit '{}' cannot be written to a file", unit.symbol));
}

Json column_name_json(const std::variant<std::string, int>& column) {
  if (const auto* name = std::get_if<std::string>(&column)) return *name;
  return std::get<int>(column);
}

Json rules_json(const WeeklyRules& rules) {
  Json list = Json::array();
  for (const WeeklyRule& rule : rules.rules) {
    list.push_back({{"days", days_text(rule.days)},
                    {"from", time_of_day_text(rule.from_minute)},
                    {"to", time_of_day_text(rule.to_minute)},
                    {"value", number_json(rule.value)}});
  }
  Json json{{"default", number_json(rules.otherwise)}, {"rules", std::move(list)}};
  if (rules.end_inclusive) json["endInclusive"] = true;
  return json;
}

Json points_json(const TimeTable& table) {
  Json json{{"times", Json::array()}, {"values", Json::array()}};
  for (const double time : table.times) json["times"].push_back(number_json(time));
  for (const double value : table.values) json["values"].push_back(number_json(value));
  if (table.shape == Series::Shape::Linear) json["resample"] = "linear";
  return json;
}

Json sun_json(const SunAngle& sun) {
  Json json{{"sun", word_for(sun.angle, kSunWords)}};
  if (sun.latitude) json["latitude"] = number_json(*sun.latitude);
  if (sun.longitude) json["longitude"] = number_json(*sun.longitude);
  if (sun.interval != 0.0) json["interval"] = number_json(sun.interval);
  return json;
}

}  // namespace

Json number_json(double value) {
  if (!std::isfinite(value)) {
    throw ModelError("json.not_finite", {}, fmt::format("a file cannot hold the number {}", value));
  }
  return value;
}

Json unit_json(const Unit& unit) { return symbol_of(unit); }

Json quantity_json(const Quantity& quantity) {
  Json number = number_json(quantity.value);
  if (!quantity.unit) return number;
  return fmt::format("{} {}", quantity.value, symbol_of(*quantity.unit));
}

Json column_json(const FileColumn& column) {
  Json json{{"file", column.file}, {"column", column_name_json(column.column)}};
  const FileColumn standard;
  if (column.time_column != standard.time_column) {
    json["time"] = column_name_json(column.time_column);
  }
  if (column.unit) json["unit"] = unit_json(*column.unit);
  if (column.resample) json["resample"] = word_for(*column.resample, kResampleWords);
  if (column.max_gap) json["max_gap"] = number_json(*column.max_gap);
  if (column.stamp != standard.stamp) json["stamp"] = word_for(column.stamp, kStampWords);
  if (column.outside != standard.outside) json["outside"] = word_for(column.outside, kOutsideWords);
  if (column.duplicates != standard.duplicates) {
    json["duplicates"] = word_for(column.duplicates, kDuplicatesWords);
  }
  if (!column.timezone.empty()) json["timezone"] = column.timezone;
  if (column.missing_column) json["missing_column"] = number_json(*column.missing_column);
  if (!column.missing_code.empty()) json["missing_code"] = column.missing_code;
  return json;
}

Json series_json(const SeriesSpec& spec) {
  const auto* number = std::get_if<double>(&spec.source);
  if (number != nullptr && spec.sample == Sample::Mean) return quantity_json({*number, spec.unit});
  Json json = Json::object();
  if (number != nullptr) json["value"] = number_json(*number);
  if (const auto* rules = std::get_if<WeeklyRules>(&spec.source)) json = rules_json(*rules);
  if (const auto* table = std::get_if<TimeTable>(&spec.source)) json = points_json(*table);
  if (const auto* sun = std::get_if<SunAngle>(&spec.source)) json = sun_json(*sun);
  if (const auto* column = std::get_if<FileColumn>(&spec.source)) {
    json = column_json(*column);
  } else if (spec.unit) {
    json["unit"] = unit_json(*spec.unit);
  }
  if (spec.sample != Sample::Mean) json["sample"] = word_for(spec.sample, kSampleWords);
  return json;
}

}  // namespace hearth
