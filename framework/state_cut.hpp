// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/couplings.hpp"

namespace hearth {

/// Edges parted by what the policy `state-edges` does with them.
struct StateCut {
  /// Between two components that read each other's state. If one way were put back, the heat that
  /// leaves one would be reckoned with another temperature than the heat that enters the other.
  std::vector<int> always;
  /// Cut only where that opens a cycle; in the order in which they are tried: `update`, then
  /// state, then preferred edges, each by ids.
  std::vector<int> if_needed;
  /// Not cut; may hold algebraic loops.
  std::vector<int> kept;
};

/// Returns how the edges of a strongly connected group are parted: out of cycles are taken first
/// preferred edges, then those that carry a state, then, on loops without any, those of `update`.
StateCut cut_state_edges(const Couplings& couplings, const std::vector<int>& edges);

/// Returns those of the tried edges that close a cycle when they are added, one after the other,
/// to the kept ones, which hold none.
std::vector<int> closing_cycles(const Couplings& couplings, const std::vector<int>& kept,
                                const std::vector<int>& tried);

}  // namespace hearth
