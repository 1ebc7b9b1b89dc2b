// SPDX-License-Identifier: MIT
#include "hearth/ontology/mapping/internal/parts/mapping_groups.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_values.hpp"
#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/model_files/internal/component_reader.hpp"

namespace hearth {
namespace {

void note_places(const JsonNode& component, const std::string& part, DraftGroup& draft) {
  for (const char* key : {"config", "initial"}) {
    const auto values = component.find(key);
    if (!values || !values->is(JsonKind::Object)) continue;
    for (const JsonNode member : values->members()) {
      draft.places[setting_name(part, member.key())] = member.where();
    }
  }
}

void read_bypass(const JsonNode& node, GroupPart& part, MappingContext& context) {
  if (!require_object(node, context.diagnostics)) return;
  for (const JsonNode member : node.members()) {
    std::optional<std::string> input = read_name(member, context.diagnostics);
    if (!input) continue;
    if (input->ends_with("[]")) input->resize(input->size() - 2);
    part.bypass[member.key()] = *input;
  }
}

GroupPart read_part(const JsonNode& node, MappingContext& context) {
  Diagnostics& diagnostics = context.diagnostics;
  GroupPart part;
  part.component = read_component_frame(node, context.registry, {"when", "bypass"}, diagnostics);
  const ComponentType* type = context.registry.find(part.component.type);
  const auto takes_keys = [type](const std::string& name) {
    const Field* field = type == nullptr ? nullptr : type->schema.find(Role::Parameter, name);
    return field != nullptr && field->many;
  };
  if (const auto parameters = node.find("parameters")) {
    part.parameters = read_value_sources(*parameters, takes_keys, context);
  }
  read_member(node, "when", part.when,
              [&](const JsonNode& n) { return read_condition(n, context); });
  if (const auto bypass = node.find("bypass")) read_bypass(*bypass, part, context);
  return part;
}

void read_parts(const JsonNode& node, DraftGroup& draft, MappingContext& context) {
  if (!require_object(node, context.diagnostics)) return;
  for (const JsonNode member : node.members()) {
    if (is_extension(member.key())) continue;
    if (!member.key().empty() && !is_plain_name(member.key())) {
      context.diagnostics.error(
          "mapping.name_malformed", member.where(),
          fmt::format("a part cannot be named '{}'; expected letters, digits, '_' and '-'",
                      member.key()));
    }
    draft.group.parts.push_back(read_part(member, context));
    note_places(member, member.key(), draft);
  }
}

void read_inputs(const JsonNode& node, DraftGroup& draft, MappingContext& context) {
  if (!require_object(node, context.diagnostics)) return;
  for (const JsonNode member : node.members()) {
    draft.places["inputs/" + member.key()] = member.where();
    std::vector<PortRef>& ends = draft.group.inputs[member.key()];
    for (const JsonNode& text : read_texts(member, context.diagnostics)) {
      if (auto port = read_own_port(text, context)) ends.push_back(*std::move(port));
    }
  }
}

void read_outputs(const JsonNode& node, DraftGroup& draft, MappingContext& context) {
  if (!require_object(node, context.diagnostics)) return;
  for (const JsonNode member : node.members()) {
    if (auto port = read_own_port(member, context)) {
      draft.places["outputs/" + member.key()] = member.where();
      draft.group.outputs[member.key()] = *std::move(port);
    }
  }
}

/// Returns the part to which a setting applies; otherwise reports an error and returns null.
GroupPart* target_of(const JsonNode& member, const SettingName& setting, Group& group,
                     MappingContext& context) {
  for (GroupPart& part : group.parts) {
    if (part.component.id == setting.part) return &part;
  }
  const std::string message = setting.part.empty()
                                  ? fmt::format("'{}' names no part of {}; expected \"part.{}\"",
                                                member.key(), group.name, setting.name)
                                  : fmt::format("{} has no part '{}'{}", group.name, setting.part,
                                                expected_name(setting.part, part_names(group)));
  context.diagnostics.error("mapping.part_unknown", member.where(), message);
  return nullptr;
}

/// Reads `{"from": [...], "default": ...}`: paths in the graph to a configuration, and its default,
/// which is a guess, or with `otherwise` is not.
ConfigSource read_config_source(const JsonNode& node, const std::string& name,
                                const ComponentType& type, MappingContext& context) {
  ConfigSource source;
  check_keys(node, {"from", "default", "otherwise"}, context.diagnostics);
  source.from = read_value_paths(*node.find("from"), context);
  auto standard = node.find("otherwise");
  source.guessed = !standard;
  if (!standard) standard = require_member(node, "default", context.diagnostics);
  if (!standard) return source;
  source.standard = read_config_setting(*standard, name, type, context.diagnostics);
  if (standard->is(JsonKind::String)) source.standard_text = standard->string();
  if (standard->is(JsonKind::Number)) source.standard_text = number_text(standard->number());
  if (standard->is(JsonKind::Boolean))
    source.standard_text = standard->boolean() ? "true" : "false";
  return source;
}

void apply_config(const JsonNode& node, DraftGroup& draft, MappingContext& context) {
  if (!require_object(node, context.diagnostics)) return;
  for (const JsonNode member : node.members()) {
    const SettingName setting = split_setting(member.key());
    GroupPart* part = target_of(member, setting, draft.group, context);
    const ComponentType* type =
        part == nullptr ? nullptr : context.registry.find(part->component.type);
    if (type == nullptr) continue;
    std::optional<ConfigSetting> value;
    if (member.is(JsonKind::Object) && member.find("from")) {
      ConfigSource source = read_config_source(member, setting.name, *type, context);
      value = source.standard;
      part->config.insert_or_assign(setting.name, std::move(source));
    } else {
      value = read_config_setting(member, setting.name, *type, context.diagnostics);
      part->config.erase(setting.name);
    }
    if (!value) continue;
    part->component.config.insert_or_assign(setting.name, *std::move(value));
    draft.places[member.key()] = member.where();
  }
}

void apply_initial(const JsonNode& node, DraftGroup& draft, MappingContext& context) {
  if (!require_object(node, context.diagnostics)) return;
  for (const JsonNode member : node.members()) {
    const SettingName setting = split_setting(member.key());
    GroupPart* part = target_of(member, setting, draft.group, context);
    if (part == nullptr) continue;
    part->component.initial[setting.name] = read_initial(member, context.diagnostics);
    draft.places[member.key()] = member.where();
  }
}

}  // namespace

DraftGroup read_group(const JsonNode& node, MappingContext& context) {
  DraftGroup draft;
  draft.group.name = node.key();
  draft.group.where = node.where();
  if (!require_object(node, context.diagnostics)) return draft;
  check_keys(node, {"components", "connections", "inputs", "outputs", "quantities"},
             context.diagnostics);
  if (const auto parts = require_member(node, "components", context.diagnostics)) {
    read_parts(*parts, draft, context);
  }
  Group& group = draft.group;
  if (const auto wires = node.find("connections")) group.wires = read_wires(*wires, context);
  if (const auto inputs = node.find("inputs")) read_inputs(*inputs, draft, context);
  if (const auto outputs = node.find("outputs")) read_outputs(*outputs, draft, context);
  if (const auto quantities = node.find("quantities")) {
    group.quantities = read_value_sources(
        *quantities, [](const std::string&) { return false; }, context);
  }
  return draft;
}

DraftGroup group_of_type(const ComponentType& type, const Where& where) {
  DraftGroup draft;
  Group& group = draft.group;
  group.name = type.name;
  group.where = where;
  GroupPart part;
  part.component.type = type.name;
  part.component.where = where;
  group.parts.push_back(std::move(part));
  for (const Field& field : type.schema) {
    PortRef port{
        .kind = PortRef::Kind::Own, .name = "", .part = "", .port = std::string(field.name)};
    port.keyed = field.many;
    if (field.role == Role::Input) group.inputs[port.port] = {port};
    if (field.role == Role::Output) group.outputs[port.port] = port;
  }
  return draft;
}

void apply_settings(const JsonNode& rule, DraftGroup& draft, MappingContext& context) {
  if (const auto config = rule.find("config")) apply_config(*config, draft, context);
  if (const auto initial = rule.find("initial")) apply_initial(*initial, draft, context);
}

namespace {

std::optional<std::string> read_profile(const JsonNode& node, MappingContext& context) {
  const std::optional<std::string> name = read_name(node, context.diagnostics);
  if (!name || std::find(kProfiles.begin(), kProfiles.end(), *name) != kProfiles.end()) return name;
  wrong_choice(node, {kProfiles.begin(), kProfiles.end()}, context.diagnostics);
  return std::nullopt;
}

}  // namespace

Boundary read_boundary(const JsonNode& node, MappingContext& context) {
  Boundary boundary;
  boundary.component =
      read_component_frame(node, context.registry, {"means", "profile"}, context.diagnostics);
  boundary.where = node.where();
  if (!node.is(JsonKind::Object)) return boundary;
  read_member(node, "means", boundary.means,
              [&](const JsonNode& n) { return read_string(n, context.diagnostics); });
  read_member(node, "profile", boundary.profile,
              [&](const JsonNode& n) { return read_profile(n, context); });
  if (const auto parameters = node.find("parameters");
      parameters && require_object(*parameters, context.diagnostics)) {
    for (const JsonNode member : parameters->members()) {
      boundary.component.parameters[member.key()] = read_parameter(member, context.diagnostics);
    }
  }
  return boundary;
}

std::vector<std::string> part_names(const Group& group) {
  std::vector<std::string> names;
  for (const GroupPart& part : group.parts) names.push_back(part.component.id);
  return names;
}

std::string setting_name(const std::string& part, const std::string& name) {
  return part.empty() ? name : part + "." + name;
}

SettingName split_setting(const std::string& text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string::npos) return {"", text};
  return {text.substr(0, dot), text.substr(dot + 1)};
}

const GroupPart* Group::part(std::string_view wanted) const {
  const auto found = std::find_if(parts.begin(), parts.end(), [wanted](const GroupPart& candidate) {
    return candidate.component.id == wanted;
  });
  return found == parts.end() ? nullptr : &*found;
}

}  // namespace hearth
