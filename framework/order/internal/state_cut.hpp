// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/order/internal/component_graph.hpp"

namespace hearth {

/// Edges parted by what the policy `state-edges` does with them.
struct StateCut {
  /// Cut for good: edges between two components that read each other's state (if one way were put
  /// back, the heat that leaves one would be reckoned with another temperature than the heat that
  /// enters the other) and preferred edges, one after the other while they lie on a cycle.
  std::vector<int> always;
  /// Cut only where that opens a cycle; in the order in which they are tried: those of `update`,
  /// which lie on loops without a state, then those that carry a state, each by ids.
  std::vector<int> if_needed;
  /// Not cut; may hold algebraic loops.
  std::vector<int> kept;
};

/// Returns how the edges of a strongly connected group are parted.
StateCut cut_state_edges(const ComponentGraph& couplings, const std::vector<int>& edges);

/// Returns those of the tried edges that close a cycle when they are added, one after the other,
/// to the kept ones, which hold none.
std::vector<int> closing_cycles(const ComponentGraph& couplings, const std::vector<int>& kept,
                                const std::vector<int>& tried);

}  // namespace hearth
