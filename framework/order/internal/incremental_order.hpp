// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/order/digraph.hpp"

namespace hearth::graph {

/// A graph without cycles that grows edge by edge and keeps a topological order of its nodes
/// (Pearce and Kelly 2006). Only nodes between the two ends of a new edge are visited and moved.
class IncrementalOrder {
 public:
  /// Starts without edges; `sequence` contains every node once, in the initial order.
  explicit IncrementalOrder(std::vector<int> sequence);

  /// Adds an edge. If it would close a cycle, returns false and adds nothing.
  bool insert(Edge edge);
  /// Returns the number of edges that were visited so far.
  long visits() const { return visits_; }

 private:
  bool search_forward(Edge edge);
  void search_backward(Edge edge);
  void move();
  void forget(const std::vector<int>& nodes);

  std::vector<int> position_;  // of each node
  std::vector<std::vector<int>> out_, in_;
  std::vector<bool> seen_;
  std::vector<int> after_;   // nodes that must come after the new edge's source
  std::vector<int> before_;  // nodes that must come before its target
  long visits_ = 0;
};

}  // namespace hearth::graph
