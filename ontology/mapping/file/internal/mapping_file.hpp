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

/// The parts of one mapping, each from the last file that contains it.
struct MergedMapping {
  std::string id;
  JsonNode root;                                       ///< root of the first file
  std::map<std::string, JsonNode> single;              ///< `title`, `pointOf`, ...
  std::map<std::string, std::vector<JsonNode>> lists;  ///< elements of `derive`, `points`, ...
  std::map<std::string, std::vector<JsonNode>> named;  ///< members of `groups`, `prefixes`, ...
  std::vector<JsonNode> rules;

  std::optional<JsonNode> find(const std::string& key) const;
  const std::vector<JsonNode>& list(const std::string& key) const;
  const std::vector<JsonNode>& members(const std::string& key) const;
};

/// Merges files with the same `id`: rules, groups, boundaries, prefixes, namespaces and terms of a
/// later file replace those with the same name; lists are appended. Reports `mapping.version` and
/// `mapping.rule_duplicate`.
std::vector<MergedMapping> merge_mappings(const std::vector<JsonDocument>& documents,
                                          Diagnostics& diagnostics);

/// A mapping that has been read, with the additional data that the checks need.
struct DraftMapping {
  Mapping mapping;  ///< without its rules
  std::vector<DraftRule> rules;
  std::map<std::string, DraftGroup> groups;
  std::vector<TermUse> uses;
  std::vector<DerivedProperty> derived;
};

/// Reads the parts of a mapping; invalid parts are reported and left out.
DraftMapping read_mapping(const MergedMapping& merged, const Registry& registry,
                          Diagnostics& diagnostics);

}  // namespace hearth
