// SPDX-License-Identifier: MIT
#include "hearth/data/json/json_values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/data/text/time_text.hpp"

namespace hearth {
namespace {

constexpr std::string_view kQuantityForms =
    "a number, \"21.5 degC\" or {\"value\": 70, \"unit\": \"degF\"}";
constexpr std::string_view kBooleanForms =
    "true, false, a number, \"21.5 degC\" or {\"value\": 70, \"unit\": \"degF\"}";
constexpr std::string_view kDurationForms =
    "seconds in whole milliseconds, a number with a unit such as \"20 min\", or an ISO 8601 "
    "duration such as \"PT20M\"";

bool in_range(const JsonNode& node, NumberRange range, Diagnostics& diagnostics) {
  const double value = node.number();
  if (range.min <= value && value <= range.max) return true;
  std::string expected;
  if (std::isinf(range.max)) {
    expected = fmt::format("at least {}", range.min);
  } else if (std::isinf(range.min)) {
    expected = fmt::format("at most {}", range.max);
  } else {
    expected = fmt::format("{} to {}", range.min, range.max);
  }
  diagnostics.error("json.range", node.where(),
                    fmt::format("found {}, expected {}", value, expected));
  return false;
}

void unknown_unit(const JsonNode& node, std::string_view symbol, Diagnostics& diagnostics) {
  const std::vector<std::string> known = unit_symbols();
  std::string message = fmt::format("the unit '{}' is not known", symbol);
  const std::string nearest = did_you_mean(symbol, known);
  message +=
      nearest.empty() ? fmt::format("; expected one of {}", fmt::join(known, ", ")) : nearest;
  diagnostics.error("json.unit_unknown", node.where(), message);
}

/// Returns the text after the number with which `text` begins; nothing without a number.
std::optional<std::string_view> after_number(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '+')) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return text;
}

std::optional<Quantity> read_quantity_text(const JsonNode& node, std::string_view forms,
                                           Diagnostics& diagnostics) {
  if (const std::optional<Quantity> quantity = parse_quantity(node.string())) return quantity;
  if (const auto symbol = after_number(node.string()); symbol && !symbol->empty()) {
    unknown_unit(node, *symbol, diagnostics);
  } else {
    wrong_type(node, forms, diagnostics);
  }
  return std::nullopt;
}

std::optional<Quantity> read_quantity_object(const JsonNode& node, Diagnostics& diagnostics) {
  check_keys(node, {"value", "unit"}, diagnostics);
  const std::optional<JsonNode> number = require_member(node, "value", diagnostics);
  const std::optional<JsonNode> symbol = node.find("unit");
  const std::optional<double> value = number ? read_number(*number, diagnostics) : std::nullopt;
  const std::optional<Unit> unit = symbol ? read_unit(*symbol, diagnostics) : std::nullopt;
  if (!value || (symbol && !unit)) return std::nullopt;
  return Quantity{*value, unit};
}

/// `forms` describes the accepted forms in the message of a wrong type.
std::optional<Quantity> read_quantity_as(const JsonNode& node, std::string_view forms,
                                         Diagnostics& diagnostics) {
  switch (node.kind()) {
    case JsonKind::Number:
      return Quantity{node.number(), std::nullopt};
    case JsonKind::String:
      return read_quantity_text(node, forms, diagnostics);
    case JsonKind::Object:
      return read_quantity_object(node, diagnostics);
    default:
      wrong_type(node, forms, diagnostics);
      return std::nullopt;
  }
}

}  // namespace

void wrong_type(const JsonNode& node, std::string_view expected, Diagnostics& diagnostics) {
  diagnostics.error("json.type", node.where(),
                    fmt::format("found {}, expected {}", node.describe(), expected));
}

void append_at(const Where& where, const Error& error, Diagnostics& diagnostics) {
  for (Diagnostic item : error.diagnostics().items()) {
    if (item.where.file.empty()) {
      item.where.file = where.file;
      item.where.line = where.line;
      item.where.pointer = where.pointer;
    }
    diagnostics.add(std::move(item));
  }
}

bool enough_errors(const Where& where, Diagnostics& diagnostics) {
  if (!diagnostics.full()) return false;
  const std::vector<Diagnostic>& items = diagnostics.items();
  const bool told = std::any_of(items.begin(), items.end(), [](const Diagnostic& item) {
    return item.code == "json.errors_many";
  });
  if (!told) {
    diagnostics.error("json.errors_many", where,
                      "there are more errors; the rest of the file was not checked");
  }
  return true;
}

bool require_object(const JsonNode& node, Diagnostics& diagnostics) {
  if (node.is(JsonKind::Object)) return true;
  wrong_type(node, "an object", diagnostics);
  return false;
}

bool require_array(const JsonNode& node, Diagnostics& diagnostics) {
  if (node.is(JsonKind::Array)) return true;
  wrong_type(node, "an array", diagnostics);
  return false;
}

bool is_extension(std::string_view key) { return key.starts_with("x-"); }

void check_keys(const JsonNode& object, const std::vector<std::string_view>& known,
                Diagnostics& diagnostics) {
  for (const JsonNode member : object.members()) {
    if (is_extension(member.key())) continue;
    if (std::find(known.begin(), known.end(), member.key()) != known.end()) continue;
    if (diagnostics.full()) return;
    const std::string nearest =
        did_you_mean(member.key(), std::vector<std::string>(known.begin(), known.end()));
    diagnostics.error(
        "json.unknown_key", member.where(),
        fmt::format(
            "the key '{}' is not known{}", shortened(member.key(), kLongestKey),
            nearest.empty() ? fmt::format("; expected {}", fmt::join(known, ", ")) : nearest));
  }
}

