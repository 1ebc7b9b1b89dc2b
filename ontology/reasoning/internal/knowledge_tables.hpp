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

/// The terms of ontologies, their axioms, and answers that were asked for before.
struct Knowledge::Tables {
  TermTable terms;
  Axioms axioms;
  std::unordered_set<TermId> deprecated;

  TermId find(std::string_view iri) const { return terms.find(iri_term(iri)); }
  /// Returns the types of what an ontology lists, nullptr for other terms.
  const std::vector<TermId>* types_of_individual(std::string_view iri) const;
  /// Returns the class and all wider ones, the class first, near ones before far ones.
  std::vector<TermId> closure(TermId term) const;

  // Made when first asked for; the rest never changes. Elements of the map keep their addresses.
  mutable std::mutex lock;
  mutable std::map<std::string, std::vector<std::string>, std::less<>> closures;
};

}  // namespace hearth
