// SPDX-License-Identifier: MIT
#include "hearth/ontology/reasoning/internal/reasoner.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "hearth/framework/base/limits.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/reasoning/internal/knowledge_tables.hpp"

namespace hearth {
namespace {

constexpr std::string_view kRuleClass = "class";
constexpr std::string_view kRuleIndividual = "individual";
constexpr std::string_view kRuleSubProperty = "sub_property";
constexpr std::string_view kRuleInverse = "inverse";
constexpr std::string_view kRuleSymmetric = "symmetric";

}  // namespace

std::size_t Reasoner::Hash::operator()(const Triple& triple) const {
  constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15ULL;
  std::uint64_t hash = (std::uint64_t{triple.subject} << 32U | triple.object) * kMix;
  hash ^= hash >> 29U;
  return (hash + triple.predicate) * kMix >> 8U;
}

Reasoner::Reasoner(const TripleStore& graph, const Knowledge& knowledge)
    : graph_(graph), known_(*knowledge.tables_) {
  add_axioms(
      graph, [](TermId id) { return id; }, own_);
}

TermId Reasoner::number(std::string_view iri) {
  const TermId found = graph_.find_iri(iri);
  if (found != kNoTerm) return found;
  const auto known = new_numbers_.find(iri);
  if (known != new_numbers_.end()) return known->second;
  const auto fresh = static_cast<TermId>(graph_.term_count() + new_terms_.size());
  new_terms_.emplace_back(iri);
  new_numbers_.emplace(std::string(iri), fresh);
  return fresh;
}

std::string_view Reasoner::text(TermId term) const {
  if (term < graph_.term_count()) return graph_.term(term).text;
  return new_terms_[term - graph_.term_count()];
}

// Returns the terms to which a term is linked directly, by the graph itself and by the ontologies.
std::vector<TermId> Reasoner::linked(Axioms::Links Axioms::*links, TermId term) {
  if (term < graph_.term_count() && graph_.term(term).kind != TermKind::Iri) return {};
  std::vector<TermId> out = Axioms::of(own_.*links, term);
  const TermId known = known_.find(text(term));
  if (known == kNoTerm) return out;
  for (const TermId other : Axioms::of(known_.axioms.*links, known)) {
    out.push_back(number(known_.terms[other].text));
  }
  return out;
}

bool Reasoner::is_symmetric(TermId property) const {
  return own_.symmetric.contains(property) ||
         known_.axioms.symmetric.contains(known_.find(text(property)));
}

const std::vector<TermId>& Reasoner::wider_classes(TermId type) {
  const auto [entry, added] = wider_.try_emplace(type);
  if (!added) return entry->second;
  std::vector<TermId> found{type};
  std::unordered_set<TermId> seen{type};
  for (std::size_t k = 0; k < found.size(); ++k) {
    for (const TermId wider : linked(&Axioms::wider_classes, found[k])) {
      if (seen.insert(wider).second) found.push_back(wider);
    }
  }
  found.erase(found.begin());
  return entry->second = std::move(found);
}

const std::vector<Reasoner::Consequence>& Reasoner::consequences(TermId property) {
  const auto [entry, added] = consequences_.try_emplace(property);
  if (!added) return entry->second;
  std::vector<Consequence> found{{property, false, {}}};
  std::set<std::pair<TermId, bool>> seen{{property, false}};
  const auto reach = [&](TermId next, bool backwards, std::string_view rule) {
    if (seen.emplace(next, backwards).second) found.push_back({next, backwards, rule});
  };
  for (std::size_t k = 0; k < found.size(); ++k) {
    const Consequence now = found[k];
    for (const TermId wider : linked(&Axioms::wider_properties, now.property)) {
      reach(wider, now.backwards, kRuleSubProperty);
    }
    for (const TermId inverse : linked(&Axioms::inverses, now.property)) {
      reach(inverse, !now.backwards, kRuleInverse);
    }
    if (is_symmetric(now.property)) reach(now.property, !now.backwards, kRuleSymmetric);
  }
  found.erase(found.begin());
  return entry->second = std::move(found);
}

void Reasoner::derive(const Triple& triple, std::string_view rule) {
  check_limit(WorkLimit::GraphSteps, ++looked_at_, {.file = graph_.source()});
  if (graph_.contains(triple) || !seen_.insert(triple).second) return;
  derived_.push_back(triple);
  check_limit(WorkLimit::DerivedTriples, std::ssize(derived_), {.file = graph_.source()});
  ++counts_[rule];
}

void Reasoner::derive_from(const Triple& triple) {
  const std::vector<Consequence>& following = consequences(triple.predicate);
  if (following.empty()) return;
  const bool has_name =
      triple.object >= graph_.term_count() || graph_.term(triple.object).kind != TermKind::Literal;
  for (const Consequence& next : following) {
    if (next.backwards && !has_name) continue;
    derive(next.backwards ? Triple{triple.object, next.property, triple.subject}
                          : Triple{triple.subject, next.property, triple.object},
           next.rule);
  }
}

void Reasoner::add_types() {
  const TermId is_a = graph_.find_iri(rdf::kType);
  if (is_a == kNoTerm) return;
  for (const Triple& t : graph_.match({.predicate = is_a})) {
    for (const TermId wider : wider_classes(t.object)) {
      derive({t.subject, is_a, wider}, kRuleClass);
    }
  }
}

void Reasoner::add_individual(std::string_view iri) {
  const std::vector<TermId>* types = known_.types_of_individual(iri);
  if (types == nullptr) return;
  const TermId node = number(iri);
  const TermId is_a = number(rdf::kType);
  for (const TermId type : *types) {
    const TermId named = number(known_.terms[type].text);
    derive({node, is_a, named}, kRuleIndividual);
    for (const TermId wider : wider_classes(named)) derive({node, is_a, wider}, kRuleIndividual);
  }
}

void Reasoner::add_individual_types() {
  const TermId is_a = graph_.find_iri(rdf::kType);
  for (const auto& [individual, types] : known_.axioms.individual_types) {
    const std::string_view iri = known_.terms[individual].text;
    const TermId node = graph_.find_iri(iri);
    const auto uses = graph_.match({.object = node});
    const bool used = std::any_of(uses.begin(), uses.end(),
                                  [is_a](const Triple& t) { return t.predicate != is_a; });
    if (used) add_individual(iri);
  }
}

void Reasoner::add_relations(std::span<const Triple> triples) {
  for (const Triple& triple : triples) derive_from(triple);
}

void Reasoner::add(const std::vector<S223Triple>& triples) {
  for (const S223Triple& entry : triples) {
    const TermId object = entry.object == kNoTerm ? number(entry.value) : entry.object;
    const Triple triple{entry.subject, number(entry.property), object};
    derive(triple, entry.rule);
    derive_from(triple);
    if (entry.object == kNoTerm) add_individual(entry.value);
  }
}

DerivedTriples Reasoner::take(std::map<std::string, std::size_t>& by_rule) {
  for (const auto& [rule, count] : counts_) by_rule[std::string(rule)] += count;
  return {std::move(derived_), std::move(new_terms_)};
}

}  // namespace hearth
