// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hearth/framework/order/digraph.hpp"
#include "hearth/framework/order/order.hpp"

namespace hearth::graph {

/// Returns a sequence of the nodes such that few edges lead to an earlier node (Eades, Lin and
/// Smyth 1993). The time is linear in the number of edges.
std::vector<int> sequence_with_few_back_edges(int nodes, std::span<const Edge> edges);

/// Returns few edges, though not the smallest possible number, whose removal leaves no cycle: the
/// edges that lead to an earlier node of the sequence above, except those that can be restored
/// without closing a cycle. Edges pinned as `Never`, which must contain no cycle, are kept; edges
/// pinned as `Prefer` are restored last.
std::vector<int> feedback_arcs(int nodes, std::span<const Edge> edges,
                               std::span<const CutPin> pins);

}  // namespace hearth::graph
