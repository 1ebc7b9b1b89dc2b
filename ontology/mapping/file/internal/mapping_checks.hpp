// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/ontology/mapping/file/internal/mapping_file.hpp"

namespace hearth {

/// Checks mappings against the component types and against each other; reports each thing once.
void check_mappings(const std::vector<DraftMapping>& drafts, const Registry& registry,
                    Diagnostics& diagnostics);
/// Warns of classes and properties that the mapping's digests do not know though they speak of
/// their namespace.
void check_known_terms(const DraftMapping& draft, Diagnostics& diagnostics);

// What the checks are made of.

/// Everything that `?x.name` may mean in the mappings that are read together.
struct MappingNames {
  std::vector<const Group*> groups;  ///< of all rules, and those no rule uses
  std::set<std::string> values;      ///< quantities and parameters, for sums
  std::map<std::string, const Boundary*> boundaries;
};
MappingNames names_of(const std::vector<DraftMapping>& drafts);

/// Whether a reference to a port has `[]`.
enum class KeyUse { None, Optional, Required };

/// What a reference to a port means.
struct FoundPort {
  bool known = false;
  bool open = false;  ///< of a type whose ports follow from its configuration
  KeyUse keys = KeyUse::None;
  std::vector<const Field*> fields;
};
FoundPort find_port(const Registry& registry, const Group& group, const PortRef& port, Role role);
/// Returns the ports of a group as a mapping may name them.
std::vector<std::string> port_names(const Registry& registry, const Group& group, Role role);

/// The variables a rule gives; empty and `all` where a group is looked at without a rule.
struct MappingScope {
  std::string rule;
  std::vector<std::string> variables;
  bool all = false;
};

/// What the checks of one mapping share.
struct CheckContext {
  const Registry& registry;
  const MappingNames& names;
  Diagnostics& diagnostics;
};

/// Reports a variable that neither root nor `bind` gives.
void check_variable(const std::string& name, const Where& where, const MappingScope& scope,
                    CheckContext& context);
/// Checks both ends of wires, their units and conditions. `group` is that of the instance.
void check_wires(const std::vector<Wire>& wires, const Group& group, const MappingScope& scope,
                 CheckContext& context);
/// Checks a port of this instance; returns what it means.
FoundPort check_own_port(const PortRef& port, Role role, const Group& group, const Where& where,
                         CheckContext& context);

/// Checks what is in a group itself: ports seen from outside, bypasses, configuration.
void check_group(const DraftGroup& draft, CheckContext& context);
/// Checks configuration, parameters and initial values of a component as a model would.
void check_component(const Component& component, const std::map<std::string, Where>& places,
                     CheckContext& context);

/// Checks the quantities and parameters of a rule, or of a group without one (`rule` null).
void check_values(const Group& group, const Rule* rule, const MappingScope& scope,
                  CheckContext& context);

/// Checks the rest of a rule: variables, points.
void check_rule(const DraftRule& draft, const Mapping& mapping, CheckContext& context);

/// Checks that derived properties are derived before they are used.
void check_derived(const std::vector<DraftMapping>& drafts, Diagnostics& diagnostics);

}  // namespace hearth
