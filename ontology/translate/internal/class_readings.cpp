// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/class_readings.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/rdf/name_words.hpp"
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

// Points are excluded, also those that are equipment to their vocabulary, such as meters.
bool is_equipment(const std::string& iri, const std::vector<Mapping>& mappings,
                  const Knowledge& knowledge) {
  const auto is_one_of = [&](const std::vector<std::string>& kinds) {
    return std::any_of(kinds.begin(), kinds.end(),
                       [&](const std::string& kind) { return knowledge.is_kind_of(iri, kind); });
  };
  return std::any_of(mappings.begin(), mappings.end(), [&](const Mapping& mapping) {
    return is_one_of(mapping.equipment) && !is_one_of(mapping.points);
  });
}

// With one of these words before its last words, a name is that of something else: the opposite,
// equipment that is not there or not in use, or of a use that is not that of the building.
bool denies(std::string_view word) {
  static constexpr std::array<std::string_view, 36> kDenials = {
      "non",     "no",        "not",      "without", "virtual",        "only",
      "exhaust", "return",    "relief",   "extract", "removed",        "former",
      "spare",   "abandoned", "obsolete", "future",  "planned",        "demolished",
      "dummy",   "test",      "mock",     "retired", "decommissioned", "simulated",
      "pool",    "domestic",  "dhw",      "process", "display",        "refrigerated",
      "car",     "vehicle",   "fire",     "sump",    "smoke",          "kiln"};
  const std::string lower = lower_case(word);
  return std::find(kDenials.begin(), kDenials.end(), lower) != kDenials.end();
}

// Returns the class of equipment of which a class is a kind by its last words, otherwise "": the
// longest name that is known, such as `Heating_Coil` for `Electric_Heating_Coil`.
std::string class_of_last_words(const std::string& iri, const std::vector<Mapping>& mappings,
                                const Knowledge& knowledge) {
  const std::string space(namespace_of(iri));
  const std::string_view name = local_name(iri);
  const std::vector<std::string_view> words = words_of(name);
  for (std::size_t k = 1; k < words.size(); ++k) {
    if (denies(words[k - 1])) return "";
    // The heat of the refrigerant, not of water.
    if (k > 1 && lower_case(words[k - 2]) == "hot" && lower_case(words[k - 1]) == "gas") return "";
    std::string wider = space;
    wider += name.substr(static_cast<std::size_t>(words[k].data() - name.data()));
    for (const Mapping& mapping : mappings) {
      const auto term = mapping.aliases.terms.find(wider);
      if (term != mapping.aliases.terms.end()) wider = term->second;
    }
    if (!knowledge.has_class(wider)) continue;
    return is_equipment(wider, mappings, knowledge) ? wider : "";
  }
  return "";
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
    if (!found.empty()) {
      readings[iri] = {found};
      continue;
    }
    const std::string wider = class_of_last_words(iri, mappings, knowledge);
    if (!wider.empty()) readings[iri] = {wider, true};
  }
  return readings;
}

TripleStore with_readings(TripleStore graph, const ClassReadings& readings) {
  if (readings.empty()) return graph;
  const TermId is_a = graph.find_iri(rdf::kType);
  std::vector<std::pair<Triple, int>> read;
  for (const auto& [iri, reading] : readings) {
    for (const Triple& triple : graph.match({.predicate = is_a, .object = graph.find_iri(iri)})) {
      read.emplace_back(triple, graph.line(triple));
    }
  }
  TripleStoreBuilder builder(std::move(graph));
  for (auto& [triple, line] : read) {
    const ClassReading& reading = readings.at(std::string(builder.term(triple.object).text));
    triple.object = builder.iri(reading.iri);
    builder.add(triple, reading.is_wider ? 0 : line);  // the stated class remains the stated one
  }
  return std::move(builder).build();
}

}  // namespace hearth
