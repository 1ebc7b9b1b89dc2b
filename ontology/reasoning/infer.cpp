// SPDX-License-Identifier: MIT
#include "hearth/ontology/reasoning/infer.hpp"

#include <memory>
#include <utility>

#include "hearth/ontology/reasoning/internal/reasoner.hpp"
#include "hearth/ontology/reasoning/internal/s223/s223_rules.hpp"

namespace hearth {
namespace {

// Returns the graph with additional triples; new terms are numbered after those of the graph.
TripleStore with_triples(TripleStore graph, const DerivedTriples& derived) {
  if (derived.triples.empty()) return graph;
  TripleStoreBuilder builder(std::move(graph));
  for (const std::string& iri : derived.new_terms) builder.iri(iri);
  for (const Triple& triple : derived.triples) builder.add(triple);
  return std::move(builder).build();
}

}  // namespace

TripleStore infer(TripleStore graph, const Knowledge& knowledge, Inference* counts) {
  Inference done;
  done.asserted = graph.size();
  {
    Reasoner reasoner(graph, knowledge);
    reasoner.add_individual_types();
    reasoner.add_types();
    reasoner.add_relations(graph.triples());
    graph = with_triples(std::move(graph), reasoner.take(done.by_rule));
  }
  const std::vector<S223Triple> s223 = s223_consequences(graph);
  if (!s223.empty()) {
    Reasoner reasoner(graph, knowledge);
    reasoner.add(s223);
    graph = with_triples(std::move(graph), reasoner.take(done.by_rule));
  }
  done.inferred = graph.size() - done.asserted;
  if (counts != nullptr) *counts = std::move(done);
  return graph;
}

}  // namespace hearth
