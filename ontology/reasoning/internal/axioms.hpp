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

/// Statements of an ontology on its own terms, one step at a time; terms by number.
struct Axioms {
  using Links = std::unordered_map<TermId, std::vector<TermId>>;

  Links wider_classes;     ///< superclasses, equivalent classes and aliases
  Links wider_properties;  ///< super-properties and equivalent properties
  Links inverses;          ///< both ways
  std::map<TermId, std::vector<TermId>> individual_types;  ///< of what the ontology lists (media)
  std::unordered_set<TermId> symmetric;
  std::unordered_set<TermId> classes;     ///< declared as such
  std::unordered_set<TermId> properties;  ///< declared as such

  /// Returns what a term is linked to; nothing for one without links.
  static const std::vector<TermId>& of(const Links& links, TermId term);
};

/// Adds the axioms of a graph; `number` gives a term of the graph its number in `axioms`.
/// Blank nodes (restrictions, unions) are left out, and so are owl:Thing and rdfs:Resource.
void add_axioms(const TripleStore& graph, const std::function<TermId(TermId)>& number,
                Axioms& axioms);

}  // namespace hearth
