// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hearth/framework/order/digraph.hpp"
#include "hearth/framework/order/order.hpp"

namespace hearth::graph {

/// Returns the nodes in a sequence against which few edges point; takes linear time in the number
/// of edges (Eades, Lin and Smyth 1993).
std::vector<int> sequence_with_few_back_edges(int nodes, std::span<const Edge> edges);

/// Returns few, but not the fewest, edges whose removal leaves no cycle: those that point against
/// the sequence above, except those that close no cycle when they are restored. Edges pinned as
/// `Never`, which must contain no cycle, are kept; those pinned as `Prefer` are restored last.
std::vector<int> feedback_arcs(int nodes, std::span<const Edge> edges,
                               std::span<const CutPin> pins);

}  // namespace hearth::graph
