// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/understood_graph.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "hearth/ontology/reasoning/infer.hpp"
#include "hearth/ontology/reasoning/namespaces.hpp"
#include "hearth/ontology/translate/derivation.hpp"

namespace hearth {
namespace {

NamespaceAliases aliases_of(const std::vector<Mapping>& mappings) {
  NamespaceAliases all;
  for (const Mapping& mapping : mappings) {
    const NamespaceAliases& own = mapping.aliases;
    all.namespaces.insert(all.namespaces.end(), own.namespaces.begin(), own.namespaces.end());
    all.terms.insert(own.terms.begin(), own.terms.end());
    all.known.insert(all.known.end(), own.known.begin(), own.known.end());
  }
  return all;
}

void report_namespaces(const std::vector<NamespaceUse>& uses, ImportReport& report) {
  for (const NamespaceUse& use : uses) {
    report.add(
        {.severity = Severity::Warning,
         .code = "import.namespace_read_as",
         .message = fmt::format("{} IRIs in <{}>, read as <{}>{}", use.iris, use.found, use.read_as,
                                use.guessed ? " because its classes have those names" : ""),
         .nodes = {{use.example, use.example, 0}},
         .add = {},
         .consequence = use.guessed ? "correct the prefix in the file" : ""});
  }
}

}  // namespace

Knowledge knowledge_of(const std::vector<Mapping>& mappings) {
  std::vector<std::string> digests;
  for (const Mapping& mapping : mappings) {
    for (const std::string& name : mapping.digests) {
      if (std::find(digests.begin(), digests.end(), name) == digests.end()) {
        digests.push_back(name);
      }
    }
  }
  return Knowledge::of_digests(digests);
}

TripleStore understood_graph(const TripleStore& graph, const std::vector<Mapping>& mappings,
                             const Knowledge& knowledge, ImportReport& report) {
  std::vector<NamespaceUse> uses;
  TripleStore known = with_known_names(graph, aliases_of(mappings), knowledge, uses);
  report_namespaces(uses, report);
  return with_derived(infer(std::move(known), knowledge, &report.inference), mappings, report);
}

}  // namespace hearth
