// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hearth/framework/order/digraph.hpp"
#include "hearth/framework/order/order.hpp"

namespace hearth {

/// The graph of components, with one edge for all links from one component to another. Nodes are
/// numbered in the order of their ids, and edges are sorted by source, then by target, so that
/// comparing numbers compares ids.
struct ComponentGraph {
  ComponentGraph(const std::vector<std::string>& component_ids, const std::vector<Link>& all_links);

  int nodes() const { return static_cast<int>(component.size()); }
  /// Returns the positions, in the list of the caller, of the links that form an edge.
  std::span<const int> links_of(int edge) const {
    return {links.data() + first_link[edge], links.data() + first_link[edge + 1]};
  }
  /// Returns the number of the edge from one node to another, or -1.
  int find(graph::Edge ends) const;
  /// Returns `a -> b`.
  std::string name(int edge) const;

  std::vector<std::string> ids;  ///< of each node, ascending
  std::vector<int> component;    ///< position of each node in the list of the caller
  std::vector<graph::Edge> edges;
  std::vector<CutPin> pins;       ///< of each edge
  std::vector<Carrier> carriers;  ///< of each edge: the most direct of its links
  std::vector<int> first_link;    ///< of each edge in `links`, then the size of `links`
  std::vector<int> links;
};

/// Throws ModelError `model.cycle_pinned` if edges that are pinned as `Never` alone form a cycle.
void refuse_pinned_cycles(const ComponentGraph& couplings);

}  // namespace hearth
