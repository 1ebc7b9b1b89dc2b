// SPDX-License-Identifier: MIT
#include "hearth/framework/order/digraph.hpp"

#include <algorithm>
#include <utility>

namespace hearth::graph {
namespace {

/// Tarjan's algorithm with an explicit path.
class StrongComponents {
 public:
  StrongComponents(int nodes, std::span<const Edge> edges)
      : edges_(edges),
        out_(nodes, edges, Incidence::By::Source),
        component_(nodes, -1),
        number_(nodes, -1),
        low_(nodes, 0),
        next_(nodes, 0) {}

  std::vector<int> run() {
    for (int root = 0; root < std::ssize(number_); ++root) {
      if (number_[root] < 0) search(root);
    }
    return std::move(component_);
  }

 private:
  void search(int root) {
    enter(root);
    while (!path_.empty()) {
      const int node = path_.back();
      if (next_[node] < std::ssize(out_[node])) {
        follow(node, edges_[out_[node][next_[node]++]].target);
      } else {
        leave(node);
      }
    }
  }

  void enter(int node) {
    number_[node] = low_[node] = visited_++;
    path_.push_back(node);
    open_.push_back(node);
  }

  void follow(int node, int target) {
    if (number_[target] < 0) {
      enter(target);
    } else if (component_[target] < 0) {
      low_[node] = std::min(low_[node], number_[target]);
    }
  }

  void leave(int node) {
    path_.pop_back();
    if (!path_.empty()) low_[path_.back()] = std::min(low_[path_.back()], low_[node]);
    if (low_[node] != number_[node]) return;
    while (component_[node] < 0) {
      component_[open_.back()] = count_;
      open_.pop_back();
    }
    ++count_;
  }

  std::span<const Edge> edges_;
  Incidence out_;
  std::vector<int> component_, number_, low_, next_, path_, open_;
  int visited_ = 0;
  int count_ = 0;
};

/// Hopcroft and Tarjan's biconnected blocks; directions are ignored, no edge is a loop.
class Blocks {
 public:
  Blocks(int nodes, std::span<const Edge> edges)
      : edges_(edges),
        at_(nodes, edges, Incidence::By::Either),
        number_(nodes, -1),
        low_(nodes, 0),
        next_(nodes, 0),
        seen_(edges.size(), false) {}

  std::vector<std::vector<int>> run() {
    for (int root = 0; root < std::ssize(number_); ++root) {
      if (number_[root] < 0) search(root);
    }
    return std::move(blocks_);
  }

 private:
  struct Visit {
    int node = 0;
    int edge = -1;  // by which the node was reached
  };

  void search(int root) {
    enter({root, -1});
    while (!path_.empty()) {
      const int node = path_.back().node;
      if (next_[node] < std::ssize(at_[node])) {
        follow(node, at_[node][next_[node]++]);
      } else {
        leave();
      }
    }
  }

  void enter(Visit visit) {
    number_[visit.node] = low_[visit.node] = visited_++;
    path_.push_back(visit);
  }

  void follow(int node, int edge) {
    if (seen_[edge]) return;
    seen_[edge] = true;
    open_.push_back(edge);
    const int other = edges_[edge].source == node ? edges_[edge].target : edges_[edge].source;
    if (number_[other] < 0) {
      enter({other, edge});
    } else {
      low_[node] = std::min(low_[node], number_[other]);
    }
  }

  void leave() {
    const Visit done = path_.back();
    path_.pop_back();
    if (path_.empty()) return;
    const int parent = path_.back().node;
    low_[parent] = std::min(low_[parent], low_[done.node]);
    if (low_[done.node] >= number_[parent]) close_block(done.edge);
  }

  void close_block(int first_edge) {
    const auto first = std::find(open_.rbegin(), open_.rend(), first_edge).base() - 1;
    blocks_.emplace_back(first, open_.end());
    open_.erase(first, open_.end());
    std::sort(blocks_.back().begin(), blocks_.back().end());
  }

  std::span<const Edge> edges_;
  Incidence at_;
  std::vector<int> number_, low_, next_, open_;
  std::vector<bool> seen_;
  std::vector<Visit> path_;
  std::vector<std::vector<int>> blocks_;
  int visited_ = 0;
};

}  // namespace

Incidence::Incidence(int nodes, std::span<const Edge> edges, By by) : first_(nodes + 1, 0) {
  const auto at_each_node = [&](auto&& visit) {
    for (int edge = 0; edge < std::ssize(edges); ++edge) {
      if (by != By::Target) visit(edges[edge].source, edge);
      if (by != By::Source) visit(edges[edge].target, edge);
    }
  };
  at_each_node([&](int node, int) { ++first_[node + 1]; });
  for (int node = 0; node < nodes; ++node) first_[node + 1] += first_[node];
  edges_.resize(first_[nodes]);
  std::vector<int> next(first_.begin(), first_.end() - 1);
  at_each_node([&](int node, int edge) { edges_[next[node]++] = edge; });
}

Part part_of(std::span<const Edge> edges, std::span<const int> chosen) {
  Part part;
  for (const int edge : chosen) {
    part.nodes.push_back(edges[edge].source);
    part.nodes.push_back(edges[edge].target);
  }
  std::sort(part.nodes.begin(), part.nodes.end());
  part.nodes.erase(std::unique(part.nodes.begin(), part.nodes.end()), part.nodes.end());
  const auto local = [&part](int node) {
    const auto found = std::lower_bound(part.nodes.begin(), part.nodes.end(), node);
    return static_cast<int>(found - part.nodes.begin());
  };
  for (const int edge : chosen) {
    part.edges.push_back({local(edges[edge].source), local(edges[edge].target)});
  }
  return part;
}

std::vector<int> strong_components(int nodes, std::span<const Edge> edges) {
  return StrongComponents(nodes, edges).run();
}

std::vector<std::vector<int>> cyclic_components(std::span<const Edge> edges,
                                                std::span<const int> chosen) {
  const Part part = part_of(edges, chosen);
  const int nodes = static_cast<int>(part.nodes.size());
  const std::vector<int> component = strong_components(nodes, part.edges);
  std::vector<int> place(nodes, -1);  // of a component in the result
  std::vector<std::vector<int>> result;
  for (int i = 0; i < std::ssize(chosen); ++i) {
    const int inside = component[part.edges[i].source];
    if (inside != component[part.edges[i].target]) continue;
    if (place[inside] < 0) {
      place[inside] = static_cast<int>(result.size());
      result.emplace_back();
    }
    result[place[inside]].push_back(chosen[i]);
  }
  return result;
}

std::vector<std::vector<int>> cyclic_blocks(std::span<const Edge> edges,
                                            std::span<const int> chosen) {
  std::vector<std::vector<int>> blocks;
  std::vector<int> inner;
  for (const std::vector<int>& component : cyclic_components(edges, chosen)) {
    for (const int edge : component) {
      if (edges[edge].source == edges[edge].target) {
        blocks.push_back({edge});  // a cycle of length one
      } else {
        inner.push_back(edge);
      }
    }
  }
  const Part part = part_of(edges, inner);
  const int nodes = static_cast<int>(part.nodes.size());
  for (std::vector<int>& block : Blocks(nodes, part.edges).run()) {
    for (int& edge : block) edge = inner[edge];
    blocks.push_back(std::move(block));
  }
  return blocks;
}

}  // namespace hearth::graph
