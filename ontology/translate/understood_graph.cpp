// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/understood_graph.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/reasoning/infer.hpp"
#include "hearth/ontology/reasoning/namespaces.hpp"
#include "hearth/ontology/translate/internal/class_readings.hpp"
#include "hearth/ontology/translate/internal/derivation.hpp"
#include "hearth/ontology/translate/internal/name_twins.hpp"

namespace hearth {
namespace {

NamespaceAliases aliases_of(const std::vector<Mapping>& mappings) {
  NamespaceAliases all;
  for (const Mapping& mapping : mappings) {
    const NamespaceAliases& own = mapping.aliases;
    all.namespaces.insert(all.namespaces.end(), own.namespaces.begin(), own.namespaces.end());
    all.terms.insert(own.terms.begin(), own.terms.end());
    for (const std::string& space : own.known) {
      if (std::find(all.known.begin(), all.known.end(), space) == all.known.end()) {
        all.known.push_back(space);
      }
    }
  }
  return all;
}

using Spaces = std::set<std::string, std::less<>>;

/// The namespaces of the classes that the nodes of a graph have.
Spaces namespaces_of_classes(const TripleStore& graph) {
  Spaces used;
  TermId last = kNoTerm;
  for (const Triple& triple : graph.match({.predicate = graph.find_iri(rdf::kType)})) {
    if (triple.object == last) continue;  // ordered by object
    last = triple.object;
    used.emplace(namespace_of(graph.term(last).text));
  }
  return used;
}

bool share_one(const std::set<std::string>& own, const Spaces& used) {
  return std::any_of(own.begin(), own.end(),
                     [&](const std::string& space) { return used.contains(space); });
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

/// The namespaces that the graph uses by a guess alone.
Spaces guessed_namespaces(const TripleStore& stated, const std::vector<NamespaceUse>& uses) {
  Spaces guessed;
  for (const NamespaceUse& use : uses) {
    if (use.guessed) guessed.insert(use.read_as);
  }
  for (const std::string& space : namespaces_of_classes(stated)) guessed.erase(space);
  for (const NamespaceUse& use : uses) {
    if (!use.guessed) guessed.erase(use.read_as);
  }
  return guessed;
}

/// The mappings of whose vocabulary the graph uses classes: any in the namespaces of the classes
/// that the mapping counts as equipment and points, all where it names none. A namespace that was
/// guessed adds its mapping to others, but leaves all of them in use if there are no others: the
/// guess may be about a part of the equipment only.
std::vector<Mapping> mappings_in_use(const TripleStore& graph, const Spaces& guessed,
                                     const std::vector<Mapping>& mappings) {
  Spaces sure = namespaces_of_classes(graph);
  for (const std::string& space : guessed) sure.erase(space);
  std::vector<Mapping> found;
  bool any_sure = false;
  for (const Mapping& mapping : mappings) {
    const std::set<std::string> own = class_namespaces(mapping);
    const bool is_sure = share_one(own, sure);
    any_sure = any_sure || is_sure;
    if (is_sure || own.empty() || share_one(own, guessed)) found.push_back(mapping);
  }
  return any_sure ? found : mappings;
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

UnderstoodGraph understood_graph(const TripleStore& graph, const std::vector<Mapping>& mappings,
                                 const Knowledge& knowledge, ImportReport& report) {
  std::vector<NamespaceUse> uses;
  TripleStore known = with_known_names(graph, aliases_of(mappings), knowledge, uses);
  report_namespaces(uses, report);
  UnderstoodGraph result;
  report.readings = class_readings(known, mappings, knowledge);
  known = with_readings(std::move(known), report.readings);
  known = with_name_twins(std::move(known), report);
  result.mappings = mappings_in_use(known, guessed_namespaces(graph, uses), mappings);
  result.graph =
      with_derived(infer(std::move(known), knowledge, &report.inference), result.mappings, report);
  return result;
}

}  // namespace hearth
