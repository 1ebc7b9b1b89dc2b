// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "hearth/framework/order/digraph.hpp"

namespace hearth::graph {

/// Number of simple cycles. It has 128 bits, because numbers multiply along series of parallel
/// edges: 20 diamonds in a ring already have 2^20 cycles.
__extension__ typedef unsigned __int128 CycleCount;

/// The effort that is permitted for counting cycles.
struct Effort {
  long cycles = 200'000;  ///< cycles that one count may enumerate
  long work = 0;          ///< elementary steps (a few ns each) of all counts together
};

/// Returns, for each edge, the exact number of simple cycles that contain it; parallel edges are in
/// different cycles. Returns nothing if the effort is not sufficient or a number exceeds 128 bits.
///
/// With Z = sum over the simple cycles of the product of their edge weights (all 1), the number of
/// cycles through edge e is w_e dZ/dw_e. Z does not change when
///
/// - a node with a single predecessor or a single successor is contracted (weights multiply),
/// - edges between the same two nodes are merged (weights add),
/// - an edge from a node to itself is removed (its weight is the number of cycles that it
///   represents).
///
/// In the remaining graph, the cycles through one node are enumerated (Johnson 1975), the node is
/// removed, and the reduction continues. A backward pass through the reductions yields dZ/dw_e.
std::optional<std::vector<CycleCount>> cycles_through_edges(int nodes, std::span<const Edge> edges,
                                                            Effort& effort);

}  // namespace hearth::graph