std::optional<JsonNode> require_member(const JsonNode& object, std::string_view key,
                                       Diagnostics& diagnostics) {
  std::optional<JsonNode> member = object.find(key);
  if (!member) {
    diagnostics.error("json.missing_key", object.where(),
                      fmt::format("the key '{}' is missing", key));
  }
  return member;
}

std::optional<double> read_number(const JsonNode& node, Diagnostics& diagnostics,
                                  NumberRange range) {
  if (!node.is(JsonKind::Number)) {
    wrong_type(node, "a number", diagnostics);
    return std::nullopt;
  }
  if (!in_range(node, range, diagnostics)) return std::nullopt;
  return node.number();
}

std::optional<int> read_integer(const JsonNode& node, Diagnostics& diagnostics, NumberRange range) {
  if (!node.is(JsonKind::Number) || node.number() != std::trunc(node.number())) {
    wrong_type(node, "a whole number", diagnostics);
    return std::nullopt;
  }
  range.min = std::max(range.min, double(std::numeric_limits<int>::min()));
  range.max = std::min(range.max, double(std::numeric_limits<int>::max()));
  if (!in_range(node, range, diagnostics)) return std::nullopt;
  return static_cast<int>(node.number());
}

std::optional<bool> read_flag(const JsonNode& node, Diagnostics& diagnostics) {
  if (node.is(JsonKind::Boolean)) return node.boolean();
  wrong_type(node, "true or false", diagnostics);
  return std::nullopt;
}

std::optional<std::string> read_string(const JsonNode& node, Diagnostics& diagnostics) {
  if (node.is(JsonKind::String)) return node.string();
  wrong_type(node, "a string", diagnostics);
  return std::nullopt;
}

std::optional<std::string> read_name(const JsonNode& node, Diagnostics& diagnostics) {
  if (node.is(JsonKind::String) && !node.string().empty()) return node.string();
  wrong_type(node, "a string that is not empty", diagnostics);
  return std::nullopt;
}

std::optional<Unit> read_unit(const JsonNode& node, Diagnostics& diagnostics) {
  if (!node.is(JsonKind::String)) {
    wrong_type(node, "the symbol of a unit", diagnostics);
    return std::nullopt;
  }
  const std::optional<Unit> unit = parse_unit(node.string());
  if (!unit) unknown_unit(node, node.string(), diagnostics);
  return unit;
}

std::optional<Quantity> read_quantity(const JsonNode& node, Diagnostics& diagnostics) {
  return read_quantity_as(node, kQuantityForms, diagnostics);
}

std::optional<Quantity> read_number_or_boolean(const JsonNode& node, Diagnostics& diagnostics) {
  if (node.is(JsonKind::Boolean)) return boolean_quantity(node.boolean());
  return read_quantity_as(node, kBooleanForms, diagnostics);
}

std::optional<Instant> read_instant(const JsonNode& node, const std::optional<Zone>& zone,
                                    Diagnostics& diagnostics) {
  if (!node.is(JsonKind::String)) {
    wrong_type(node, "an ISO 8601 time such as \"2023-11-27T00:20:00+01:00\"", diagnostics);
    return std::nullopt;
  }
  try {
    return read_instant(node.string(), zone, node.where());
  } catch (const InputError& error) {
    append_at(node.where(), error, diagnostics);
    return std::nullopt;
  }
}

std::optional<Duration> read_duration(const JsonNode& node, Diagnostics& diagnostics) {
  std::optional<Duration> duration;
  if (node.is(JsonKind::Number)) duration = whole_milliseconds(node.number());
  if (node.is(JsonKind::String)) duration = parse_duration(node.string());
  if (duration && *duration >= Duration::zero()) return duration;
  diagnostics.error("json.duration", node.where(),
                    fmt::format("found {}, expected {}", node.describe(), kDurationForms));
  return std::nullopt;
}

std::optional<double> read_seconds(const JsonNode& node, Diagnostics& diagnostics) {
  if (node.is(JsonKind::Number)) return read_number(node, diagnostics, {.min = 0.0});
  const std::optional<Duration> duration = read_duration(node, diagnostics);
  if (!duration) return std::nullopt;
  return seconds(*duration);
}

std::optional<std::string> read_zone_name(const JsonNode& node, Diagnostics& diagnostics) {
  const std::optional<std::string> name = read_name(node, diagnostics);
  if (!name) return std::nullopt;
  try {
    static_cast<void>(Zone(*name, node.where()));
    return name;
  } catch (const InputError& error) {
    append_at(node.where(), error, diagnostics);
    return std::nullopt;
  }
}

void wrong_choice(const JsonNode& node, const std::vector<std::string>& allowed,
                  Diagnostics& diagnostics) {
  const std::string nearest =
      node.is(JsonKind::String) ? did_you_mean(node.string(), allowed) : std::string();
  diagnostics.error("json.choice", node.where(),
                    fmt::format("found {}, expected \"{}\"{}", node.describe(),
                                fmt::join(allowed, "\", \""), nearest));
}

}  // namespace hearth
