// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/reasoning/knowledge.hpp"

namespace hearth {

/// How many triples a graph had and got.
struct Inference {
  std::size_t asserted = 0;
  std::size_t inferred = 0;
  std::map<std::string, std::size_t> by_rule;  ///< `class`, `inverse`, `s223.cnx`, ...
};

/// Returns the graph with what follows from it: types by the closure of classes, super-properties,
/// inverse and symmetric properties until nothing new comes, and the rules of ASHRAE 223P where the
/// graph uses that vocabulary. Term numbers and lines of `graph` stay; inferred triples have no
/// line. Axioms in the graph itself (rdfs:subClassOf of a class of its own, ...) count too.
TripleStore infer(TripleStore graph, const Knowledge& knowledge, Inference* counts = nullptr);

}  // namespace hearth
