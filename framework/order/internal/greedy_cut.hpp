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

/// Opens cycles by removing, again and again, the edge with the most simple cycles through it.
/// After each removal only the block of cycles that was touched is counted again.
class GreedyCut {
 public:
  /// `budget` as in OrderOptions; edges cut here or before are taken out of `ports`.
  GreedyCut(const ComponentGraph& couplings, PortUse& ports, long budget);

  /// Returns the edges to remove so that the given ones hold no cycle, or nothing if the cycles
  /// are too many to count. No cycle may consist of edges pinned as `Never`.
  std::optional<std::vector<int>> run(const std::vector<int>& edges);

 private:
  /// An edge that is next where its block has no better one.
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
  std::vector<int> listed_ports_;  // as a candidate; kNone where it is none
};

}  // namespace hearth
