// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hearth/ontology/rdf/term_table.hpp"
#include "hearth/ontology/reasoning/internal/axioms.hpp"
#include "hearth/ontology/reasoning/knowledge.hpp"

namespace hearth {

/// The terms of ontologies, their axioms, and cached answers.
struct Knowledge::Tables {
  TermTable terms;
  Axioms axioms;
  std::unordered_set<TermId> deprecated;

  TermId find(std::string_view iri) const { return terms.find(iri_term(iri)); }
  /// Returns the types of an individual of an ontology; nullptr for other terms.
  const std::vector<TermId>* types_of_individual(std::string_view iri) const;
  /// Returns the class and all wider ones, in the order of distance.
  std::vector<TermId> closure(TermId term) const;

  // Created on demand; all other members never change. Elements of the map keep their addresses.
  mutable std::mutex lock;
  mutable std::map<std::string, std::vector<std::string>, std::less<>> closures;
};

}  // namespace hearth
