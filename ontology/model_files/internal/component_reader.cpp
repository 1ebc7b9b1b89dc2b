// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/internal/component_reader.hpp"

#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/component/schema.hpp"
#include "hearth/ontology/model_files/internal/model_parts.hpp"
#include "hearth/ontology/model_files/json_series.hpp"

namespace hearth {
namespace {

constexpr std::array<std::string_view, 5> kSettingKeys{"value", "unit", "min", "max", "source"};

/// Returns whether an object is `{"value", ...}` rather than a number for each key.
bool is_setting(const JsonNode& node) {
  for (const std::string_view key : kSettingKeys) {
    if (node.find(key)) return true;
  }
  return false;
}

/// Reads the numbers of a setting with a function such as `read_quantity`.
struct NumbersReader {
  ReadNumber read_number;
  Diagnostics& diagnostics;

  std::optional<Quantity> number(const JsonNode& node) const {
    return read_number(node, diagnostics);
  }

  /// A bare number has the unit `unit`.
  std::optional<Quantity> number_of(const JsonNode& node, const std::optional<Unit>& unit) const {
    std::optional<Quantity> quantity = number(node);
    if (quantity && !quantity->unit && !quantity->boolean) quantity->unit = unit;
    return quantity;
  }

  Entries by_key(const JsonNode& node, const std::optional<Unit>& unit) const {
    std::map<std::string, Quantity> entries;
    for (const JsonNode member : node.members()) {
      const std::optional<Quantity> quantity = number_of(member, unit);
      if (quantity) entries.emplace(member.key(), *quantity);
    }
    return entries;
  }

