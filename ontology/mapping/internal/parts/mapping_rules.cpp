// SPDX-License-Identifier: MIT
#include "hearth/ontology/mapping/internal/parts/mapping_rules.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/archetypes/archetypes.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_values.hpp"

namespace hearth {
namespace {

/// Returns the name in `?name`, or the text if it is malformed.
std::string key_variable(const std::string& key) {
  return key.starts_with('?') ? key.substr(1) : key;
}

void read_roots(const JsonNode& node, Rule& rule, MappingContext& context) {
  if (const auto root = require_member(node, "root", context.diagnostics)) {
    rule.root = read_variable(*root, context).value_or("");
  }
  rule.roots.variables = {rule.root};
  const auto where = require_member(node, "where", context.diagnostics);
  if (where) read_triples(*where, rule.roots, context);
  const auto names_root = [&](const PatternStep& step) {
    return step.subject.variable == 0 || step.object.variable == 0;
  };
  const auto& steps = rule.roots.steps;
  if (where && !rule.root.empty() && !steps.empty() &&
      std::none_of(steps.begin(), steps.end(), names_root)) {
    context.diagnostics.error("mapping.root_unused", where->where(),
                              fmt::format("no triple of 'where' names the root '?{}'", rule.root));
  }
  if (where && where->is(JsonKind::Array) && where->size() == 0) {
    context.diagnostics.error("mapping.root_unused", where->where(),
                              "'where' is empty; expected triples that find the root");
  }
  rule.priority = static_cast<double>(steps.size());
  if (const auto unless = node.find("unless")) read_unless(*unless, rule.roots, context);
}

void read_binds(const JsonNode& node, Rule& rule, MappingContext& context) {
  if (!require_object(node, context.diagnostics)) return;
  std::vector<std::string> later;
  for (const JsonNode member : node.members()) later.push_back(key_variable(member.key()));
  std::vector<std::string> known{rule.root};
  for (const JsonNode member : node.members()) {
    later.erase(later.begin());
    BoundVariable bound = read_bound_variable(member, known, later, context);
    if (bound.name == rule.root) {
      context.diagnostics.error("mapping.variable_bound", member.where(),
                                fmt::format("'?{}' is already the root", bound.name));
      continue;
    }
    known.push_back(bound.name);
    rule.bind.push_back(std::move(bound));
  }
}

/// Returns the group that `component` names; empty if it does not exist.
DraftGroup instance_group(const JsonNode& node, const std::map<std::string, DraftGroup>& groups,
                          MappingContext& context) {
  const auto member = require_member(node, "component", context.diagnostics);
  const auto name = member ? read_name(*member, context.diagnostics) : std::nullopt;
  if (!name) return {};
  if (const auto group = groups.find(*name); group != groups.end()) return group->second;
  if (const ComponentType* type = context.registry.find(*name)) {
    return group_of_type(*type, member->where());
  }
  std::vector<std::string> known = context.registry.names();
  for (const auto& [group, draft] : groups) known.push_back(group);
  context.diagnostics.error("mapping.component_unknown", member->where(),
                            fmt::format("no component type or group is named '{}'{}", *name,
                                        expected_name(*name, known)));
  return {};
}

/// Returns a function that tests whether the parameter `part.name` of a group has a number for each
/// key.
TakesKeys keys_of(const Group& group, const Registry& registry) {
  return [&group, &registry](const std::string& text) {
    const SettingName setting = split_setting(text);
    const GroupPart* part = group.part(setting.part);
    const ComponentType* type = part == nullptr ? nullptr : registry.find(part->component.type);
    const Field* field =
        type == nullptr ? nullptr : type->schema.find(Role::Parameter, setting.name);
    return field != nullptr && field->many;
  };
}

void read_nodes(const JsonNode& node, Rule& rule, MappingContext& context) {
  rule.models = {rule.root};
  if (const auto models = node.find("models")) rule.models = read_variables(*models, context);
  if (const auto absorbs = node.find("absorbs")) rule.absorbs = read_variables(*absorbs, context);
  if (const auto rooms = node.find("rooms")) rule.rooms = read_variables(*rooms, context);
  read_member(node, "storey", rule.storey,
              [&](const JsonNode& n) { return read_variable(n, context); });
}

bool says_only_where(const ValueSource& source) {
  return !source.fixed && source.of.empty() && source.sum_variable.empty() &&
         source.count_variable.empty() && source.formula.empty() && !source.archetype &&
         !source.standard && source.factor == 1.0;
}

/// Adds the quantities that all rooms have. A quantity for which the rule or its group sets only
/// the place of the number in the graph gets its other settings from here.
void add_room_quantities(Rule& rule, MappingContext& context) {
  const JsonNode shared = *archetypes_document().root().find("quantities");
  for (const auto& [name, source] : read_value_sources(
           shared, [](const std::string&) { return false; }, context)) {
    ValueSources& own = rule.group.quantities.contains(name) && !rule.quantities.contains(name)
                            ? rule.group.quantities
                            : rule.quantities;
    const auto [entry, added] = own.emplace(name, source);
    if (added || !says_only_where(entry->second)) continue;
    ValueSource merged = source;
    merged.from = std::move(entry->second.from);
    merged.share = std::move(entry->second.share);
    merged.nth = entry->second.nth;
    merged.where = entry->second.where;
    entry->second = std::move(merged);
  }
}

void read_values(const JsonNode& node, Rule& rule, MappingContext& context) {
  if (const auto quantities = node.find("quantities")) {
    rule.quantities = read_value_sources(
        *quantities, [](const std::string&) { return false; }, context);
  }
  if (const auto parameters = node.find("parameters")) {
    rule.parameters =
        read_value_sources(*parameters, keys_of(rule.group, context.registry), context);
  }
  if (!rule.rooms.empty()) add_room_quantities(rule, context);
}

}  // namespace

DraftRule read_rule(const JsonNode& node, const std::map<std::string, DraftGroup>& groups,
                    MappingContext& context) {
  DraftRule draft;
  Rule& rule = draft.rule;
  Diagnostics& diagnostics = context.diagnostics;
  rule.where = node.where();
  check_keys(node,
             {"id", "priority", "root", "component", "where", "unless", "bind", "models", "absorbs",
              "rooms", "storey", "quantities", "parameters", "config", "initial", "connect",
              "points", "name"},
             diagnostics);
  read_member(node, "id", rule.id, [&](const JsonNode& n) { return read_name(n, diagnostics); });
  read_member(node, "name", rule.name,
              [&](const JsonNode& n) { return read_name(n, diagnostics); });
  read_roots(node, rule, context);
  read_member(node, "priority", rule.priority,
              [&](const JsonNode& n) { return read_number(n, diagnostics); });
  if (const auto bind = node.find("bind")) read_binds(*bind, rule, context);
  read_nodes(node, rule, context);
  DraftGroup group = instance_group(node, groups, context);
  if (!group.group.parts.empty()) apply_settings(node, group, context);
  rule.group = std::move(group.group);
  draft.places = std::move(group.places);
  read_values(node, rule, context);
  if (const auto connect = node.find("connect")) rule.connect = read_wires(*connect, context);
  if (const auto points = node.find("points")) {
    std::vector<std::string> known{rule.root};
    for (const BoundVariable& bound : rule.bind) known.push_back(bound.name);
    rule.points = read_points(*points, rule.root, known, context);
  }
  return draft;
}

GraphNote read_note(const JsonNode& node, MappingContext& context) {
  GraphNote note;
  note.where = node.where();
  Diagnostics& diagnostics = context.diagnostics;
  if (!require_object(node, diagnostics)) return note;
  check_keys(node, {"find", "unless", "node", "code", "message", "consequence"}, diagnostics);
  if (const auto find = require_member(node, "find", diagnostics)) {
    read_triples(*find, note.find, context);
  }
  if (const auto variable = require_member(node, "node", diagnostics)) {
    note.node = read_variable(*variable, context).value_or("");
    if (!note.node.empty() && note.find.variable(note.node) < 0) {
      diagnostics.error("mapping.variable_unbound", variable->where(),
                        fmt::format("'?{}' is in no triple of 'find'", note.node));
    }
  }
  if (const auto unless = node.find("unless")) read_unless(*unless, note.find, context);
  const auto text = [&](const JsonNode& n) { return read_string(n, diagnostics); };
  require_member(node, "code", diagnostics);
  require_member(node, "message", diagnostics);
  read_member(node, "code", note.code, text);
  read_member(node, "message", note.message, text);
  read_member(node, "consequence", note.consequence, text);
  if (!note.code.empty() && !note.code.starts_with("import.")) {
    diagnostics.error("mapping.note_code", node.find("code")->where(),
                      "the code of a note must start with 'import.'");
  }
  return note;
}

}  // namespace hearth
