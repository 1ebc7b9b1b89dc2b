// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hearth/framework/order/internal/digraph.hpp"
#include "hearth/framework/order/order.hpp"

namespace hearth::graph {

/// Returns the nodes in a sequence against which few edges run: linear in the number of edges
/// (Eades, Lin and Smyth 1993).
std::vector<int> sequence_with_few_back_edges(int nodes, std::span<const Edge> edges);

/// Returns edges to remove so that no cycle is left, few but not the fewest: those that run against
/// the sequence above, less each that closes no cycle when it is put back. Edges pinned as `Never`,
/// which must hold no cycle, are kept; those pinned as `Prefer` are put back last.
std::vector<int> feedback_arcs(int nodes, std::span<const Edge> edges,
                               std::span<const CutPin> pins);

}  // namespace hearth::graph
