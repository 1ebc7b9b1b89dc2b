// SPDX-License-Identifier: MIT
#include "hearth/ontology/reasoning/knowledge.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/reasoning/internal/knowledge_tables.hpp"
#include "hearth/ontology/reasoning/internal/name_matching.hpp"
#include "hearth/ontology/reasoning/internal/reasoning_terms.hpp"

namespace hearth {

namespace embedded {
std::string_view digests(std::string_view name);
std::vector<std::string> digests_names();
}  // namespace embedded

namespace {

// of a similarity of at most 2: one of three words and half of the letters
constexpr double kNearEnough = 0.75;
// a current name is suggested first if it is nearly as similar
constexpr double kDeprecatedHandicap = 0.3;

// Assigns the numbers in `terms` to the terms of a graph; each is looked up once.
class Renumbering {
 public:
  Renumbering(const TripleStore& graph, TermTable& terms)
      : graph_(graph), terms_(terms), number_(graph.term_count(), kNoTerm) {}

  TermId operator()(TermId id) {
    if (number_[id] == kNoTerm) number_[id] = terms_.intern(graph_.term(id));
    return number_[id];
  }

 private:
  const TripleStore& graph_;
  TermTable& terms_;
  std::vector<TermId> number_;
};

void add_deprecated(const TripleStore& graph, Renumbering& number,
                    std::unordered_set<TermId>& deprecated) {
  const TermId predicate = graph.find_iri(axiom_terms::kDeprecated);
  if (predicate == kNoTerm) return;
  for (const Triple& t : graph.match({.predicate = predicate})) {
    if (graph.term(t.object).text == "true") deprecated.insert(number(t.subject));
  }
}

}  // namespace

std::vector<std::string> digest_names() { return embedded::digests_names(); }

std::string_view digest_text(std::string_view name) {
  const std::string_view text = embedded::digests(name);
  if (text.data() != nullptr) return text;
  throw InputError("ontology.digest_unknown", {},
                   "no ontology digest is named '" + std::string(name) + "'" +
                       expected_name(name, digest_names()));
}

std::vector<TermId> Knowledge::Tables::closure(TermId term) const {
  std::vector<TermId> found{term};
  std::unordered_set<TermId> seen{term};
  for (std::size_t k = 0; k < found.size(); ++k) {
    for (const TermId wider : Axioms::of(axioms.wider_classes, found[k])) {
      if (seen.insert(wider).second) found.push_back(wider);
    }
  }
  return found;
}

const std::vector<TermId>* Knowledge::Tables::types_of_individual(std::string_view iri) const {
  const auto found = axioms.individual_types.find(find(iri));
  return found == axioms.individual_types.end() ? nullptr : &found->second;
}

Knowledge::Knowledge(const std::vector<const TripleStore*>& axioms) {
  auto tables = std::make_unique<Tables>();
  for (const TripleStore* graph : axioms) {
    Renumbering number(*graph, tables->terms);
    add_axioms(
        *graph, [&number](TermId id) { return number(id); }, tables->axioms);
    add_deprecated(*graph, number, tables->deprecated);
  }
  tables_ = std::move(tables);
}

Knowledge Knowledge::of_digests(const std::vector<std::string>& names) {
  static std::mutex mutex;
  static std::map<std::vector<std::string>, std::weak_ptr<const Tables>> known;
  {
    const std::scoped_lock lock(mutex);
    const auto found = known.find(names);
    auto tables = found == known.end() ? nullptr : found->second.lock();
    if (tables) return Knowledge(std::move(tables));
  }
  std::vector<TripleStore> graphs;
  for (const std::string& name : names) {
    graphs.push_back(read_turtle_text(digest_text(name), name + ".ttl"));
  }
  std::vector<const TripleStore*> axioms;
  for (const TripleStore& graph : graphs) axioms.push_back(&graph);
  Knowledge made(axioms);
  const std::scoped_lock lock(mutex);
  known[names] = made.tables_;
  return made;
}

Knowledge::~Knowledge() = default;
Knowledge::Knowledge(Knowledge&&) noexcept = default;
Knowledge& Knowledge::operator=(Knowledge&&) noexcept = default;

bool Knowledge::has_class(std::string_view iri) const {
  return tables_->axioms.classes.contains(tables_->find(iri));
}

bool Knowledge::has_property(std::string_view iri) const {
  return tables_->axioms.properties.contains(tables_->find(iri));
}

const std::vector<std::string>& Knowledge::class_closure(std::string_view iri) const {
  const std::lock_guard<std::mutex> guard(tables_->lock);
  const auto known = tables_->closures.find(iri);
  if (known != tables_->closures.end()) return known->second;
  std::vector<std::string> names;
  const TermId term = tables_->find(iri);
  if (term == kNoTerm) names.emplace_back(iri);
  if (term != kNoTerm) {
    for (const TermId wider : tables_->closure(term)) {
      names.emplace_back(tables_->terms[wider].text);
    }
  }
  return tables_->closures.emplace(std::string(iri), std::move(names)).first->second;
}

bool Knowledge::is_kind_of(std::string_view iri, std::string_view ancestor) const {
  const std::vector<std::string>& wider = class_closure(iri);
  return std::find(wider.begin(), wider.end(), ancestor) != wider.end();
}

std::vector<std::string> Knowledge::nearest_classes(std::string_view iri, std::size_t most) const {
  struct Near {
    double similarity;
    std::string_view iri;
  };
  std::vector<Near> near;
  for (const TermId id : tables_->axioms.classes) {
    const std::string_view known = tables_->terms[id].text;
    if (namespace_of(known) != namespace_of(iri) || known == iri) continue;
    const double least = near.size() < most || near.empty() ? kNearEnough : near.back().similarity;
    const double handicap = tables_->deprecated.contains(id) ? kDeprecatedHandicap : 0.0;
    const double similarity = name_similarity(local_name(known), local_name(iri), least + handicap);
    if (similarity == 0.0) continue;
    near.push_back({similarity - handicap, known});
    std::sort(near.begin(), near.end(), [](const Near& a, const Near& b) {
      return a.similarity != b.similarity ? a.similarity > b.similarity : a.iri < b.iri;
    });
    if (near.size() > most) near.pop_back();
  }
  std::vector<std::string> names;
  for (const Near& entry : near) names.emplace_back(entry.iri);
  return names;
}

std::string Knowledge::class_spelt_like(std::string_view iri) const {
  const std::string_view space = namespace_of(iri);
  for (const TermId id : tables_->axioms.classes) {
    const std::string_view known = tables_->terms[id].text;
    if (namespace_of(known) == space && same_but_for_spelling(local_name(known), local_name(iri))) {
      return std::string(known);
    }
  }
  return "";
}

}  // namespace hearth
