// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/mapping/file/internal/mapping_checks.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_groups.hpp"

namespace hearth {
namespace {

/// What a component alone can be held to; the rest follows from its connections.
constexpr std::array<std::string_view, 12> kSettled{
    "model.config_missing", "model.config_type",     "model.config_unknown",
    "model.choice_unknown", "model.initial_unknown", "model.parameter_unknown",
    "model.out_of_range",   "model.not_finite",      "model.unit_mismatch",
    "model.points_invalid", "model.clock_unused",    "model.clock_invalid"};

std::vector<std::string> field_names(const Schema& schema, Role role) {
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
      context.diagnostics.error("mapping.bypass", part.component.where,
                                fmt::format("{} has no {} '{}' to pass by{}", type.name, word, name,
                                            expected_name(name, field_names(type.schema, role))));
    };
    check(Role::Output, output, "output");
    check(Role::Input, input, "input");
  }
  if (!part.bypass.empty() && part.when.variable.empty()) {
    context.diagnostics.warning("mapping.bypass", part.component.where,
                                "a part that is always there is not passed by; give it 'when'");
  }
}

/// Returns the part as the only component of a model, so that a model's own checks can see it.
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
  if (group.parts.size() == 1 && group.part("") != nullptr) return;  // ports are the type's
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
