// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <set>
#include <span>
#include <vector>

#include "hearth/framework/order/internal/component_graph.hpp"
#include "hearth/framework/order/internal/cycles.hpp"

namespace hearth {

/// Numbers of distinct output ports in use while edges are removed.
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

/// Breaks cycles by repeatedly removing the edge with the most simple cycles through it.
/// After each removal only the block of cycles that was changed is counted again.
class GreedyCut {
 public:
  /// `budget` as in OrderOptions; edges cut here or before are removed from `ports`.
  GreedyCut(const ComponentGraph& couplings, PortUse& ports, long budget);

  /// Returns the edges to remove so that the given ones contain no cycle, or nothing if the cycles
  /// are too many to count. No cycle may consist only of edges pinned as `Never`.
  std::optional<std::vector<int>> run(const std::vector<int>& edges);

 private:
  /// An edge that is next if its block has no better one.
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

/// Edges by how the policy `state-edges` treats them.
struct StateCut {
  /// Always cut: edges between two components that read each other's state (if one were restored,
  /// the heat that leaves one component would be computed with another temperature than the heat
  /// that enters the other), and preferred edges, one after another while they are on a cycle.
  std::vector<int> always;
  /// Cut only if this breaks a cycle, in this order: edges of `update`, which are on loops without
  /// a state, then those that carry a state, each by ids.
  std::vector<int> if_needed;
  /// Not cut; may contain algebraic loops.
  std::vector<int> kept;
};

/// Returns the treatment of the edges of a strongly connected group.
StateCut cut_state_edges(const ComponentGraph& couplings, const std::vector<int>& edges);

/// Returns the tried edges that close a cycle when they are added, one after another, to the kept
/// ones, which contain no cycle.
std::vector<int> closing_cycles(const ComponentGraph& couplings, const std::vector<int>& kept,
                                const std::vector<int>& tried);

}  // namespace hearth
