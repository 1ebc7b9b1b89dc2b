// SPDX-License-Identifier: MIT
#include "hearth/ontology/mapping/file/internal/mapping_checks.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_groups.hpp"

namespace hearth {
namespace {

void add_values(const ValueSources& sources, std::set<std::string>& names) {
  for (const auto& [name, source] : sources) names.insert(name);
}

void add_group(const Group& group, MappingNames& names) {
  names.groups.push_back(&group);
  add_values(group.quantities, names.values);
  for (const GroupPart& part : group.parts) {
    for (const auto& [name, source] : part.parameters) {
      names.values.insert(setting_name(part.component.id, name));
    }
  }
}

bool is_used(const std::string& group, const DraftMapping& draft) {
  return std::any_of(draft.rules.begin(), draft.rules.end(),
                     [&](const DraftRule& rule) { return rule.rule.group.name == group; });
}

void check_unused_groups(const DraftMapping& draft, CheckContext& context) {
  for (const auto& [name, group] : draft.groups) {
    if (is_used(name, draft)) continue;
    context.diagnostics.warning("mapping.group_unused", group.group.where,
                                fmt::format("no rule uses the group '{}'; remove it", name));
    const MappingScope scope{.rule = "", .variables = {}, .all = true};
    check_group(group, context);
    check_wires(group.group.wires, group.group, scope, context);
    check_values(group.group, nullptr, scope, context);
  }
}

void check_doubled_rules(const std::vector<DraftMapping>& drafts, Diagnostics& diagnostics) {
  std::map<std::string, std::string> owners;
  for (const DraftMapping& draft : drafts) {
    for (const DraftRule& rule : draft.rules) {
      const auto [owner, first] = owners.try_emplace(rule.rule.id, draft.mapping.id);
      if (first || owner->second == draft.mapping.id) continue;
      diagnostics.error("mapping.rule_duplicate", rule.rule.where,
                        fmt::format("the mapping '{}' also has a rule '{}'; rename one of them, or "
                                    "use the same id in both files to replace the mapping",
                                    owner->second, rule.rule.id));
    }
  }
}

void append_once(const Diagnostics& found, Diagnostics& diagnostics) {
  std::set<std::tuple<std::string, std::string, std::string, int>> said;
  for (const Diagnostic& item : found.items()) {
    const auto key =
        std::tuple(item.code + item.message, item.where.file, item.where.pointer, item.where.line);
    if (said.insert(key).second) diagnostics.add(item);
  }
}

constexpr std::string_view kDerivedNames = "urn:hearth:";

/// Returns the properties that a mapping's entries before `entry` derive; all derived properties if
/// `entry` is -1.
std::set<std::string> derived_before(const DraftMapping& draft, int entry) {
  std::set<std::string> names;
  for (const DerivedProperty& property : draft.derived) {
    if (entry < 0 || property.entry < entry) names.insert(property.iri);
  }
  return names;
}

std::vector<std::string> shortened(const std::set<std::string>& iris, const Prefixes& prefixes) {
  std::vector<std::string> names;
  for (const std::string& iri : iris) names.push_back(prefixes.shorten(iri));
  return names;
}

void not_derived(const TermUse& use, const std::set<std::string>& before,
                 const std::set<std::string>& all, const Prefixes& prefixes,
                 Diagnostics& diagnostics) {
  const std::string name = prefixes.shorten(use.iri);
  if (all.contains(use.iri)) {
    diagnostics.error("mapping.not_derived", use.where,
                      fmt::format("'{}' is derived by this entry or a later one; an entry can use "
                                  "only results of earlier entries",
                                  name));
    return;
  }
  diagnostics.error("mapping.not_derived", use.where,
                    fmt::format("no entry of 'derive' derives '{}'{}", name,
                                expected_name(name, shortened(before, prefixes))));
}

}  // namespace

MappingNames names_of(const std::vector<DraftMapping>& drafts) {
  MappingNames names;
  for (const DraftMapping& draft : drafts) {
    for (const DraftRule& rule : draft.rules) {
      add_group(rule.rule.group, names);
      add_values(rule.rule.quantities, names.values);
      add_values(rule.rule.parameters, names.values);
    }
    for (const auto& [name, group] : draft.groups) {
      if (!is_used(name, draft)) add_group(group.group, names);
    }
    for (const auto& [name, boundary] : draft.mapping.boundaries) {
      names.boundaries.emplace(name, &boundary);
    }
  }
  return names;
}

void check_mappings(const std::vector<DraftMapping>& drafts, const Registry& registry,
                    Diagnostics& diagnostics) {
  Diagnostics found;
  const MappingNames names = names_of(drafts);
  CheckContext context{registry, names, found};
  check_doubled_rules(drafts, found);
  for (const DraftMapping& draft : drafts) {
    for (const auto& [name, boundary] : draft.mapping.boundaries) {
      check_component(boundary.component, {}, context);
    }
    for (const DraftRule& rule : draft.rules) check_rule(rule, draft.mapping, context);
    check_unused_groups(draft, context);
  }
  check_derived(drafts, found);
  append_once(found, diagnostics);
}

void check_derived(const std::vector<DraftMapping>& drafts, Diagnostics& diagnostics) {
  std::set<std::string> all, earlier;  // derived by any mapping, by an earlier one
  for (const DraftMapping& draft : drafts) all.merge(derived_before(draft, -1));
  for (const DraftMapping& draft : drafts) {
    std::map<std::string, int> first;  // entry of the draft that derives a property
    for (const DerivedProperty& property : draft.derived) {
      const auto [found, is_new] = first.emplace(property.iri, property.entry);
      if (!is_new) found->second = std::min(found->second, property.entry);
    }
    for (const TermUse& use : draft.uses) {
      if (!use.iri.starts_with(kDerivedNames)) continue;
      if (use.entry < 0 ? all.contains(use.iri) : earlier.contains(use.iri)) continue;
      const auto own = first.find(use.iri);
      if (own != first.end() && own->second < use.entry) continue;
      std::set<std::string> before = use.entry < 0 ? all : earlier;
      before.merge(derived_before(draft, use.entry));
      not_derived(use, before, all, draft.mapping.prefixes, diagnostics);
    }
    earlier.merge(derived_before(draft, -1));
  }
}

}  // namespace hearth
