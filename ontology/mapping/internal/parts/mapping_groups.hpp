// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hearth/ontology/mapping/internal/parts/mapping_context.hpp"

namespace hearth {

/// A group with the places of what a rule or the group gives its parts, by `part.name`, and of its
/// ports, by `inputs/name` and `outputs/name`.
struct DraftGroup {
  Group group;
  std::map<std::string, Where> places;
};

/// Reads a group; its key is the name.
DraftGroup read_group(const JsonNode& node, MappingContext& context);

/// Returns a component type as a group of one part without a name, with the type's ports.
DraftGroup group_of_type(const ComponentType& type, const Where& where);

/// Sets what a rule gives as `config` and `initial` (`part.name`) in the group's parts.
void apply_settings(const JsonNode& rule, DraftGroup& draft, MappingContext& context);

/// Reads a boundary; its key is the name.
Boundary read_boundary(const JsonNode& node, MappingContext& context);

/// Returns the names of the parts.
std::vector<std::string> part_names(const Group& group);

/// Returns a parameter of a part as a rule names it: `part.name`, or `name` where the group is a
/// component type.
std::string setting_name(const std::string& part, const std::string& name);
/// Splits what `setting_name` made.
struct SettingName {
  std::string part, name;
};
SettingName split_setting(const std::string& text);

}  // namespace hearth
