// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/understood_graph.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/reasoning/infer.hpp"
#include "hearth/ontology/reasoning/namespaces.hpp"
#include "hearth/ontology/translate/internal/derivation.hpp"

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

/// Returns the namespaces of the classes that the coverage counts, without that of the mapping
/// itself.
std::set<std::string> class_namespaces(const Mapping& mapping) {
  std::set<std::string> spaces;
  for (const auto* classes : {&mapping.equipment, &mapping.points}) {
    for (const std::string& iri : *classes) {
      if (!iri.starts_with("urn:hearth:")) {
        spaces.insert(iri.substr(0, iri.size() - local_name(iri).size()));
      }
    }
  }
  return spaces;
}

void report_namespaces(const std::vector<NamespaceUse>& uses, ImportReport& report) {
  for (const NamespaceUse& use : uses) {
    report.add(
        {.code = "import.namespace_read_as",
         .message = fmt::format("{} IRIs in <{}>, read as <{}>{}", use.iris, use.found, use.read_as,
                                use.guessed ? " because its classes have the same names" : ""),
         .nodes = {{use.example, use.example, 0}},
         .consequence = use.guessed ? "correct the prefix in the file" : ""});
  }
}

}  // namespace

std::vector<Mapping> mappings_in_use(const TripleStore& graph,
                                     const std::vector<Mapping>& mappings) {
  std::set<std::string, std::less<>> used;  // namespaces of classes
  const TermId type = graph.find_iri(rdf::kType);
  TermId last = kNoTerm;
  for (const Triple& triple : graph.match({.predicate = type})) {
    if (triple.object == last) continue;  // triples are ordered by object
    last = triple.object;
    const std::string_view iri = graph.term(last).text;
    used.emplace(iri.substr(0, iri.size() - local_name(iri).size()));
  }
  std::vector<Mapping> found;
  for (const Mapping& mapping : mappings) {
    const std::set<std::string> own = class_namespaces(mapping);
    const bool in_use = own.empty() || std::any_of(own.begin(), own.end(), [&](const auto& space) {
                          return used.contains(space);
                        });
    if (in_use) found.push_back(mapping);
  }
  return found.empty() ? mappings : found;
}

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

UnderstoodGraph understood_graph(const TripleStore& graph, const std::vector<Mapping>& mappings,
                                 const Knowledge& knowledge, ImportReport& report) {
  std::vector<NamespaceUse> uses;
  TripleStore known = with_known_names(graph, aliases_of(mappings), knowledge, uses);
  report_namespaces(uses, report);
  UnderstoodGraph result;
  result.mappings = mappings_in_use(known, mappings);
  result.graph =
      with_derived(infer(std::move(known), knowledge, &report.inference), result.mappings, report);
  return result;
}

}  // namespace hearth