  /// Reads `value` and `unit` of a setting; sets `unit`, which also applies to its limits.
  Entries entries(const JsonNode& node, std::optional<Unit>& unit) const {
    read_member(node, "unit", unit, [&](const JsonNode& n) { return read_unit(n, diagnostics); });
    const std::optional<JsonNode> value = require_member(node, "value", diagnostics);
    if (!value) return {};
    if (value->is(JsonKind::Object)) return by_key(*value, unit);
    return number_of(*value, unit).value_or(Quantity{});
  }
};

std::optional<ConfigKind> config_kind(const SchemaView& schema, std::string_view name) {
  for (int i = 0; i < schema.set_count(); ++i) {
    if (schema.set(i).count == name && !name.empty()) return ConfigKind::Integer;
  }
  const Field* field = schema.find(Role::Config, name);
  return field != nullptr ? std::optional(field->kind) : std::nullopt;
}

std::vector<std::string> config_names(const SchemaView& schema) {
  std::vector<std::string> names;
  for (const Field& field : schema) {
    if (field.role == Role::Config) names.emplace_back(field.name);
  }
  for (int i = 0; i < schema.set_count(); ++i) {
    if (!schema.set(i).count.empty()) names.emplace_back(schema.set(i).count);
  }
  return names;
}

template <class T>
std::optional<ConfigSetting> as_setting(std::optional<T> value) {
  if (!value) return std::nullopt;
  return ConfigSetting(std::in_place_type<T>, *std::move(value));
}

std::optional<FileName> read_file_name(const JsonNode& node, Diagnostics& diagnostics) {
  const std::optional<std::string> path = read_string(node, diagnostics);
  return path ? std::optional(FileName{*path, ""}) : std::nullopt;
}

std::optional<Word> read_word(const JsonNode& node, Diagnostics& diagnostics) {
  const std::optional<std::string> text = read_string(node, diagnostics);
  return text ? std::optional(Word{*text}) : std::nullopt;
}

/// Reads formulas, units and numbers by name; a number is read as its text.
std::optional<FormulaTexts> read_formula_texts(const JsonNode& node, Diagnostics& diagnostics) {
  if (!require_object(node, diagnostics)) return std::nullopt;
  FormulaTexts all;
  for (const JsonNode member : node.members()) {
    if (member.is(JsonKind::Number)) {
      const std::optional<double> number = read_number(member, diagnostics);
      if (number) all.texts.emplace(member.key(), number_text(*number));
    } else if (const std::optional<std::string> text = read_string(member, diagnostics)) {
      all.texts.emplace(member.key(), *text);
    }
  }
  return all;
}

/// A text that begins with a letter is a word, because quantities do not begin with letters.
std::optional<ConfigSetting> read_number_or_word(const JsonNode& node, Diagnostics& diagnostics) {
  if (node.is(JsonKind::String)) {
    const std::string text = read_string(node, diagnostics).value_or("");
    if (!text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) != 0) return Word{text};
  }
  return as_setting(read_quantity(node, diagnostics));
}

std::optional<ConfigSetting> read_config_value(const JsonNode& node, ConfigKind kind,
                                               Diagnostics& diagnostics) {
  switch (kind) {
    case ConfigKind::Series:
      return as_setting(read_series(node, diagnostics));
    case ConfigKind::Integer:
      return as_setting(read_integer(node, diagnostics));
    case ConfigKind::Flag:
      return as_setting(read_flag(node, diagnostics));
    case ConfigKind::Choice:
      return as_setting(read_word(node, diagnostics));
    case ConfigKind::Table:
      return as_setting(read_table(node, diagnostics));
    case ConfigKind::File:
      return as_setting(read_file_name(node, diagnostics));
    case ConfigKind::Number:
      return read_number_or_word(node, diagnostics);
    case ConfigKind::Formulas:
      return as_setting(read_formula_texts(node, diagnostics));
    case ConfigKind::None:
      break;
  }
  return std::nullopt;
}

void read_config(const JsonNode& node, const ComponentType& type, Component& component,
                 Diagnostics& diagnostics) {
  if (!require_object(node, diagnostics)) return;
  for (const JsonNode member : node.members()) {
    if (is_extension(member.key())) continue;
    if (auto setting = read_config_setting(member, member.key(), type, diagnostics)) {
      component.config.emplace(member.key(), *std::move(setting));
    }
  }
}

/// Reads the type; returns null if it is missing or unknown.
const ComponentType* read_type(const JsonNode& node, const Registry& registry, Component& component,
                               Diagnostics& diagnostics) {
  const std::optional<JsonNode> member = require_member(node, "type", diagnostics);
  if (!member) return nullptr;
  component.type = read_name(*member, diagnostics).value_or("");
  if (component.type.empty()) return nullptr;
  const ComponentType* type = registry.find(component.type);
  if (type == nullptr) {
    diagnostics.error("model.type_unknown", member->where(),
                      fmt::format("no component type is named '{}'{}", component.type,
                                  expected_name(component.type, registry.names())));
  }
  return type;
}

/// Reads an object of settings by name.
template <class Read, class Settings>
void read_by_name(const JsonNode& component, std::string_view key, Settings& settings, Read read,
                  Diagnostics& diagnostics) {
  const std::optional<JsonNode> node = component.find(key);
  if (!node || !require_object(*node, diagnostics)) return;
  for (const JsonNode member : node->members()) {
    if (!is_extension(member.key())) settings.emplace(member.key(), read(member, diagnostics));
  }
}

}  // namespace

ReadNumber number_reader(const ComponentType* type) {
  return type != nullptr && type->specialize ? read_number_or_boolean : read_quantity;
}

ParameterSetting read_parameter(const JsonNode& node, Diagnostics& diagnostics,
                                ReadNumber read_number) {
  const NumbersReader numbers{read_number, diagnostics};
  ParameterSetting setting;
  if (!node.is(JsonKind::Object)) {
    setting.value = numbers.number(node).value_or(Quantity{});
    return setting;
  }
  if (!is_setting(node)) {
    setting.value = numbers.by_key(node, std::nullopt);
    return setting;
  }
  check_keys(node, {kSettingKeys.begin(), kSettingKeys.end()}, diagnostics);
  std::optional<Unit> unit;
  setting.value = numbers.entries(node, unit);
  const NumbersReader limits{read_quantity, diagnostics};
  const auto limit = [&](const JsonNode& n) { return limits.number_of(n, unit); };
  read_member(node, "min", setting.min, limit);
  read_member(node, "max", setting.max, limit);
  read_member(node, "source", setting.source,
              [&](const JsonNode& n) { return read_string(n, diagnostics); });
  return setting;
}

