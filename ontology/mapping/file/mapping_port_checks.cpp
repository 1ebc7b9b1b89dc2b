// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/mapping/file/internal/mapping_checks.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_groups.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_values.hpp"

namespace hearth {
namespace {

std::string_view word(Role role) { return role == Role::Input ? "input" : "output"; }

/// Returns a port of a part that a mapping names directly.
FoundPort find_part_port(const Registry& registry, const GroupPart& part, const std::string& port,
                         Role role) {
  FoundPort found;
  const ComponentType* type = registry.find(part.component.type);
  if (type == nullptr || type->specialize) {
    found.known = found.open = true;
    return found;
  }
  const Field* field = type->schema.find(role, port);
  if (field == nullptr) return found;
  found.known = true;
  found.fields = {field};
  found.keys = field->many ? KeyUse::Required : KeyUse::None;
  return found;
}

/// Returns a port of a group seen from outside; its key may be left out.
FoundPort find_outer_port(const Registry& registry, const Group& group,
                          const std::vector<PortRef>& inside, Role role) {
  FoundPort found{.known = true, .open = false, .keys = KeyUse::None, .fields = {}};
  for (const PortRef& ref : inside) {
    const GroupPart* part = group.part(ref.part);
    if (part == nullptr) continue;
    const FoundPort end = find_part_port(registry, *part, ref.port, role);
    found.open |= end.open;
    found.fields.insert(found.fields.end(), end.fields.begin(), end.fields.end());
    if (ref.keyed) found.keys = KeyUse::Optional;
  }
  return found;
}

void check_keys_of(const PortRef& port, const FoundPort& found, const Where& where,
                   Diagnostics& diagnostics) {
  const bool given = port.keyed || !port.key.empty();
  if (found.open) return;
  if (given && found.keys == KeyUse::None) {
    diagnostics.error("mapping.key_unexpected", where,
                      fmt::format("'{}' is one value; remove the brackets", to_string(port)));
  } else if (!given && found.keys == KeyUse::Required) {
    diagnostics.error("mapping.key_missing", where,
                      fmt::format("'{}' takes one connection for each key; write '{}[]'",
                                  to_string(port), to_string(port)));
  }
}

/// Returns the port that a reference such as `?x.port` means in any group.
FoundPort find_anywhere(const PortRef& port, Role role, CheckContext& context) {
  FoundPort all;
  bool first = true;
  for (const Group* group : context.names.groups) {
    const FoundPort found = find_port(context.registry, *group, port, role);
    if (!found.known) continue;
    all.known = true;
    all.open |= found.open;
    all.keys = first || all.keys == found.keys ? found.keys : KeyUse::Optional;
    all.fields.insert(all.fields.end(), found.fields.begin(), found.fields.end());
    first = false;
  }
  return all;
}

FoundPort check_node_port(const PortRef& port, Role role, const Where& where,
                          CheckContext& context) {
  const FoundPort found = find_anywhere(port, role, context);
  if (found.known) {
    check_keys_of(port, found, where, context.diagnostics);
    return found;
  }
  std::set<std::string> known;
  for (const Group* group : context.names.groups) {
    for (std::string& name : port_names(context.registry, *group, role)) {
      known.insert(std::move(name));
    }
  }
  const std::string name = setting_name(port.part, port.port);
  const std::string near = nearest_name(name, {known.begin(), known.end()});
  context.diagnostics.error(
      "mapping.port_unknown", where,
      fmt::format("no group or component that a rule makes has the {} '{}' of '{}'{}", word(role),
                  name, to_string(port),
                  near.empty() ? "" : fmt::format(", did you mean '{}'?", near)));
  return found;
}

FoundPort check_boundary_port(const PortRef& port, Role role, const Where& where,
                              CheckContext& context) {
  const auto boundary = context.names.boundaries.find(port.name);
  if (boundary == context.names.boundaries.end()) {
    std::vector<std::string> known;
    for (const auto& [name, entry] : context.names.boundaries) known.push_back(name);
    context.diagnostics.error(
        "mapping.boundary_unknown", where,
        fmt::format("no boundary is named '{}'{}", port.name, expected_name(port.name, known)));
    return {};
  }
  Group group;
  group.name = boundary->second->component.type;
  group.parts.emplace_back();
  group.parts.back().component.type = group.name;
  return check_own_port(port, role, group, where, context);
}

FoundPort check_end(const PortRef& port, Role role, const Group& group, const Where& where,
                    const MappingScope& scope, CheckContext& context) {
  switch (port.kind) {
    case PortRef::Kind::Own:
      return check_own_port(port, role, group, where, context);
    case PortRef::Kind::Boundary:
      return check_boundary_port(port, role, where, context);
    case PortRef::Kind::Node:
      break;
  }
  check_variable(port.name, where, scope, context);
  return check_node_port(port, role, where, context);
}

bool fits(const Field& from, const Field& to) {
  return from.unit.any != 0 || to.unit.any != 0 || from.unit.compatible(to.unit);
}

void check_units(const Wire& wire, const PortRef& port, const FoundPort& from, const FoundPort& to,
                 CheckContext& context) {
  if (from.fields.empty() || to.fields.empty() || from.open || to.open) return;
  for (const Field* output : from.fields) {
    for (const Field* input : to.fields) {
      if (fits(*output, *input)) return;
    }
  }
  context.diagnostics.error(
      "mapping.unit_mismatch", wire.where,
      fmt::format("{} [{}] -> {} [{}]", to_string(port), from.fields.front()->unit.symbol,
                  to_string(wire.to), to.fields.front()->unit.symbol));
}

}  // namespace

FoundPort find_port(const Registry& registry, const Group& group, const PortRef& port, Role role) {
  const bool outer =
      port.part.empty() && group.parts.size() > 1 &&
      (role == Role::Output ? group.outputs.contains(port.port) : group.inputs.contains(port.port));
  const GroupPart* part = group.part(port.part);
  if (part != nullptr && !outer) return find_part_port(registry, *part, port.port, role);
  if (!port.part.empty()) return {};
  if (role == Role::Output) {
    const auto output = group.outputs.find(port.port);
    if (output == group.outputs.end()) return {};
    return find_outer_port(registry, group, {output->second}, role);
  }
  const auto input = group.inputs.find(port.port);
  if (input == group.inputs.end()) return {};
  return find_outer_port(registry, group, input->second, role);
}

std::vector<std::string> port_names(const Registry& registry, const Group& group, Role role) {
  std::vector<std::string> names;
  if (group.part("") == nullptr) {
    for (const auto& [name, ends] : group.inputs) {
      if (role == Role::Input) names.push_back(name);
    }
    for (const auto& [name, end] : group.outputs) {
      if (role == Role::Output) names.push_back(name);
    }
  }
  for (const GroupPart& part : group.parts) {
    const ComponentType* type = registry.find(part.component.type);
    if (type == nullptr) continue;
    for (const Field& field : type->schema) {
      if (field.role != role) continue;
      names.push_back(setting_name(part.component.id, std::string(field.name)));
    }
  }
  return names;
}

FoundPort check_own_port(const PortRef& port, Role role, const Group& group, const Where& where,
                         CheckContext& context) {
  const FoundPort found = find_port(context.registry, group, port, role);
  if (found.known) {
    check_keys_of(port, found, where, context.diagnostics);
    return found;
  }
  if (!port.part.empty() && group.part(port.part) == nullptr) {
    context.diagnostics.error("mapping.part_unknown", where,
                              fmt::format("{} has no part '{}'{}", group.name, port.part,
                                          expected_name(port.part, part_names(group))));
    return found;
  }
  const std::string name = setting_name(port.part, port.port);
  const Role other = role == Role::Input ? Role::Output : Role::Input;
  const bool turned = find_port(context.registry, group, port, other).known;
  context.diagnostics.error(
      "mapping.port_unknown", where,
      turned ? fmt::format("'{}' of {} is an {}; expected an {}", name, group.name, word(other),
                           word(role))
             : fmt::format("{} has no {} '{}'{}", group.name, word(role), name,
                           expected_name(name, port_names(context.registry, group, role))));
  return found;
}

void check_wires(const std::vector<Wire>& wires, const Group& group, const MappingScope& scope,
                 CheckContext& context) {
  for (const Wire& wire : wires) {
    if (!wire.when.variable.empty()) check_variable(wire.when.variable, wire.where, scope, context);
    const FoundPort to = check_end(wire.to, Role::Input, group, wire.where, scope, context);
    for (const PortRef& port : wire.from) {
      const FoundPort from = check_end(port, Role::Output, group, wire.where, scope, context);
      check_units(wire, port, from, to, context);
    }
  }
}

}  // namespace hearth
