// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

/// Axioms of an ontology about its own terms, without their closure; terms by number.
struct Axioms {
  using Links = std::unordered_map<TermId, std::vector<TermId>>;

  Links wider_classes;     ///< superclasses, equivalent classes and aliases
  Links wider_properties;  ///< super-properties and equivalent properties
  Links inverses;          ///< in both directions
  /// Types of individuals of the ontology, such as media.
  std::map<TermId, std::vector<TermId>> individual_types;
  std::unordered_set<TermId> symmetric;
  std::unordered_set<TermId> classes;     ///< declared classes
  std::unordered_set<TermId> properties;  ///< declared properties

  /// Returns the terms to which a term is linked; empty for a term without links.
  static const std::vector<TermId>& of(const Links& links, TermId term);
};

/// Adds the axioms of a graph; `number` returns the number in `axioms` of a term of the graph.
/// Blank nodes (restrictions, unions), owl:Thing and rdfs:Resource are left out.
void add_axioms(const TripleStore& graph, const std::function<TermId(TermId)>& number,
                Axioms& axioms);

}  // namespace hearth