Entries read_initial(const JsonNode& node, Diagnostics& diagnostics, ReadNumber read_number) {
  const NumbersReader numbers{read_number, diagnostics};
  if (!node.is(JsonKind::Object)) return numbers.number(node).value_or(Quantity{});
  if (!is_setting(node)) return numbers.by_key(node, std::nullopt);
  check_keys(node, {"value", "unit"}, diagnostics);
  std::optional<Unit> unit;
  return numbers.entries(node, unit);
}

std::optional<Table> read_table(const JsonNode& node, Diagnostics& diagnostics) {
  std::optional<int> columns;
  std::optional<JsonNode> rows = node;
  if (node.is(JsonKind::Object)) {
    check_keys(node, {"columns", "rows"}, diagnostics);
    rows = require_member(node, "rows", diagnostics);
    read_member(node, "columns", columns,
                [&](const JsonNode& n) { return read_integer(n, diagnostics, {.min = 0.0}); });
  }
  if (!rows) return std::nullopt;
  if (!rows->is(JsonKind::Array)) {
    wrong_type(*rows, "an array of rows, each an array of numbers", diagnostics);
    return std::nullopt;
  }
  std::vector<double> values;
  for (const JsonNode row : rows->elements()) {
    if (!require_array(row, diagnostics)) return std::nullopt;
    if (!columns) columns = row.size();
    if (row.size() != *columns) {
      diagnostics.error("json.table_shape", row.where(),
                        fmt::format("the row has {} numbers, expected {}", row.size(), *columns));
    }
    for (const JsonNode cell : row.elements()) {
      values.push_back(read_number(cell, diagnostics).value_or(0.0));
    }
  }
  const int row_count = rows->size();
  if (values.size() !=
      static_cast<std::size_t>(row_count) * static_cast<std::size_t>(columns.value_or(0))) {
    return std::nullopt;
  }
  return Table(row_count, columns.value_or(0), std::move(values));
}

std::optional<ConfigSetting> read_config_setting(const JsonNode& node, std::string_view name,
                                                 const ComponentType& type,
                                                 Diagnostics& diagnostics) {
  const std::optional<ConfigKind> kind = config_kind(type.schema, name);
  if (kind) return read_config_value(node, *kind, diagnostics);
  diagnostics.error("model.config_unknown", node.where(),
                    fmt::format("{} has no configuration '{}'{}", type.name, name,
                                expected_name(name, config_names(type.schema))));
  return std::nullopt;
}

Component read_component_frame(const JsonNode& node, const Registry& registry,
                               const std::vector<std::string_view>& other_keys,
                               Diagnostics& diagnostics) {
  Component component;
  component.id = node.key();
  component.where = node.where();
  component.where.component = component.id;
  if (!require_object(node, diagnostics)) return component;
  std::vector<std::string_view> keys{"type", "iri", "config", "parameters", "initial", "clock"};
  keys.insert(keys.end(), other_keys.begin(), other_keys.end());
  check_keys(node, keys, diagnostics);
  const ComponentType* type = read_type(node, registry, component, diagnostics);
  read_member(node, "iri", component.iri,
              [&](const JsonNode& n) { return read_string(n, diagnostics); });
  const std::optional<JsonNode> config = node.find("config");
  if (config && type != nullptr) read_config(*config, *type, component, diagnostics);
  const auto read = [type](const JsonNode& member, Diagnostics& found) {
    return read_initial(member, found, number_reader(type));
  };
  read_by_name(node, "initial", component.initial, read, diagnostics);
  JsonReading reading{diagnostics};
  read_member(node, "clock", component.clock,
              [&](const JsonNode& n) { return clock_record().read(n, reading); });
  return component;
}

Component read_component(const JsonNode& node, const Registry& registry, Diagnostics& diagnostics) {
  Component component = read_component_frame(node, registry, {}, diagnostics);
  if (node.is(JsonKind::Object)) {
    const auto read = [type = registry.find(component.type)](const JsonNode& member,
                                                             Diagnostics& found) {
      return read_parameter(member, found, number_reader(type));
    };
    read_by_name(node, "parameters", component.parameters, read, diagnostics);
  }
  return component;
}

}  // namespace hearth
