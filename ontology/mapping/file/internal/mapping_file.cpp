// SPDX-License-Identifier: MIT
#include "hearth/ontology/mapping/file/internal/mapping_file.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_values.hpp"
#include "hearth/ontology/reasoning/knowledge.hpp"

namespace hearth {
namespace {

/// Returns the namespace of `brick:`, `brick` or an IRI.
std::optional<std::string> read_namespace(const JsonNode& node, MappingContext& context) {
  const std::optional<std::string> text = read_name(node, context.diagnostics);
  if (!text) return std::nullopt;
  if (text->find("//") != std::string::npos) return text;
  std::string name = *text;
  if (name.ends_with(':')) name.pop_back();
  const auto known = context.prefixes.all().find(name);
  if (known != context.prefixes.all().end()) return known->second;
  context.diagnostics.error("pattern.prefix_unknown", node.where(),
                            fmt::format("the prefix '{}' is not known{}", name,
                                        expected_name(name, context.prefixes.names())));
  return std::nullopt;
}

void read_names(const MergedMapping& merged, Mapping& mapping, MappingContext& context) {
  // The rules of a mapping do not use the derived triples of another mapping.
  context.prefixes.set("hearth", "urn:hearth:" + mapping.id + ":");
  for (const JsonNode& member : merged.members("prefixes")) {
    const auto iri = read_name(member, context.diagnostics);
    if (!iri) continue;
    if (iri->size() > kLongestNamespace) {
      context.diagnostics.error("pattern.namespace_long", member.where(),
                                namespace_too_long("prefix '" + member.key() + ":'", iri->size()));
      continue;
    }
    context.prefixes.set(member.key(), *iri);
  }
  mapping.prefixes = context.prefixes;
  for (const auto& [name, iri] : context.prefixes.all()) mapping.aliases.known.push_back(iri);
  for (const JsonNode& member : merged.members("namespaces")) {
    const auto iri = read_namespace(member, context);
    if (iri) mapping.aliases.namespaces.emplace_back(member.key(), *iri);
  }
  for (const JsonNode& member : merged.members("terms")) {
    const auto text = read_name(member, context.diagnostics);
    const auto from = read_iri(member.key(), member.where(), context);
    const auto to = text ? read_iri(*text, member.where(), context) : std::nullopt;
    if (!from || !to) continue;
    mapping.aliases.terms[*from] = *to;
    context.derived.push_back({*to, -1});  // a name of the mapping itself is known from the start
  }
}

std::vector<std::string> read_class_list(const std::vector<JsonNode>& nodes,
                                         MappingContext& context) {
  std::vector<std::string> classes;
  for (const JsonNode& node : nodes) {
    for (std::string& iri : read_classes(node, context)) classes.push_back(std::move(iri));
  }
  return classes;
}

void read_paths(const MergedMapping& merged, Mapping& mapping, MappingContext& context) {
  const auto read = [&](const std::string& key, std::optional<PropertyPath>& path) {
    const auto node = merged.find(key);
    const auto text = node ? read_name(*node, context.diagnostics) : std::nullopt;
    if (text) path = read_path(*text, node->where(), context);
  };
  read("pointOf", mapping.point_of);
  read("unit", mapping.unit);
  read("timeseries", mapping.timeseries);
}

std::optional<std::string> read_digest(const JsonNode& node, MappingContext& context) {
  std::optional<std::string> name = read_name(node, context.diagnostics);
  const std::vector<std::string> known = digest_names();
  if (!name || std::find(known.begin(), known.end(), *name) != known.end()) return name;
  context.diagnostics.error(
      "ontology.digest_unknown", node.where(),
      fmt::format("no digest is named '{}'{}", *name, expected_name(*name, known)));
  return std::nullopt;
}

void read_head(const MergedMapping& merged, Mapping& mapping, MappingContext& context) {
  mapping.id = merged.id;
  mapping.title = merged.id;
  if (const auto title = merged.find("title")) {
    mapping.title = read_string(*title, context.diagnostics).value_or(merged.id);
  }
  read_names(merged, mapping, context);
  for (const JsonNode& node : merged.list("digests")) {
    auto& digests = mapping.digests;
    auto name = read_digest(node, context);
    const bool there = name && std::find(digests.begin(), digests.end(), *name) != digests.end();
    if (name && !there) digests.push_back(*std::move(name));
  }
  mapping.equipment = read_class_list(merged.list("equipment"), context);
  mapping.points = read_class_list(merged.list("points"), context);
  mapping.passages = read_class_list(merged.list("passages"), context);
  mapping.conduits = read_class_list(merged.list("conduits"), context);
  mapping.rooms = read_class_list(merged.list("rooms"), context);
  mapping.readings = read_class_list(merged.list("readings"), context);
  mapping.unrelated = read_class_list(merged.list("unrelated"), context);
  read_paths(merged, mapping, context);
}

void read_groups(const MergedMapping& merged, DraftMapping& draft, MappingContext& context) {
  for (const JsonNode& node : merged.members("groups")) {
    if (context.registry.find(node.key()) != nullptr) {
      context.diagnostics.error(
          "mapping.group_name", node.where(),
          fmt::format("a component type is also named '{}'; rename the group", node.key()));
      continue;
    }
    draft.groups[node.key()] = read_group(node, context);
  }
}

void read_boundaries(const MergedMapping& merged, Mapping& mapping, MappingContext& context) {
  for (const JsonNode& node : merged.members("boundaries")) {
    if (!is_plain_name(node.key())) {
      context.diagnostics.error(
          "mapping.name_malformed", node.where(),
          fmt::format("a boundary cannot be named '{}'; expected letters, digits, '_' and '-'",
                      node.key()));
    }
    mapping.boundaries[node.key()] = read_boundary(node, context);
  }
}

BuildingFacts read_building(const JsonNode& node, MappingContext& context) {
  BuildingFacts facts;
  Diagnostics& diagnostics = context.diagnostics;
  if (!require_object(node, diagnostics)) return facts;
  std::vector<std::string_view> keys{"find", "node"};
  keys.insert(keys.end(), kBuildingFacts.begin(), kBuildingFacts.end());
  check_keys(node, keys, diagnostics);
  if (const auto find = require_member(node, "find", diagnostics)) {
    read_triples(*find, facts.find, context);
  }
  if (const auto variable = require_member(node, "node", diagnostics)) {
    facts.node = read_variable(*variable, context).value_or("");
    if (!facts.node.empty() && facts.find.variable(facts.node) < 0) {
      diagnostics.error("mapping.variable_unbound", variable->where(),
                        fmt::format("'?{}' is in no triple of 'find'", facts.node));
    }
  }
  for (const std::string_view name : kBuildingFacts) {
    const auto from = node.find(name);
    if (from) facts.from.emplace(name, read_value_paths(*from, context));
  }
  return facts;
}

constexpr std::string_view kMark = "hearthMapping";
constexpr double kVersion = 1.0;  // version of the file format
constexpr std::array<std::string_view, 5> kSingle{"title", "pointOf", "unit", "timeseries",
                                                  "building"};
constexpr std::array<std::string_view, 10> kLists{"digests",  "equipment", "points", "derive",
                                                  "passages", "conduits",  "rooms",  "readings",
                                                  "notes",    "unrelated"};
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

/// Replaces the entry for which `same` holds by `node`; without such an entry, appends `node`.
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
  std::set<std::string> own;  // rules of this file
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

DraftMapping read_mapping(const MergedMapping& merged, const Registry& registry,
                          Diagnostics& diagnostics) {
  DraftMapping draft;
  MappingContext context{.registry = registry, .diagnostics = diagnostics};
  read_head(merged, draft.mapping, context);
  context.entry = 0;
  for (const JsonNode& node : merged.list("derive")) {
    draft.mapping.derive.push_back(read_derivation(node, context));
    ++context.entry;
  }
  context.entry = -1;
  for (const JsonNode& node : merged.list("notes")) {
    draft.mapping.notes.push_back(read_note(node, context));
  }
  read_boundaries(merged, draft.mapping, context);
  if (const auto building = merged.find("building")) {
    draft.mapping.building = read_building(*building, context);
  }
  read_groups(merged, draft, context);
  for (const JsonNode& node : merged.rules) {
    draft.rules.push_back(read_rule(node, draft.groups, context));
    draft.rules.back().rule.mapping = merged.id;
  }
  std::sort(draft.rules.begin(), draft.rules.end(), [](const DraftRule& a, const DraftRule& b) {
    return a.rule.priority != b.rule.priority ? a.rule.priority > b.rule.priority
                                              : a.rule.id < b.rule.id;
  });
  draft.uses = std::move(context.uses);
  draft.derived = std::move(context.derived);
  return draft;
}

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
