// SPDX-License-Identifier: MIT
#include "hearth/ontology/reasoning/internal/s223/s223_topology.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/reasoning/internal/s223/s223_terms.hpp"

namespace hearth {
namespace {

struct ClassKind {
  std::string_view iri;
  S223Kind kind;
};

constexpr std::array<ClassKind, 9> kClassKinds = {{{s223::kConnectionPoint, S223Kind::Point},
                                                   {s223::kInlet, S223Kind::Point},
                                                   {s223::kOutlet, S223Kind::Point},
                                                   {s223::kBidirectional, S223Kind::Point},
                                                   {s223::kConnection, S223Kind::Connection},
                                                   {s223::kConnectable, S223Kind::Connectable},
                                                   {s223::kEquipment, S223Kind::Connectable},
                                                   {s223::kJunction, S223Kind::Connectable},
                                                   {s223::kDomainSpace, S223Kind::Connectable}}};

struct RelationKinds {
  std::string_view iri;
  S223Kind subject;
  S223Kind object;
};

constexpr std::array<RelationKinds, 14> kRelationKinds = {
    {{s223::kHasConnectionPoint, S223Kind::Connectable, S223Kind::Point},
     {s223::kIsConnectionPointOf, S223Kind::Point, S223Kind::Connectable},
     {s223::kConnectsAt, S223Kind::Connection, S223Kind::Point},
     {s223::kConnectsThrough, S223Kind::Point, S223Kind::Connection},
     {s223::kMapsTo, S223Kind::Point, S223Kind::Point},
     {s223::kPairedConnectionPoint, S223Kind::Point, S223Kind::Point},
     {s223::kConnectsFrom, S223Kind::Connection, S223Kind::Connectable},
     {s223::kConnectsTo, S223Kind::Connection, S223Kind::Connectable},
     {s223::kConnectedThrough, S223Kind::Connectable, S223Kind::Connection},
     {s223::kConnectedTo, S223Kind::Connectable, S223Kind::Connectable},
     {s223::kConnectedFrom, S223Kind::Connectable, S223Kind::Connectable},
     {s223::kConnected, S223Kind::Connectable, S223Kind::Connectable},
     {s223::kContains, S223Kind::Connectable, S223Kind::Connectable},
     {s223::kHasDomainSpace, S223Kind::Unknown, S223Kind::Connectable}}};

constexpr std::array<std::string_view, 5> kLinks = {s223::kCnx, s223::kHasConnectionPoint,
                                                    s223::kIsConnectionPointOf, s223::kConnectsAt,
                                                    s223::kConnectsThrough};

std::span<const Triple> triples_of(const TripleStore& graph, std::string_view property) {
  return graph.match({.predicate = graph.find_iri(property)});
}

std::span<const Triple> instances_of(const TripleStore& graph, std::string_view type) {
  return graph.match({.predicate = graph.find_iri(rdf::kType), .object = graph.find_iri(type)});
}

}  // namespace

S223Topology::S223Topology(const TripleStore& graph) : graph_(graph) {
  read_links();
  if (nodes_.empty()) return;
  kinds_.assign(graph.term_count(), S223Kind::Unknown);
  inlet_.assign(graph.term_count(), false);
  outlet_.assign(graph.term_count(), false);
  read_classes();
  read_relations();
  read_class_names();
  std::vector<TermId> known;
  for (const TermId node : nodes_) {
    if (kinds_[node] != S223Kind::Unknown) known.push_back(node);
  }
  settle(std::move(known));
  settle_owners();
}

std::vector<TermId> S223Topology::neighbours(TermId node, S223Kind kind) const {
  std::vector<TermId> found;
  const auto links = links_.find(node);
  if (links == links_.end()) return found;
  for (const TermId other : links->second) {
    if (kinds_[other] == kind) found.push_back(other);
  }
  return found;
}

void S223Topology::read_links() {
  for (const std::string_view property : kLinks) {
    for (const Triple& t : triples_of(graph_, property)) {
      if (graph_.term(t.object).kind == TermKind::Literal || t.subject == t.object) continue;
      links_[t.subject].push_back(t.object);
      links_[t.object].push_back(t.subject);
    }
  }
  for (auto& [node, others] : links_) {
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    nodes_.push_back(node);
  }
  std::sort(nodes_.begin(), nodes_.end());
}

bool S223Topology::set(TermId node, S223Kind kind) {
  if (kind == S223Kind::Unknown || kinds_[node] != S223Kind::Unknown) return false;
  kinds_[node] = kind;
  return true;
}

void S223Topology::read_classes() {
  for (const ClassKind& entry : kClassKinds) {
    for (const Triple& t : instances_of(graph_, entry.iri)) set(t.subject, entry.kind);
  }
  for (const Triple& t : instances_of(graph_, s223::kInlet)) inlet_[t.subject] = true;
  for (const Triple& t : instances_of(graph_, s223::kOutlet)) outlet_[t.subject] = true;
}

void S223Topology::read_relations() {
  for (const RelationKinds& entry : kRelationKinds) {
    for (const Triple& t : triples_of(graph_, entry.iri)) {
      set(t.subject, entry.subject);
      set(t.object, entry.object);
    }
  }
}

// Drafts of the standard have classes such as s223:AirInletConnectionPoint.
void S223Topology::read_class_names() {
  const TermId is_a = graph_.find_iri(rdf::kType);
  for (const TermId node : nodes_) {
    for (const Triple& t : graph_.match({.subject = node, .predicate = is_a})) {
      const std::string_view name = local_name(graph_.term(t.object).text);
      if (!name.ends_with("ConnectionPoint")) continue;
      set(node, S223Kind::Point);
      if (kinds_[node] != S223Kind::Point) continue;
      if (name.find("Inlet") != std::string_view::npos) inlet_[node] = true;
      if (name.find("Outlet") != std::string_view::npos) outlet_[node] = true;
    }
  }
}

// Returns the kind of a node with unknown class that is consistent with the kinds of its
// neighbours.
S223Kind S223Topology::fitting_kind(TermId node) const {
  bool owns = false;
  bool joins = false;
  for (const TermId other : links_.at(node)) {
    if (kinds_[other] == S223Kind::Connection || kinds_[other] == S223Kind::Connectable)
      return S223Kind::Point;
    if (kinds_[other] != S223Kind::Point) continue;
    joins = joins || !neighbours(other, S223Kind::Connectable).empty();
    owns = owns || !neighbours(other, S223Kind::Connection).empty();
  }
  if (joins == owns) return S223Kind::Unknown;  // nothing is known, or there is a contradiction
  return joins ? S223Kind::Connection : S223Kind::Connectable;
}

// Determines the kinds of the nodes around the known ones, and then of those around these.
void S223Topology::settle(std::vector<TermId> known) {
  const auto fit = [&](TermId node) {
    if (kinds_[node] == S223Kind::Unknown && set(node, fitting_kind(node))) known.push_back(node);
  };
  while (!known.empty()) {
    const TermId node = known.back();
    known.pop_back();
    for (const TermId near : links_.at(node)) {
      fit(near);
      if (kinds_[near] != S223Kind::Point) continue;
      for (const TermId far : links_.at(near)) fit(far);
    }
  }
}

// A point with only one neighbour is in contact with its owner, because every point has one.
void S223Topology::settle_owners() {
  std::vector<TermId> found;
  for (const TermId node : nodes_) {
    if (kinds_[node] != S223Kind::Point || links_.at(node).size() != 1) continue;
    const TermId owner = links_.at(node).front();
    if (set(owner, S223Kind::Connectable)) found.push_back(owner);
  }
  settle(std::move(found));
}

}  // namespace hearth
