// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/ontology/mapping/file/internal/mapping_file.hpp"

namespace hearth {

/// Checks mappings against the component types and against each other; reports each problem once.
void check_mappings(const std::vector<DraftMapping>& drafts, const Registry& registry,
                    Diagnostics& diagnostics);
/// Warns of classes and properties in a namespace of the mapping's digests that the digests do not
/// contain.
void check_known_terms(const DraftMapping& draft, Diagnostics& diagnostics);

// The parts of the checks:

/// All possible meanings of `?x.name` in the mappings that are read together.
struct MappingNames {
  std::vector<const Group*> groups;  ///< groups of all rules, and groups without a rule
  std::set<std::string> values;      ///< names of quantities and parameters, for sums
  std::map<std::string, const Boundary*> boundaries;
};
MappingNames names_of(const std::vector<DraftMapping>& drafts);

/// Whether a reference to a port needs `[]`.
enum class KeyUse { None, Optional, Required };

/// The port to which a reference refers.
struct FoundPort {
  bool known = false;
  bool open = false;  ///< whether it belongs to a type whose ports depend on its configuration
  KeyUse keys = KeyUse::None;
  std::vector<const Field*> fields;
};
FoundPort find_port(const Registry& registry, const Group& group, const PortRef& port, Role role);
/// Returns the names of the ports of a group in the notation of mappings.
std::vector<std::string> port_names(const Registry& registry, const Group& group, Role role);

/// The variables of a rule. If a group is checked without a rule, they are empty and `all` is true.
struct MappingScope {
  std::string rule;
  std::vector<std::string> variables;
  bool all = false;
};

/// The data that the checks of one mapping share.
struct CheckContext {
  const Registry& registry;
  const MappingNames& names;
  Diagnostics& diagnostics;
};

/// Reports a variable that neither the root nor `bind` defines.
void check_variable(const std::string& name, const Where& where, const MappingScope& scope,
                    CheckContext& context);
/// Checks both ends of wires, their units and conditions. `group` is the group of the instance.
void check_wires(const std::vector<Wire>& wires, const Group& group, const MappingScope& scope,
                 CheckContext& context);
/// Checks a port of this instance; returns the port that was found.
FoundPort check_own_port(const PortRef& port, Role role, const Group& group, const Where& where,
                         CheckContext& context);

/// Checks the content of a group: ports seen from outside, bypasses, configuration.
void check_group(const DraftGroup& draft, CheckContext& context);
/// Checks configuration, parameters and initial values of a component, as in a model.
void check_component(const Component& component, const std::map<std::string, Where>& places,
                     CheckContext& context);

/// Checks the quantities and parameters of a rule, or of a group without one (`rule` null).
void check_values(const Group& group, const Rule* rule, const MappingScope& scope,
                  CheckContext& context);

/// Checks the other parts of a rule: variables, points.
void check_rule(const DraftRule& draft, const Mapping& mapping, CheckContext& context);

/// Checks that derived properties are derived before they are used.
void check_derived(const std::vector<DraftMapping>& drafts, Diagnostics& diagnostics);

}  // namespace hearth
