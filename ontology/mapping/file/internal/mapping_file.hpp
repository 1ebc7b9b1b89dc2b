// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/data/json/json_document.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_context.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_rules.hpp"

namespace hearth {

/// The parts of one mapping, each from the file that has the last word.
struct MergedMapping {
  std::string id;
  JsonNode root;                                       ///< of the first file
  std::map<std::string, JsonNode> single;              ///< `title`, `pointOf`, ...
  std::map<std::string, std::vector<JsonNode>> lists;  ///< elements of `derive`, `points`, ...
  std::map<std::string, std::vector<JsonNode>> named;  ///< members of `groups`, `prefixes`, ...
  std::vector<JsonNode> rules;

  std::optional<JsonNode> find(const std::string& key) const;
  const std::vector<JsonNode>& list(const std::string& key) const;
  const std::vector<JsonNode>& members(const std::string& key) const;
};

/// Puts files of one `id` together: rules, groups, boundaries, prefixes, namespaces and terms of a
/// later file replace those of the same name, lists are appended. `mapping.version`,
/// `mapping.rule_duplicate`.
std::vector<MergedMapping> merge_mappings(const std::vector<JsonDocument>& documents,
                                          Diagnostics& diagnostics);

/// A mapping as read, with what the checks need to know of it.
struct DraftMapping {
  Mapping mapping;  ///< without its rules
  std::vector<DraftRule> rules;
  std::map<std::string, DraftGroup> groups;
  std::vector<TermUse> uses;
  std::vector<DerivedProperty> derived;
};

/// Reads the parts of a mapping; what is wrong is reported and left out.
DraftMapping read_mapping(const MergedMapping& merged, const Registry& registry,
                          Diagnostics& diagnostics);

}  // namespace hearth
