// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hearth/ontology/mapping/internal/parts/mapping_context.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_groups.hpp"

namespace hearth {

/// A rule with the places of its settings.
struct DraftRule {
  Rule rule;
  std::map<std::string, Where> places;
};

/// Reads a rule for one of `groups` or a component type.
DraftRule read_rule(const JsonNode& node, const std::map<std::string, DraftGroup>& groups,
                    MappingContext& context);

/// Reads one variable of `bind`; its key is `?name`. It may start from the variables `known`.
BoundVariable read_bound_variable(const JsonNode& node, const std::vector<std::string>& known,
                                  const std::vector<std::string>& later, MappingContext& context);

/// Reads `points` of a rule; an entry concerns `root` unless it names another variable.
std::vector<PointRule> read_points(const JsonNode& node, const std::string& root,
                                   const std::vector<std::string>& known, MappingContext& context);

/// Returns those of the variables `known` that occur in triples, in the order of `known`.
std::vector<std::string> variables_used(const JsonNode& triples,
                                        const std::vector<std::string>& known,
                                        const MappingContext& context);

/// Reads one entry of `derive`.
Derivation read_derivation(const JsonNode& node, MappingContext& context);
/// Reads one entry of `notes`.
GraphNote read_note(const JsonNode& node, MappingContext& context);

}  // namespace hearth
