// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

/// What a node is in the chain equipment - connection point - connection - connection point - ...
enum class S223Kind : std::uint8_t { Unknown, Point, Connection, Connectable };

/// The chains of a 223P graph: who touches whom, and what each node is.
///
/// A node is what its classes say; one without a known class what a relation shows
/// (`hasConnectionPoint`, `mapsTo`, ...), what its class is called (`AirConnectionPoint`), or what
/// fits between its neighbours: a point has one owner and at most one connection.
class S223Topology {
 public:
  /// The graph has the superclasses of its nodes already (infer.hpp) and outlives this.
  explicit S223Topology(const TripleStore& graph);

  bool empty() const { return nodes_.empty(); }
  /// Returns the nodes that touch others, in order of their numbers.
  const std::vector<TermId>& nodes() const { return nodes_; }
  S223Kind kind(TermId node) const { return kinds_[node]; }
  /// Returns the neighbours of that kind, in order of their numbers.
  std::vector<TermId> neighbours(TermId node, S223Kind kind) const;
  bool is_inlet(TermId point) const { return inlet_[point]; }
  bool is_outlet(TermId point) const { return outlet_[point]; }

 private:
  void read_links();
  void read_classes();
  void read_relations();
  void read_class_names();
  void settle(std::vector<TermId> known);
  void settle_owners();
  S223Kind fitting_kind(TermId node) const;
  bool set(TermId node, S223Kind kind);

  const TripleStore& graph_;
  std::vector<S223Kind> kinds_;       // by term number
  std::vector<bool> inlet_, outlet_;  // by term number
  std::vector<TermId> nodes_;
  std::unordered_map<TermId, std::vector<TermId>> links_;
};

}  // namespace hearth
