// SPDX-License-Identifier: MIT
#include "hearth/ontology/reasoning/internal/axioms.hpp"

#include <algorithm>

#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/reasoning/internal/reasoning_terms.hpp"

namespace hearth {
namespace {

using namespace axiom_terms;
using Numbering = std::function<TermId(TermId)>;

void link(Axioms::Links& links, TermId from, TermId to) {
  if (from == to) return;
  std::vector<TermId>& known = links[from];
  if (std::find(known.begin(), known.end(), to) == known.end()) known.push_back(to);
}

// Calls `found(subject, object)` for each triple of the property between named terms.
template <class Found>
void for_each_named(const TripleStore& graph, std::string_view property, const Found& found) {
  const TermId predicate = graph.find_iri(property);
  if (predicate == kNoTerm) return;
  for (const Triple& t : graph.match({.predicate = predicate})) {
    if (graph.is_iri(t.subject) && graph.is_iri(t.object)) found(t.subject, t.object);
  }
}

void add_class_links(const TripleStore& graph, const Numbering& number, Axioms& axioms) {
  for_each_named(graph, kSubClassOf, [&](TermId sub, TermId super) {
    axioms.classes.insert(number(sub));
    if (one_of(graph.term(super).text, kTopTerms)) return;
    link(axioms.wider_classes, number(sub), number(super));
  });
  for_each_named(graph, kBrickReplacedBy, [&](TermId old, TermId current) {
    link(axioms.wider_classes, number(old), number(current));
  });
  for (const std::string_view same : {kEquivalentClass, kBrickAliasOf}) {
    for_each_named(graph, same, [&](TermId a, TermId b) {
      link(axioms.wider_classes, number(a), number(b));
      link(axioms.wider_classes, number(b), number(a));
    });
  }
}

void add_property_links(const TripleStore& graph, const Numbering& number, Axioms& axioms) {
  for_each_named(graph, kSubPropertyOf, [&](TermId sub, TermId super) {
    axioms.properties.insert(number(sub));
    if (one_of(graph.term(super).text, kTopTerms)) return;
    link(axioms.wider_properties, number(sub), number(super));
  });
  for_each_named(graph, kEquivalentProperty, [&](TermId a, TermId b) {
    link(axioms.wider_properties, number(a), number(b));
    link(axioms.wider_properties, number(b), number(a));
  });
  for (const std::string_view inverse : {kInverseOf, kS223InverseOf}) {
    for_each_named(graph, inverse, [&](TermId a, TermId b) {
      if (a == b) axioms.symmetric.insert(number(a));
      link(axioms.inverses, number(a), number(b));
      link(axioms.inverses, number(b), number(a));
    });
  }
}

template <class Types>
void add_declared(const TripleStore& graph, const Types& types, const Numbering& number,
                  std::unordered_set<TermId>& declared) {
  const TermId is_a = graph.find_iri(rdf::kType);
  for (const std::string_view type : types) {
    const TermId wanted = graph.find_iri(type);
    if (is_a == kNoTerm || wanted == kNoTerm) continue;
    for (const Triple& t : graph.match({.predicate = is_a, .object = wanted})) {
      if (graph.is_iri(t.subject)) declared.insert(number(t.subject));
    }
  }
}

// 223P declares media, roles and similar things as classes that are instances of themselves.
void add_individuals(const TripleStore& graph, const Numbering& number, Axioms& axioms) {
  for_each_named(graph, rdf::kType, [&](TermId subject, TermId type) {
    if (subject == type) axioms.individual_types[number(subject)] = {number(type)};
  });
}

}  // namespace

const std::vector<TermId>& Axioms::of(const Links& links, TermId term) {
  static const std::vector<TermId> kNone;
  const auto found = links.find(term);
  return found == links.end() ? kNone : found->second;
}

void add_axioms(const TripleStore& graph, const Numbering& number, Axioms& axioms) {
  add_class_links(graph, number, axioms);
  add_property_links(graph, number, axioms);
  add_declared(graph, kClassTypes, number, axioms.classes);
  add_declared(graph, kPropertyTypes, number, axioms.properties);
  add_declared(graph, kSymmetricTypes, number, axioms.symmetric);
  add_individuals(graph, number, axioms);
}

}  // namespace hearth
