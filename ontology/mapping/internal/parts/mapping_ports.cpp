// SPDX-License-Identifier: MIT
#include <array>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_values.hpp"

namespace hearth {
namespace {

constexpr Choices<LoopAction, 3> kLoopWords{
    {{"solve", LoopAction::Solve}, {"refuse", LoopAction::Refuse}, {"delay", LoopAction::Delay}}};
constexpr Choices<CutPin, 2> kCutWords{{{"never", CutPin::Never}, {"prefer", CutPin::Prefer}}};
constexpr std::string_view kArrow = "->";
constexpr std::string_view kForms =
    "\"port\", \"part.port\", \"?x.port\" or \"@boundary.port\", with \"[]\" where a key is taken";

/// Cuts `[]` or `[key]` off the end; false where brackets are wrong.
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

/// Cuts `?x.` or `@name.` off the start; false where no port follows.
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
    context.diagnostics.error("mapping.port_malformed", node.where(),
                              fmt::format("'{}' is no port; expected {}", trimmed(text), kForms));
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
                            fmt::format("'{}' is no port of this instance; expected \"port\" or "
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
