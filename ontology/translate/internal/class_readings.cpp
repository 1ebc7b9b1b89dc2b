// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/class_readings.hpp"

#include <optional>
#include <utility>

#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/reasoning/internal/reasoning_terms.hpp"
#include "hearth/ontology/translate/internal/instances/named_iris.hpp"

namespace hearth {
namespace {

std::optional<std::string> namesake(const std::string& iri, const Mapping& mapping,
                                    const Knowledge& knowledge) {
  const std::set<std::string> spaces = class_namespaces(mapping);
  const std::string space(namespace_of(iri));
  const std::string name(local_name(iri));
  if (!spaces.contains(space)) return std::nullopt;
  for (const std::string& other : spaces) {
    if (other == space) continue;
    const auto term = mapping.aliases.terms.find(other + name);
    if (term != mapping.aliases.terms.end()) return term->second;
    if (knowledge.has_class(other + name)) return other + name;
  }
  return std::nullopt;
}

bool is_declared(const TripleStore& graph, TermId type) {
  const TermId wider = graph.find_iri(axiom_terms::kSubClassOf);
  const TermId is_a = graph.find_iri(rdf::kType);
  return (wider != kNoTerm && !graph.match({.subject = type, .predicate = wider}).empty()) ||
         !graph.match({.subject = type, .predicate = is_a}).empty();
}

}  // namespace

std::set<std::string> class_namespaces(const Mapping& mapping) {
  std::set<std::string> spaces;
  for (const auto* classes : {&mapping.equipment, &mapping.points}) {
    for (const std::string& iri : *classes) {
      if (!iri.starts_with("urn:hearth:")) spaces.emplace(namespace_of(iri));
    }
  }
  return spaces;
}

ClassReadings class_readings(const TripleStore& graph, const std::vector<Mapping>& mappings,
                             const Knowledge& knowledge) {
  ClassReadings readings;
  const TermId is_a = graph.find_iri(rdf::kType);
  if (is_a == kNoTerm) return readings;
  const std::set<std::string> named = named_terms(mappings);
  TermId last = kNoTerm;
  for (const Triple& triple : graph.match({.predicate = is_a})) {
    if (triple.object == last) continue;  // ordered by object
    last = triple.object;
    if (!graph.is_iri(last)) continue;
    const std::string iri(graph.term(last).text);
    if (knowledge.has_class(iri) || named.contains(iri) || is_declared(graph, last)) continue;
    std::optional<std::string> reading;
    for (const Mapping& mapping : mappings) {
      if (!reading) reading = namesake(iri, mapping, knowledge);
    }
    const std::string found = reading ? *reading : knowledge.class_spelt_like(iri);
    if (!found.empty()) readings.emplace(iri, found);
  }
  return readings;
}

TripleStore with_readings(TripleStore graph, const ClassReadings& readings) {
  if (readings.empty()) return graph;
  const TermId is_a = graph.find_iri(rdf::kType);
  std::vector<std::pair<Triple, int>> read;
  for (const auto& [iri, read_as] : readings) {
    for (const Triple& triple : graph.match({.predicate = is_a, .object = graph.find_iri(iri)})) {
      read.emplace_back(triple, graph.line(triple));
    }
  }
  TripleStoreBuilder builder(std::move(graph));
  for (auto& [triple, line] : read) {
    triple.object = builder.iri(readings.at(std::string(builder.term(triple.object).text)));
    builder.add(triple, line);
  }
  return std::move(builder).build();
}

}  // namespace hearth
