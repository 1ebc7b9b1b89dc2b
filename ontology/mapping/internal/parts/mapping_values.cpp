// SPDX-License-Identifier: MIT
#include "hearth/ontology/mapping/internal/parts/mapping_values.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/model_files/internal/component_reader.hpp"

namespace hearth {
namespace {

/// Keys of an object that describes a source; the first key of `value` marks a fixed choice.
constexpr std::array<std::string_view, 18> kSourceKeys{
    "share",  "from", "nth", "of",   "sum",     "per",     "count",     "default",    "power",
    "factor", "min",  "max", "unit", "density", "formula", "archetype", "likelyMost", "guess"};

bool has_any(const JsonNode& node) {
  return std::any_of(kSourceKeys.begin(), kSourceKeys.end(),
                     [&](std::string_view key) { return node.find(key).has_value(); });
}

/// Returns whether every value of an object is a number or a text: `{"*": 1, "north": "2 m2"}`.
bool is_table(const JsonNode& node) {
  for (const JsonNode member : node.members()) {
    if (!member.is(JsonKind::Number) && !member.is(JsonKind::String)) return false;
  }
  return node.size() > 0;
}

void malformed(const JsonNode& node, std::string_view expected, MappingContext& context) {
  context.diagnostics.error("mapping.value_malformed", node.where(),
                            fmt::format("found {}, expected {}", node.describe(), expected));
}

/// Splits `?c rest` or `?c.rest`; nothing if there is no variable before `separator`.
std::optional<std::pair<std::string, std::string>> split_variable(const std::string& text,
                                                                  char separator) {
  const std::size_t end = text.find(separator);
  if (end == std::string::npos || !text.starts_with('?')) return std::nullopt;
  std::string name = text.substr(1, end - 1);
  const std::size_t rest = text.find_first_not_of(' ', end + 1);
  if (rest == std::string::npos || !is_plain_name(name)) return std::nullopt;
  return std::pair(std::move(name), text.substr(rest));
}

void read_sum(const JsonNode& node, ValueSource& source, MappingContext& context) {
  const auto parts = node.is(JsonKind::String) ? split_variable(node.string(), '.') : std::nullopt;
  if (!parts) return malformed(node, "a variable and a name, \"?z.floorArea\"", context);
  source.sum_variable = parts->first;
  source.sum_name = parts->second;
}

Formula read_formula(const JsonNode& node, MappingContext& context) {
  const std::optional<std::string> text = read_name(node, context.diagnostics);
  const std::optional<Formula> formula = text ? Formula::parse(*text) : std::nullopt;
  if (text && !formula) malformed(node, "a formula, \"floorArea * max(height, 2)\"", context);
  return formula.value_or(Formula());
}

/// Reads a limit as a number of the source's unit.
std::optional<double> read_limit(const JsonNode& node, const ValueSource& source,
                                 MappingContext& context) {
  const std::optional<Quantity> limit = read_quantity(node, context.diagnostics);
  if (!limit) return std::nullopt;
  if (!limit->unit) return limit->value;
  if (source.unit && source.unit->compatible(*limit->unit)) {
    return convert(limit->value, *limit->unit, *source.unit);
  }
  context.diagnostics.error("mapping.unit_mismatch", node.where(),
                            source.unit
                                ? fmt::format("the limit is in [{}], expected [{}]",
                                              limit->unit->symbol, source.unit->symbol)
                                : std::string("a limit with a unit also needs the key 'unit'"));
  return std::nullopt;
}

void read_limits(const JsonNode& node, ValueSource& source, MappingContext& context) {
  const auto limit = [&](const JsonNode& n) { return read_limit(n, source, context); };
  read_member(node, "min", source.min, limit);
  read_member(node, "max", source.max, limit);
  if (source.min && source.max && *source.min > *source.max) {
    context.diagnostics.error("mapping.range", node.where(),
                              fmt::format("min {} is above max {}", *source.min, *source.max));
  }
}

void read_default(const JsonNode& node, ValueSource& source, MappingContext& context) {
  source.standard = read_quantity(node, context.diagnostics);
  if (!source.standard) return;
  if (!source.standard->unit) {
    source.standard->unit = source.unit;
  } else if (source.unit && !source.unit->compatible(*source.standard->unit)) {
    context.diagnostics.error("mapping.unit_mismatch", node.where(),
                              fmt::format("the default is in [{}], 'unit' is [{}]",
                                          source.standard->unit->symbol, source.unit->symbol));
  }
}

ValueSource read_source(const JsonNode& node, MappingContext& context) {
  Diagnostics& diagnostics = context.diagnostics;
  check_keys(node, {kSourceKeys.begin(), kSourceKeys.end()}, diagnostics);
  ValueSource source;
  read_member(node, "unit", source.unit,
              [&](const JsonNode& n) { return read_unit(n, diagnostics); });
  if (const auto from = node.find("from")) source.from = read_value_paths(*from, context);
  if (const auto share = node.find("share")) source.share = read_value_paths(*share, context);
  if (const auto sum = node.find("sum")) read_sum(*sum, source, context);
  read_member(node, "of", source.of, [&](const JsonNode& n) { return read_name(n, diagnostics); });
  if (const auto formula = node.find("formula")) source.formula = read_formula(*formula, context);
  if (const auto likely = node.find("likelyMost")) source.likely = read_formula(*likely, context);
  read_member(node, "archetype", source.archetype,
              [&](const JsonNode& n) { return read_flag(n, diagnostics); });
  read_member(node, "guess", source.guess,
              [&](const JsonNode& n) { return read_flag(n, diagnostics); });
  const auto variable = [&](const JsonNode& n) { return read_variable(n, context); };
  read_member(node, "count", source.count_variable, variable);
  read_member(node, "per", source.per_variable, variable);
  read_member(node, "nth", source.nth,
              [&](const JsonNode& n) { return read_integer(n, diagnostics, {.min = 1.0}); });
  const auto number = [&](const JsonNode& n) { return read_number(n, diagnostics); };
  read_member(node, "factor", source.factor, number);
  read_member(node, "power", source.power, number);
  read_member(node, "density", source.density, number);
  read_limits(node, source, context);
  if (const auto standard = node.find("default")) read_default(*standard, source, context);
  if (node.find("per") && source.of.empty() && source.sum_variable.empty()) {
    diagnostics.error("mapping.value_malformed", node.find("per")->where(),
                      "'per' divides the result of 'of' or 'sum'; add one of them");
  }
  if (node.find("nth") && !node.find("from")) {
    diagnostics.error("mapping.value_malformed", node.find("nth")->where(),
                      "'nth' selects one of the numbers that 'from' finds; add 'from'");
  }
  return source;
}

ValueSource read_value_source(const JsonNode& node, bool takes_keys, MappingContext& context) {
  const bool object = node.is(JsonKind::Object);
  const bool fixed =
      !object || node.find("value") || (takes_keys && !has_any(node) && is_table(node));
  ValueSource source;
  if (fixed) {
    source.fixed = true;
    source.setting = read_parameter(node, context.diagnostics);
  } else {
    source = read_source(node, context);
  }
  source.where = node.where();
  return source;
}

constexpr Choices<LoopAction, 3> kLoopWords{
    {{"solve", LoopAction::Solve}, {"refuse", LoopAction::Refuse}, {"delay", LoopAction::Delay}}};
constexpr Choices<CutPin, 2> kCutWords{{{"never", CutPin::Never}, {"prefer", CutPin::Prefer}}};
constexpr std::string_view kArrow = "->";
constexpr std::string_view kForms =
    "\"port\", \"part.port\", \"?x.port\" or \"@boundary.port\", with \"[]\" if the port takes a "
    "key";

/// Removes `[]` or `[key]` from the end; returns false if the brackets are wrong.
bool take_key(std::string_view& text, PortRef& port) {
  const std::size_t open = text.find('[');
  if (open == std::string_view::npos) return true;
  if (!text.ends_with(']')) return false;
  const std::string_view key = text.substr(open + 1, text.size() - open - 2);
  if (!key.empty() && key != kOwnKey && !is_plain_name(key)) return false;
  port.keyed = key.empty();
  port.key = key;
  text = text.substr(0, open);
  return true;
}

/// Removes `?x.` or `@name.` from the beginning; returns false if no port follows.
bool take_owner(std::string_view& text, PortRef& port) {
  if (!text.starts_with('?') && !text.starts_with('@')) return true;
  port.kind = text.front() == '?' ? PortRef::Kind::Node : PortRef::Kind::Boundary;
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return false;
  port.name = text.substr(1, dot - 1);
  text = text.substr(dot + 1);
  return is_plain_name(port.name);
}

std::optional<PortRef> read_end(const JsonNode& node, std::string_view text,
                                MappingContext& context) {
  std::optional<PortRef> port = parse_port(text);
  if (!port) {
    context.diagnostics.error(
        "mapping.port_malformed", node.where(),
        fmt::format("'{}' is not a port; expected {}", trimmed(text), kForms));
  }
  return port;
}

void malformed(const JsonNode& node, MappingContext& context) {
  context.diagnostics.error(
      "mapping.connection_malformed", node.where(),
      fmt::format("found {}, expected \"from -> to\" or {{\"from\": [...], \"to\": \"...\"}}",
                  node.describe()));
}

std::optional<Wire> read_wire_text(const JsonNode& node, MappingContext& context) {
  const std::string_view text = node.string();
  const std::size_t arrow = text.find(kArrow);
  if (arrow == std::string_view::npos) {
    malformed(node, context);
    return std::nullopt;
  }
  const auto from = read_end(node, text.substr(0, arrow), context);
  const auto to = read_end(node, text.substr(arrow + kArrow.size()), context);
  if (!from || !to) return std::nullopt;
  Wire wire;
  wire.from = {*from};
  wire.to = *to;
  return wire;
}

std::optional<Wire> read_wire_object(const JsonNode& node, MappingContext& context) {
  check_keys(node, {"from", "to", "when", "cut", "loop"}, context.diagnostics);
  const auto from = require_member(node, "from", context.diagnostics);
  const auto to = require_member(node, "to", context.diagnostics);
  Wire wire;
  read_member(node, "when", wire.when,
              [&](const JsonNode& n) { return read_condition(n, context); });
  read_member(node, "cut", wire.cut,
              [&](const JsonNode& n) { return read_choice(n, kCutWords, context.diagnostics); });
  read_member(node, "loop", wire.loop,
              [&](const JsonNode& n) { return read_choice(n, kLoopWords, context.diagnostics); });
  if (!from || !to) return std::nullopt;
  for (const JsonNode& text : read_texts(*from, context.diagnostics)) {
    if (auto end = read_end(text, text.string(), context)) wire.from.push_back(*std::move(end));
  }
  const auto target = read_name(*to, context.diagnostics);
  const auto end = target ? read_end(*to, *target, context) : std::nullopt;
  if (!end || wire.from.empty()) return std::nullopt;
  wire.to = *end;
  return wire;
}

std::string wire_text(const Wire& wire) {
  std::string text;
  for (const PortRef& port : wire.from) text += (text.empty() ? "" : " | ") + to_string(port);
  return text + " -> " + to_string(wire.to);
}

}  // namespace

std::vector<ValueSource::Path> read_value_paths(const JsonNode& node, MappingContext& context) {
  std::vector<ValueSource::Path> paths;
  for (const JsonNode& text : read_texts(node, context.diagnostics)) {
    constexpr std::string_view kSum = "sum ";
    const bool sum = text.string().starts_with(kSum);
    const auto parts = split_variable(text.string().substr(sum ? kSum.size() : 0), ' ');
    if (!parts) {
      malformed(text, "a variable and a path, \"?c brick:value\" or \"sum ?c brick:value\"",
                context);
      continue;
    }
    paths.push_back(
        {parts->first, read_path(parts->second, text.where(), context), text.string(), sum});
  }
  return paths;
}

ValueSources read_value_sources(const JsonNode& node, const TakesKeys& takes_keys,
                                MappingContext& context) {
  ValueSources sources;
  if (!require_object(node, context.diagnostics)) return sources;
  for (const JsonNode member : node.members()) {
    if (is_extension(member.key())) continue;
    sources.emplace(member.key(), read_value_source(member, takes_keys(member.key()), context));
  }
  return sources;
}

std::optional<PortRef> parse_port(std::string_view text) {
  text = trimmed(text);
  PortRef port;
  if (!take_key(text, port) || !take_owner(text, port)) return std::nullopt;
  if (const std::size_t dot = text.rfind('.'); dot != std::string_view::npos) {
    port.part = text.substr(0, dot);
    text = text.substr(dot + 1);
    if (!is_plain_name(port.part) || port.kind == PortRef::Kind::Boundary) return std::nullopt;
  }
  port.port = text;
  if (!is_plain_name(port.port)) return std::nullopt;
  return port;
}

std::optional<PortRef> read_own_port(const JsonNode& node, MappingContext& context) {
  const std::optional<std::string> text = read_name(node, context.diagnostics);
  if (!text) return std::nullopt;
  const std::optional<PortRef> port = read_end(node, *text, context);
  if (!port || port->kind == PortRef::Kind::Own) return port;
  context.diagnostics.error("mapping.port_malformed", node.where(),
                            fmt::format("'{}' is not a port of this instance; expected \"port\" or "
                                        "\"part.port\"",
                                        *text));
  return std::nullopt;
}

std::vector<Wire> read_wires(const JsonNode& node, MappingContext& context) {
  std::vector<Wire> wires;
  if (!require_array(node, context.diagnostics)) return wires;
  for (const JsonNode element : node.elements()) {
    std::optional<Wire> wire;
    if (element.is(JsonKind::String)) {
      wire = read_wire_text(element, context);
    } else if (element.is(JsonKind::Object)) {
      wire = read_wire_object(element, context);
    } else {
      malformed(element, context);
    }
    if (!wire) continue;
    wire->text = wire_text(*wire);
    wire->where = element.where();
    wires.push_back(*std::move(wire));
  }
  return wires;
}

std::string to_string(const PortRef& port) {
  std::string text;
  if (port.kind == PortRef::Kind::Node) text = "?" + port.name + ".";
  if (port.kind == PortRef::Kind::Boundary) text = "@" + port.name + ".";
  if (!port.part.empty()) text += port.part + ".";
  text += port.port;
  if (port.keyed) text += "[]";
  if (!port.key.empty()) text += "[" + port.key + "]";
  return text;
}

}  // namespace hearth
