// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/json_series.hpp"

#include <string>
#include <utility>
#include <variant>

#include "hearth/ontology/model_files/weekly_rules_json.hpp"

namespace hearth {
namespace {

using ColumnName = std::variant<std::string, int>;

std::optional<ColumnName> read_column_name(const JsonNode& node, Diagnostics& diagnostics) {
  if (node.is(JsonKind::Number)) {
    const std::optional<int> number = read_integer(node, diagnostics, {.min = 0.0});
    if (!number) return std::nullopt;
    return ColumnName(*number);
  }
  if (node.is(JsonKind::String) && !node.string().empty()) return ColumnName(node.string());
  wrong_type(node, "the name of a column or its number, from 0", diagnostics);
  return std::nullopt;
}

void read_rules_of_reading(const JsonNode& node, FileColumn& column, Diagnostics& diagnostics) {
  read_member(node, "resample", column.resample,
              [&](const JsonNode& n) { return read_choice(n, kResampleWords, diagnostics); });
  read_member(node, "max_gap", column.max_gap,
              [&](const JsonNode& n) { return read_seconds(n, diagnostics); });
  read_member(node, "stamp", column.stamp,
              [&](const JsonNode& n) { return read_choice(n, kStampWords, diagnostics); });
  read_member(node, "outside", column.outside,
              [&](const JsonNode& n) { return read_choice(n, kOutsideWords, diagnostics); });
  read_member(node, "duplicates", column.duplicates,
              [&](const JsonNode& n) { return read_choice(n, kDuplicatesWords, diagnostics); });
  read_member(node, "timezone", column.timezone,
              [&](const JsonNode& n) { return read_zone_name(n, diagnostics); });
  read_member(node, "missing_column", column.missing_column,
              [&](const JsonNode& n) { return read_number(n, diagnostics); });
  read_member(node, "missing_code", column.missing_code,
              [&](const JsonNode& value) { return read_name(value, diagnostics); });
}

void read_sample(const JsonNode& node, SeriesSpec& spec, Diagnostics& diagnostics) {
  read_member(node, "sample", spec.sample,
              [&](const JsonNode& n) { return read_choice(n, kSampleWords, diagnostics); });
}

std::optional<SeriesSpec> read_number_series(const JsonNode& node, Diagnostics& diagnostics) {
  SeriesSpec spec;
  std::optional<Quantity> quantity;
  if (node.is(JsonKind::Object)) {
    check_keys(node, {"value", "unit", "sample"}, diagnostics);
    read_sample(node, spec, diagnostics);
    read_member(node, "value", quantity, [&](const JsonNode& n) {
      const std::optional<double> number = read_number(n, diagnostics);
      return number ? std::optional(Quantity{*number, std::nullopt}) : std::nullopt;
    });
    if (!quantity) return std::nullopt;
    read_member(node, "unit", quantity->unit,
                [&](const JsonNode& n) { return read_unit(n, diagnostics); });
  } else {
    quantity = read_quantity(node, diagnostics);
    if (!quantity) return std::nullopt;
  }
  spec.source = quantity->value;
  spec.unit = quantity->unit;
  return spec;
}

std::optional<SeriesSpec> read_file_series(const JsonNode& node, Diagnostics& diagnostics) {
  SeriesSpec spec;
  std::optional<FileColumn> column = read_file_column(node, {"sample"}, diagnostics);
  read_sample(node, spec, diagnostics);
  if (!column) return std::nullopt;
  spec.source = *std::move(column);
  return spec;
}

std::vector<double> read_numbers(const JsonNode& node, Diagnostics& diagnostics) {
  std::vector<double> numbers;
  if (!require_array(node, diagnostics)) return numbers;
  for (const JsonNode element : node.elements()) {
    numbers.push_back(read_number(element, diagnostics).value_or(0.0));
  }
  return numbers;
}

std::optional<SeriesSpec> read_points_series(const JsonNode& node, Diagnostics& diagnostics) {
  SeriesSpec spec;
  check_keys(node, {"times", "values", "resample", "unit", "sample"}, diagnostics);
  read_sample(node, spec, diagnostics);
  read_member(node, "unit", spec.unit,
              [&](const JsonNode& n) { return read_unit(n, diagnostics); });
  TimeTable table;
  if (const auto times = require_member(node, "times", diagnostics)) {
    table.times = read_numbers(*times, diagnostics);
  }
  if (const auto values = require_member(node, "values", diagnostics)) {
    table.values = read_numbers(*values, diagnostics);
  }
  read_member(node, "resample", table.shape,
              [&](const JsonNode& n) { return read_choice(n, kShapeWords, diagnostics); });
  spec.source = std::move(table);
  return spec;
}

std::optional<SeriesSpec> read_sun_series(const JsonNode& node, Diagnostics& diagnostics) {
  SeriesSpec spec;
  check_keys(node, {"sun", "latitude", "longitude", "interval", "sample"}, diagnostics);
  read_sample(node, spec, diagnostics);
  SunAngle sun;
  read_member(node, "sun", sun.angle,
              [&](const JsonNode& n) { return read_choice(n, kSunWords, diagnostics); });
  read_member(node, "latitude", sun.latitude, [&](const JsonNode& n) {
    return read_number(n, diagnostics, {.min = -90.0, .max = 90.0});
  });
  read_member(node, "longitude", sun.longitude, [&](const JsonNode& n) {
    return read_number(n, diagnostics, {.min = -180.0, .max = 180.0});
  });
  read_member(node, "interval", sun.interval,
              [&](const JsonNode& n) { return read_seconds(n, diagnostics); });
  spec.source = sun;
  return spec;
}

std::optional<SeriesSpec> read_rules_series(const JsonNode& node, Diagnostics& diagnostics) {
  SeriesSpec spec;
  check_keys(node, {"default", "rules", "endInclusive", "unit", "sample"}, diagnostics);
  read_sample(node, spec, diagnostics);
  read_member(node, "unit", spec.unit,
              [&](const JsonNode& n) { return read_unit(n, diagnostics); });
  std::optional<WeeklyRules> rules = read_weekly_rules(node, spec.unit, diagnostics);
  if (!rules) return std::nullopt;
  spec.source = *std::move(rules);
  return spec;
}

}  // namespace

std::optional<FileColumn> read_file_column(const JsonNode& node,
                                           const std::vector<std::string_view>& more,
                                           Diagnostics& diagnostics) {
  if (!require_object(node, diagnostics)) return std::nullopt;
  std::vector<std::string_view> keys{"file",       "column",   "time",           "unit",
                                     "resample",   "max_gap",  "stamp",          "outside",
                                     "duplicates", "timezone", "missing_column", "missing_code"};
  keys.insert(keys.end(), more.begin(), more.end());
  check_keys(node, keys, diagnostics);
  FileColumn column;
  if (const auto file = require_member(node, "file", diagnostics)) {
    if (const auto name = read_name(*file, diagnostics)) column.file = *name;
  }
  read_member(node, "column", column.column,
              [&](const JsonNode& n) { return read_column_name(n, diagnostics); });
  read_member(node, "time", column.time_column,
              [&](const JsonNode& n) { return read_column_name(n, diagnostics); });
  read_member(node, "unit", column.unit,
              [&](const JsonNode& n) { return read_unit(n, diagnostics); });
  read_rules_of_reading(node, column, diagnostics);
  return column;
}

std::optional<Measurement> read_measurement(const JsonNode& node,
                                            const std::vector<std::string_view>& more,
                                            Diagnostics& diagnostics) {
  std::vector<std::string_view> keys{"sd"};
  keys.insert(keys.end(), more.begin(), more.end());
  const std::optional<FileColumn> column = read_file_column(node, keys, diagnostics);
  if (!column) return std::nullopt;
  Measurement measurement;
  measurement.column = *column;
  measurement.where = node.where();
  read_member(node, "sd", measurement.sd, [&](const JsonNode& n) {
    const std::optional<double> sd = read_number(n, diagnostics, {.min = 0.0});
    if (sd && *sd == 0.0) wrong_type(n, "a number above 0", diagnostics);
    return sd;
  });
  return measurement;
}

std::optional<SeriesSpec> read_series(const JsonNode& node, Diagnostics& diagnostics) {
  if (!node.is(JsonKind::Object)) return read_number_series(node, diagnostics);
  if (node.find("file")) return read_file_series(node, diagnostics);
  if (node.find("rules") || node.find("default")) return read_rules_series(node, diagnostics);
  if (node.find("value")) return read_number_series(node, diagnostics);
  if (node.find("sun")) return read_sun_series(node, diagnostics);
  if (node.find("times") || node.find("values")) return read_points_series(node, diagnostics);
  wrong_type(node,
             "a number, \"21 degC\", {\"default\", \"rules\"}, {\"file\", \"column\"}, "
             "{\"times\", \"values\"}, {\"sun\"} or {\"value\"}",
             diagnostics);
  return std::nullopt;
}

}  // namespace hearth
