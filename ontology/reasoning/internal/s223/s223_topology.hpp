// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

/// The kind of a node in a chain equipment - connection point - connection - connection point - ...
enum class S223Kind : std::uint8_t { Unknown, Point, Connection, Connectable };

/// The chains of a 223P graph: the contacts between nodes, and the kind of each node.
///
/// The kind of a node follows from its classes. If none of them is known, it follows from a
/// relation (`hasConnectionPoint`, `mapsTo`, ...), from the name of its class
/// (`AirConnectionPoint`), or from its neighbours: a point has one owner and at most one
/// connection.
class S223Topology {
 public:
  /// The graph must already contain the superclasses of its nodes (infer.hpp) and must outlive
  /// this.
  explicit S223Topology(const TripleStore& graph);

  bool empty() const { return nodes_.empty(); }
  /// Returns the nodes in contact with others, in the order of their numbers.
  const std::vector<TermId>& nodes() const { return nodes_; }
  S223Kind kind(TermId node) const { return kinds_[node]; }
  /// Returns the neighbours of that kind, in the order of their numbers.
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
