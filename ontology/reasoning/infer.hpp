// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/reasoning/knowledge.hpp"

namespace hearth {

/// Numbers of triples: those in the graph, and those that were inferred.
struct Inference {
  std::size_t asserted = 0;
  std::size_t inferred = 0;
  std::map<std::string, std::size_t> by_rule;  ///< `class`, `inverse`, `s223.cnx`, ...
};

/// Returns the graph with inferred triples: types by the closure of classes, super-properties,
/// inverse and symmetric properties until nothing new is found, and the rules of ASHRAE 223P if the
/// graph uses that vocabulary. Term numbers and lines of `graph` do not change; inferred triples
/// have no line. Axioms in the graph itself (such as rdfs:subClassOf of a user's class) also count.
TripleStore infer(TripleStore graph, const Knowledge& knowledge, Inference* counts = nullptr);

}  // namespace hearth
