// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/mapping/file/internal/mapping_checks.hpp"

namespace hearth {
namespace {

constexpr std::string_view kDerivedNames = "urn:hearth:";

/// Returns the properties that a mapping's entries before `entry` derive; all where it is -1.
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
                      fmt::format("'{}' is derived by this entry or a later one; an entry sees "
                                  "only what those before it derive",
                                  name));
    return;
  }
  diagnostics.error("mapping.not_derived", use.where,
                    fmt::format("no entry of 'derive' gives '{}'{}", name,
                                expected_name(name, shortened(before, prefixes))));
}

}  // namespace

void check_derived(const std::vector<DraftMapping>& drafts, Diagnostics& diagnostics) {
  std::set<std::string> all, earlier;
  for (const DraftMapping& draft : drafts) all.merge(derived_before(draft, -1));
  for (const DraftMapping& draft : drafts) {
    for (const TermUse& use : draft.uses) {
      if (!use.iri.starts_with(kDerivedNames)) continue;
      std::set<std::string> before = use.entry < 0 ? all : earlier;
      before.merge(derived_before(draft, use.entry));
      if (before.contains(use.iri)) continue;
      not_derived(use, before, all, draft.mapping.prefixes, diagnostics);
    }
    earlier.merge(derived_before(draft, -1));
  }
}

}  // namespace hearth
