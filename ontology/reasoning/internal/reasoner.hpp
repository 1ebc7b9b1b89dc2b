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

/// Triples that follow, over the terms of a graph and those that come after them.
struct DerivedTriples {
  std::vector<Triple> triples;         ///< each once, none in the graph
  std::vector<std::string> new_terms;  ///< IRIs by number, beginning with the graph's term_count()
};

/// Applies the axioms of ontologies, and those in the graph itself, to the triples of a graph.
///
/// All wider properties, inverses and symmetric properties of a property are found once, so that
/// one pass over the triples is a fixed point.
///
/// All throw InputError `limit.exceeded` if more follows than `WorkLimit::DerivedTriples` allows,
/// or if `WorkLimit::GraphSteps` are found of which most are known already.
class Reasoner {
 public:
  /// Both outlive the reasoner.
  Reasoner(const TripleStore& graph, const Knowledge& knowledge);

  /// Adds the wider classes of every asserted type.
  void add_types();
  /// Adds the types of what the ontologies themselves list (media, roles) and the graph
  /// points to.
  void add_individual_types();
  /// Adds what follows from triples by the axioms of their properties.
  void add_relations(std::span<const Triple> triples);
  /// Adds triples and what follows from them by the axioms of their properties.
  void add(const std::vector<S223Triple>& triples);

  /// Returns what was found and counts it by rule.
  DerivedTriples take(std::map<std::string, std::size_t>& by_rule);

 private:
  struct Consequence {
    TermId property;
    bool backwards;  // subject and object change places
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
  Axioms own_;  // of the graph
  std::vector<std::string> new_terms_;
  std::map<std::string, TermId, std::less<>> new_numbers_;
  std::unordered_map<TermId, std::vector<TermId>> wider_;
  std::unordered_map<TermId, std::vector<Consequence>> consequences_;
  std::vector<Triple> derived_;
  std::unordered_set<Triple, Hash> seen_;
  std::map<std::string_view, std::size_t> counts_;
  std::int64_t looked_at_ = 0;  // triples that follow, whether they are new or not
};

}  // namespace hearth
