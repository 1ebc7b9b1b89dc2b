// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/mapping/file/internal/mapping_checks.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_groups.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_values.hpp"

namespace hearth {
namespace {

using Names = std::set<std::string>;

void add_used(const ValueSources& sources, Names& names) {
  for (const auto& [name, source] : sources) {
    for (const ValueSource::Path& path : source.from) names.insert(path.variable);
    for (const ValueSource::Path& path : source.share) names.insert(path.variable);
    names.insert(source.sum_variable);
    names.insert(source.count_variable);
    names.insert(source.per_variable);
  }
}

void add_used(const std::vector<Wire>& wires, Names& names) {
  for (const Wire& wire : wires) {
    names.insert(wire.when.variable);
    if (wire.to.kind == PortRef::Kind::Node) names.insert(wire.to.name);
    for (const PortRef& port : wire.from) {
      if (port.kind == PortRef::Kind::Node) names.insert(port.name);
    }
  }
}

/// Returns the variables that a rule uses.
Names used_variables(const Rule& rule) {
  Names names{rule.models.begin(), rule.models.end()};
  names.insert(rule.absorbs.begin(), rule.absorbs.end());
  names.insert(rule.rooms.begin(), rule.rooms.end());
  for (const BoundVariable& bound : rule.bind) names.insert(bound.given.begin(), bound.given.end());
  for (const PointRule& point : rule.points) names.insert(point.of);
  add_used(rule.quantities, names);
  add_used(rule.parameters, names);
  add_used(rule.connect, names);
  add_used(rule.group.quantities, names);
  add_used(rule.group.wires, names);
  for (const GroupPart& part : rule.group.parts) {
    names.insert(part.when.variable);
    add_used(part.parameters, names);
    for (const auto& [name, source] : part.config) {
      for (const ValueSource::Path& path : source.from) names.insert(path.variable);
    }
  }
  return names;
}

bool says_something(const BoundVariable& bound) {
  return bound.count.min > 0 || !bound.missing.empty();
}

void check_unused(const Rule& rule, CheckContext& context) {
  const Names used = used_variables(rule);
  for (const BoundVariable& bound : rule.bind) {
    const bool named = rule.name.find("{" + bound.name + "}") != std::string::npos;
    const bool storey = rule.storey == bound.name;
    if (used.contains(bound.name) || named || storey || says_something(bound)) continue;
    context.diagnostics.warning(
        "mapping.bind_unused", bound.where,
        fmt::format("the rule {} does not use '?{}'; remove it, or name it in 'absorbs'", rule.id,
                    bound.name));
  }
}

void check_point_unit(const std::optional<Unit>& unit, const FoundPort& port,
                      const PointRule& point, CheckContext& context) {
  if (!unit || port.fields.empty()) return;
  const Unit& expected = port.fields.front()->unit;
  if (expected.any != 0 || unit->compatible(expected)) return;
  context.diagnostics.error(
      "mapping.unit_mismatch", point.where,
      fmt::format("the point is in [{}], the port in [{}]; correct the unit of the point",
                  unit->symbol, expected.symbol));
}

/// Checks that the configuration for the series of a point exists.
void check_point_config(const PointRule& point, const Rule& rule, CheckContext& context) {
  const GroupPart* part = rule.group.part(point.config.part);
  const ComponentType* type =
      part == nullptr ? nullptr : context.registry.find(part->component.type);
  if (type == nullptr && part != nullptr) return;  // reported already
  const Field* field =
      type == nullptr ? nullptr : type->schema.find(Role::Config, point.config.port);
  if (field != nullptr && field->kind == ConfigKind::Series) return;
  context.diagnostics.error(
      "mapping.point_port", point.where,
      fmt::format("'{}' of {} is not a configuration that takes a series",
                  setting_name(point.config.part, point.config.port), rule.group.name));
}

void check_points(const Rule& rule, const Mapping& mapping, const MappingScope& scope,
                  CheckContext& context) {
  for (const PointRule& point : rule.points) {
    check_variable(point.of, point.where, scope, context);
    if (point.find.steps.empty() && !point.classes.empty() && !mapping.point_of) {
      context.diagnostics.error(
          "mapping.point_of_missing", point.where,
          fmt::format("the mapping {} does not define how points are found; add 'pointOf' to it, "
                      "or 'find' and 'point' to this entry",
                      mapping.id));
    }
    if (!point.config.port.empty()) {
      check_point_config(point, rule, context);
      continue;
    }
    const bool measured = !point.tap.port.empty();
    if (!measured && point.drives.port.empty()) continue;  // reported already
    const FoundPort port =
        check_own_port(measured ? point.tap : point.drives, measured ? Role::Output : Role::Input,
                       rule.group, point.where, context);
    check_point_unit(point.unit, port, point, context);
    check_point_unit(point.unit_us, port, point, context);
  }
}

void check_node_names(const Rule& rule, const MappingScope& scope, CheckContext& context) {
  for (const std::string& name : rule.models) check_variable(name, rule.where, scope, context);
  for (const std::string& name : rule.absorbs) check_variable(name, rule.where, scope, context);
  for (const std::string& name : rule.rooms) check_variable(name, rule.where, scope, context);
  for (const GroupPart& part : rule.group.parts) {
    for (const auto& [name, source] : part.config) {
      for (const ValueSource::Path& path : source.from) {
        check_variable(path.variable, rule.where, scope, context);
      }
    }
    if (part.when.variable.empty()) continue;
    check_variable(part.when.variable, part.component.where, scope, context);
  }
}

/// Messages that can be checked for a single component; others depend on its connections.
constexpr std::array<std::string_view, 12> kSettled{
    "model.config_missing", "model.config_type",     "model.config_unknown",
    "model.choice_unknown", "model.initial_unknown", "model.parameter_unknown",
    "model.out_of_range",   "model.not_finite",      "model.unit_mismatch",
    "model.points_invalid", "model.clock_unused",    "model.clock_invalid"};

std::vector<std::string> field_names(const SchemaView& schema, Role role) {
  std::vector<std::string> names;
  for (const Field& field : schema) {
    if (field.role == role) names.emplace_back(field.name);
  }
  return names;
}

void check_bypass(const GroupPart& part, const ComponentType& type, CheckContext& context) {
  for (const auto& [output, input] : part.bypass) {
    const auto check = [&](Role role, const std::string& name, std::string_view word) {
      if (type.schema.find(role, name) != nullptr) return;
      context.diagnostics.error(
          "mapping.bypass", part.component.where,
          fmt::format("{} has no {} '{}' for a bypass{}", type.name, word, name,
                      expected_name(name, field_names(type.schema, role))));
    };
    check(Role::Output, output, "output");
    check(Role::Input, input, "input");
  }
  if (!part.bypass.empty() && part.when.variable.empty()) {
    context.diagnostics.warning(
        "mapping.bypass", part.component.where,
        "a part that is always present cannot be bypassed; add 'when' to it");
  }
}

/// Returns a model with the part as its only component, to which the checks of models are applied.
SimulationModel alone(const Component& component) {
  Component copy = component;
  copy.id = "part";
  std::erase_if(copy.initial, [](const auto& entry) {
    return std::holds_alternative<std::map<std::string, Quantity>>(entry.second);
  });
  SimulationModel model;
  model.add_component(std::move(copy));
  return model;
}

}  // namespace

void check_variable(const std::string& name, const Where& where, const MappingScope& scope,
                    CheckContext& context) {
  const auto& known = scope.variables;
  if (scope.all || std::find(known.begin(), known.end(), name) != known.end()) return;
  context.diagnostics.error(
      "mapping.variable_unknown", where,
      fmt::format("the rule {} has no variable '?{}': neither its root nor 'bind' defines it{}",
                  scope.rule, name, expected_name(name, known)));
}

void check_rule(const DraftRule& draft, const Mapping& mapping, CheckContext& context) {
  const Rule& rule = draft.rule;
  if (rule.group.parts.empty()) return;  // its component is unknown
  MappingScope scope{.rule = rule.id, .variables = {rule.root}, .all = false};
  for (const BoundVariable& bound : rule.bind) scope.variables.push_back(bound.name);
  check_node_names(rule, scope, context);
  check_unused(rule, context);
  check_group(DraftGroup{rule.group, draft.places}, context);
  check_wires(rule.group.wires, rule.group, scope, context);
  check_wires(rule.connect, rule.group, scope, context);
  check_values(rule.group, &rule, scope, context);
  check_points(rule, mapping, scope, context);
}

void check_component(const Component& component, const std::map<std::string, Where>& places,
                     CheckContext& context) {
  const ComponentType* type = context.registry.find(component.type);
  if (type == nullptr || type->specialize) return;
  const Diagnostics found = validate(alone(component), context.registry);
  for (const Diagnostic& item : found.items()) {
    if (std::find(kSettled.begin(), kSettled.end(), item.code) == kSettled.end()) continue;
    Diagnostic own = item;
    const auto place = places.find(setting_name(component.id, item.where.port));
    own.where = place != places.end() ? place->second : component.where;
    own.where.component = component.id.empty() ? component.type : component.id;
    own.where.port = item.where.port;
    context.diagnostics.add(std::move(own));
  }
}

void check_group(const DraftGroup& draft, CheckContext& context) {
  const Group& group = draft.group;
  for (const GroupPart& part : group.parts) {
    const ComponentType* type = context.registry.find(part.component.type);
    if (type == nullptr) continue;
    check_bypass(part, *type, context);
    check_component(part.component, draft.places, context);
  }
  // its ports are those of the type
  if (group.parts.size() == 1 && group.part("") != nullptr) return;
  for (const auto& [name, ends] : group.inputs) {
    for (const PortRef& end : ends) {
      check_own_port(end, Role::Input, group, draft.places.at("inputs/" + name), context);
    }
  }
  for (const auto& [name, end] : group.outputs) {
    check_own_port(end, Role::Output, group, draft.places.at("outputs/" + name), context);
  }
}

}  // namespace hearth
