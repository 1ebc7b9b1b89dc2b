// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hearth/ontology/mapping/internal/parts/mapping_context.hpp"

namespace hearth {

/// A group, with the places in the file of settings of its parts, by `part.name`, and of its ports,
/// by `inputs/name` and `outputs/name`.
struct DraftGroup {
  Group group;
  std::map<std::string, Where> places;
};

/// Reads a group; its key is the name.
DraftGroup read_group(const JsonNode& node, MappingContext& context);

/// Returns a component type as a group with one part without a name and the ports of the type.
DraftGroup group_of_type(const ComponentType& type, const Where& where);

/// Applies `config` and `initial` (`part.name`) of a rule to the parts of the group.
void apply_settings(const JsonNode& rule, DraftGroup& draft, MappingContext& context);

/// Reads a boundary; its key is the name.
Boundary read_boundary(const JsonNode& node, MappingContext& context);

/// Returns the names of the parts.
std::vector<std::string> part_names(const Group& group);

/// Returns the name of a parameter of a part in rules: `part.name`, or `name` if the group is a
/// component type.
std::string setting_name(const std::string& part, const std::string& name);
/// The two parts of a name that `setting_name` returned.
struct SettingName {
  std::string part, name;
};
SettingName split_setting(const std::string& text);

}  // namespace hearth
