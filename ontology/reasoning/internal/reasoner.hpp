// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/reasoning/internal/axioms.hpp"
#include "hearth/ontology/reasoning/internal/s223/s223_rules.hpp"
#include "hearth/ontology/reasoning/knowledge.hpp"

namespace hearth {

/// Inferred triples with terms of a graph and additional terms.
struct DerivedTriples {
  std::vector<Triple> triples;  ///< each once, none of them in the graph
  /// IRIs by number, beginning with `term_count()` of the graph.
  std::vector<std::string> new_terms;
};

/// Applies the axioms of ontologies, and those in the graph itself, to the triples of a graph.
///
/// All wider properties, inverses and symmetric properties of a property are determined once, so
/// that a single pass over the triples reaches the fixed point.
///
/// All functions throw InputError `limit.exceeded` if they infer more new triples than
/// `WorkLimit::DerivedTriples` permits, or if they reach `WorkLimit::GraphSteps` inferred triples,
/// of which some may already be known.
class Reasoner {
 public:
  /// Both arguments must outlive the reasoner.
  Reasoner(const TripleStore& graph, const Knowledge& knowledge);

  /// Adds the wider classes of every asserted type.
  void add_types();
  /// Adds the types of individuals of the ontologies (media, roles) that occur as objects in the
  /// graph.
  void add_individual_types();
  /// Adds the triples that follow from triples by the axioms of their properties.
  void add_relations(std::span<const Triple> triples);
  /// Adds triples and those that follow from them by the axioms of their properties.
  void add(const std::vector<S223Triple>& triples);

  /// Returns the inferred triples and counts them by rule.
  DerivedTriples take(std::map<std::string, std::size_t>& by_rule);

 private:
  struct Consequence {
    TermId property;
    bool backwards;  // whether subject and object are exchanged
    std::string_view rule;
  };
  struct Hash {
    std::size_t operator()(const Triple& triple) const;
  };

  TermId number(std::string_view iri);
  std::string_view text(TermId term) const;
  std::vector<TermId> linked(Axioms::Links Axioms::*links, TermId term);
  bool is_symmetric(TermId property) const;
  const std::vector<TermId>& wider_classes(TermId type);
  const std::vector<Consequence>& consequences(TermId property);
  void add_individual(std::string_view iri);
  void derive(const Triple& triple, std::string_view rule);
  void derive_from(const Triple& triple);

  const TripleStore& graph_;
  const Knowledge::Tables& known_;
  Axioms own_;  // axioms of the graph
  std::vector<std::string> new_terms_;
  std::map<std::string, TermId, std::less<>> new_numbers_;
  std::unordered_map<TermId, std::vector<TermId>> wider_;
  std::unordered_map<TermId, std::vector<Consequence>> consequences_;
  std::vector<Triple> derived_;
  std::unordered_set<Triple, Hash> seen_;
  std::map<std::string_view, std::size_t> counts_;
  std::int64_t looked_at_ = 0;  // number of inferred triples, known ones included
};

}  // namespace hearth
