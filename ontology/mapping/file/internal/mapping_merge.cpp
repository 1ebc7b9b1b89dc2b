// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/ontology/mapping/file/internal/mapping_file.hpp"

namespace hearth {
namespace {

constexpr std::string_view kMark = "hearthMapping";
constexpr double kVersion = 1.0;  // of the file format
constexpr std::array<std::string_view, 4> kSingle{"title", "pointOf", "unit", "timeseries"};
constexpr std::array<std::string_view, 5> kLists{"digests", "equipment", "points", "derive",
                                                 "notes"};
constexpr std::array<std::string_view, 5> kNamed{"prefixes", "namespaces", "terms", "boundaries",
                                                 "groups"};

const std::vector<JsonNode> kNone;

bool is_known_version(const JsonNode& root, Diagnostics& diagnostics) {
  if (!require_object(root, diagnostics)) return false;
  const auto version = root.find(kMark);
  if (!version) {
    diagnostics.error("mapping.version", root.where(),
                      "the key 'hearthMapping' is missing; expected \"hearthMapping\": 1");
    return false;
  }
  if (version->is(JsonKind::Number) && version->number() == kVersion) return true;
  diagnostics.error("mapping.version", version->where(),
                    fmt::format("found {}, expected version 1", version->describe()));
  return false;
}

void check_root_keys(const JsonNode& root, Diagnostics& diagnostics) {
  std::vector<std::string_view> keys{kMark, "$schema", "id", "rules"};
  keys.insert(keys.end(), kSingle.begin(), kSingle.end());
  keys.insert(keys.end(), kLists.begin(), kLists.end());
  keys.insert(keys.end(), kNamed.begin(), kNamed.end());
  check_keys(root, keys, diagnostics);
}

/// Puts `node` in the place of the entry for which `same` holds, or at the end.
template <class Same>
void replace_or_add(std::vector<JsonNode>& entries, const JsonNode& node, Same same) {
  const auto old = std::find_if(entries.begin(), entries.end(), same);
  if (old == entries.end()) {
    entries.push_back(node);
  } else {
    *old = node;
  }
}

std::string rule_id(const JsonNode& rule) {
  const auto id = rule.find("id");
  return id && id->is(JsonKind::String) ? id->string() : "";
}

void merge_rules(const JsonNode& rules, MergedMapping& merged, Diagnostics& diagnostics) {
  if (!require_array(rules, diagnostics)) return;
  std::set<std::string> own;  // of this file
  for (const JsonNode rule : rules.elements()) {
    if (!require_object(rule, diagnostics)) continue;
    if (!require_member(rule, "id", diagnostics)) continue;
    const std::string id = rule_id(rule);
    if (!own.insert(id).second) {
      diagnostics.error("mapping.rule_duplicate", rule.where(),
                        fmt::format("this file has two rules '{}'; rename or remove one", id));
    }
    replace_or_add(merged.rules, rule,
                   [&id](const JsonNode& other) { return rule_id(other) == id; });
  }
}

void merge(const JsonNode& root, MergedMapping& merged, Diagnostics& diagnostics) {
  for (const std::string_view key : kSingle) {
    if (const auto value = root.find(key)) merged.single.insert_or_assign(std::string(key), *value);
  }
  for (const std::string_view key : kLists) {
    const auto list = root.find(key);
    if (!list || !require_array(*list, diagnostics)) continue;
    auto& entries = merged.lists[std::string(key)];
    for (const JsonNode element : list->elements()) entries.push_back(element);
  }
  for (const std::string_view key : kNamed) {
    const auto object = root.find(key);
    if (!object || !require_object(*object, diagnostics)) continue;
    for (const JsonNode member : object->members()) {
      if (is_extension(member.key())) continue;
      replace_or_add(merged.named[std::string(key)], member,
                     [&](const JsonNode& other) { return other.key() == member.key(); });
    }
  }
  if (const auto rules = root.find("rules")) merge_rules(*rules, merged, diagnostics);
}

const std::vector<JsonNode>& entries_of(const std::map<std::string, std::vector<JsonNode>>& entries,
                                        const std::string& key) {
  const auto found = entries.find(key);
  return found == entries.end() ? kNone : found->second;
}

}  // namespace

std::optional<JsonNode> MergedMapping::find(const std::string& key) const {
  const auto found = single.find(key);
  return found == single.end() ? std::nullopt : std::optional(found->second);
}

const std::vector<JsonNode>& MergedMapping::list(const std::string& key) const {
  return entries_of(lists, key);
}

const std::vector<JsonNode>& MergedMapping::members(const std::string& key) const {
  return entries_of(named, key);
}

std::vector<MergedMapping> merge_mappings(const std::vector<JsonDocument>& documents,
                                          Diagnostics& diagnostics) {
  std::vector<MergedMapping> mappings;
  for (const JsonDocument& document : documents) {
    const JsonNode root = document.root();
    if (!is_known_version(root, diagnostics)) continue;
    check_root_keys(root, diagnostics);
    const auto member = require_member(root, "id", diagnostics);
    const auto id = member ? read_name(*member, diagnostics) : std::nullopt;
    if (!id) continue;
    auto merged = std::find_if(mappings.begin(), mappings.end(),
                               [&](const MergedMapping& other) { return other.id == *id; });
    if (merged == mappings.end()) {
      mappings.push_back(
          {.id = *id, .root = root, .single = {}, .lists = {}, .named = {}, .rules = {}});
      merged = mappings.end() - 1;
    }
    merge(root, *merged, diagnostics);
  }
  return mappings;
}

}  // namespace hearth
