// SPDX-License-Identifier: MIT
#include "hearth/ontology/mapping/file/internal/mapping_file.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/reasoning/knowledge.hpp"

namespace hearth {
namespace {

/// Returns the namespace that `brick:`, `brick` or an IRI names.
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
  // What one mapping derives is not seen by the rules of another.
  context.prefixes.set("hearth", "urn:hearth:" + mapping.id + ":");
  for (const JsonNode& member : merged.members("prefixes")) {
    const auto iri = read_name(member, context.diagnostics);
    if (iri) context.prefixes.set(member.key(), *iri);
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
    context.derived.push_back({*to, -1});  // a name of the mapping's own is known from the start
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
      fmt::format("there is no digest '{}'{}", *name, expected_name(*name, known)));
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
  read_paths(merged, mapping, context);
}

void read_groups(const MergedMapping& merged, DraftMapping& draft, MappingContext& context) {
  for (const JsonNode& node : merged.members("groups")) {
    if (context.registry.find(node.key()) != nullptr) {
      context.diagnostics.error(
          "mapping.group_name", node.where(),
          fmt::format("a component type is called '{}' too; rename the group", node.key()));
      continue;
    }
    draft.groups[node.key()] = read_group(node, context);
  }
}

void read_boundaries(const MergedMapping& merged, Mapping& mapping, MappingContext& context) {
  for (const JsonNode& node : merged.members("boundaries")) {
    if (!is_plain_name(node.key())) {
      context.diagnostics.error("mapping.name_malformed", node.where(),
                                fmt::format("a boundary cannot be called '{}'; expected letters, "
                                            "digits, '_' and '-'",
                                            node.key()));
    }
    mapping.boundaries[node.key()] = read_boundary(node, context);
  }
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

}  // namespace hearth
