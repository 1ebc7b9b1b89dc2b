// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

/// Directed graphs with nodes 0 ... n - 1; edges are numbered by their position in a list. No
/// function recurses, so that the stack does not limit the depth of a graph.
namespace hearth::graph {

struct Edge {
  int source = 0;
  int target = 0;
};

/// The edges at each node, in the order of the list.
class Incidence {
 public:
  enum class By { Source, Target, Either };

  Incidence(int nodes, std::span<const Edge> edges, By by);

  std::span<const int> operator[](int node) const {
    return {edges_.data() + first_[node], edges_.data() + first_[node + 1]};
  }

 private:
  std::vector<int> first_;  // of each node in edges_, and one past the last
  std::vector<int> edges_;
};

/// Some edges of a larger graph. Their nodes are renumbered from 0 in the same sequence.
struct Part {
  std::vector<int> nodes;   ///< numbers in the larger graph
  std::vector<Edge> edges;  ///< in the order in which they were chosen
};

/// Returns the part of a graph that consists of the chosen edges and their nodes.
Part part_of(std::span<const Edge> edges, std::span<const int> chosen);

/// Returns, for each node, the number of its strongly connected component. Edges between components
/// lead to smaller numbers.
std::vector<int> strong_components(int nodes, std::span<const Edge> edges);

/// Returns the chosen edges that are on a cycle, grouped by strongly connected component.
/// Components are in the order of their first chosen edge; edges keep their order inside a
/// component.
std::vector<std::vector<int>> cyclic_components(std::span<const Edge> edges,
                                                std::span<const int> chosen);

/// Returns the chosen edges that are on a cycle, divided into biconnected blocks of the strongly
/// connected components, so that each simple cycle is in one block.
std::vector<std::vector<int>> cyclic_blocks(std::span<const Edge> edges,
                                            std::span<const int> chosen);

}  // namespace hearth::graph
