// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <set>
#include <span>
#include <vector>

#include "hearth/framework/order/internal/component_graph.hpp"
#include "hearth/framework/order/internal/cycles.hpp"

namespace hearth {

/// The number of distinct connected output ports of each node, as edges are removed.
class PortUse {
 public:
  PortUse(const ComponentGraph& couplings, const std::vector<Link>& links);

  int distinct(int node) const { return distinct_[node]; }
  void remove(int edge);

 private:
  const ComponentGraph& couplings_;
  std::vector<int> port_;      // of each link: number of its port among all ports in use
  std::vector<int> readers_;   // links at each port
  std::vector<int> distinct_;  // of each node
};

/// Breaks cycles by repeatedly removing the edge that is in the largest number of simple cycles.
/// After each removal, only cycles in the changed block are counted again.
class GreedyCut {
 public:
  /// `budget` is that of OrderOptions; edges that are removed are also removed from `ports`.
  GreedyCut(const ComponentGraph& couplings, PortUse& ports, long budget);

  /// Returns the edges to remove so that the given edges contain no cycle, or nothing if there are
  /// too many cycles to count. No cycle may consist only of edges that are pinned as `Never`.
  std::optional<std::vector<int>> run(const std::vector<int>& edges);

 private:
  /// An edge that is removed next if no other candidate is better.
  struct Candidate {
    bool preferred = false;
    graph::CycleCount cycles = 0;
    int ports = 0;
    int edge = 0;
    bool operator<(const Candidate& other) const;
  };
  static constexpr int kNone = -1;

  bool add_blocks(std::span<const int> edges);
  void add_candidates(const std::vector<int>& block, const std::vector<graph::CycleCount>& cycles);
  bool cut(int edge);
  void withdraw(int edge);
  void update_ports(int node);
  Candidate candidate(int edge) const;

  const ComponentGraph& couplings_;
  PortUse& ports_;
  graph::Effort effort_;
  std::set<Candidate> candidates_;
  std::vector<std::vector<int>> blocks_;
  // Of each edge:
  std::vector<int> block_;
  std::vector<graph::CycleCount> cycles_;
  std::vector<int> listed_ports_;  // as a candidate; kNone if it is not one
};

/// The edges of a group, divided by their treatment with the policy `state-edges`.
struct StateCut {
  /// Edges that are always removed. These are edges between two components that read each other's
  /// state: if one of them were kept, the heat that leaves one component would be computed with
  /// another temperature than the heat that enters the other. They are also edges pinned as
  /// `Prefer`, one after another, as long as they are on a cycle.
  std::vector<int> always;
  /// Edges that are removed only if this breaks a cycle, in this order: edges that carry values of
  /// `update` and are on loops without a state, then edges that carry a state, each kind by ids.
  std::vector<int> if_needed;
  /// Edges that are kept; they may contain algebraic loops.
  std::vector<int> kept;
};

/// Returns the treatment of the edges of a strongly connected group.
StateCut cut_state_edges(const ComponentGraph& couplings, const std::vector<int>& edges);

/// Returns the edges of `tried` that close a cycle when the edges of `tried` are added, one after
/// another, to those of `kept`, which contain no cycle.
std::vector<int> closing_cycles(const ComponentGraph& couplings, const std::vector<int>& kept,
                                const std::vector<int>& tried);

}  // namespace hearth
