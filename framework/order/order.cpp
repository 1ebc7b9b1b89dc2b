// SPDX-License-Identifier: MIT
#include "hearth/framework/order/order.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "hearth/framework/order/internal/component_graph.hpp"
#include "hearth/framework/order/internal/cycle_cuts.hpp"
#include "hearth/framework/order/internal/feedback_arc.hpp"

namespace hearth {
namespace {

/// Removes edges until no cycle is left, one strongly connected group after another.
class CycleRemover {
 public:
  CycleRemover(const ComponentGraph& couplings, const std::vector<Link>& links,
               const OrderOptions& options, Order& result)
      : couplings_(couplings),
        policy_(options.policy),
        ports_(couplings, links),
        greedy_(couplings, ports_, options.budget),
        result_(result),
        removed_(couplings.edges.size(), false) {}

  /// Returns for each edge whether it was removed.
  std::vector<bool> run() {
    std::vector<int> all(couplings_.edges.size());
    std::iota(all.begin(), all.end(), 0);
    for (const std::vector<int>& group : graph::cyclic_components(couplings_.edges, all)) {
      result_.method = std::max(result_.method, Order::Method::Exact);
      note_group(group);
      if (policy_ == CycleRemoval::Greedy) {
        remove(cut_greedily(group));
      } else {
        remove(cut_states(group));
      }
    }
    return std::move(removed_);
  }

 private:
  void note_group(const std::vector<int>& group) {
    result_.groups.push_back(graph::part_of(couplings_.edges, group).nodes);
    for (int& node : result_.groups.back()) node = couplings_.component[node];
  }

  void remove(const std::vector<int>& edges) {
    for (const int edge : edges) removed_[edge] = true;
  }

  std::vector<int> cut_greedily(const std::vector<int>& edges) {
    if (const auto exact = greedy_.run(edges)) return *exact;
    const graph::Part part = graph::part_of(couplings_.edges, edges);
    std::vector<CutPin> pins;
    for (const int edge : edges) pins.push_back(couplings_.pins[edge]);
    const int size = static_cast<int>(part.nodes.size());
    std::vector<int> cut = graph::feedback_arcs(size, part.edges, pins);
    for (int& edge : cut) edge = edges[edge];
    result_.method = Order::Method::Heuristic;
    result_.notes.push_back("cycle removal used a heuristic for a group of " +
                            std::to_string(size) + " components");
    return cut;
  }

  std::vector<int> cut_states(const std::vector<int>& group) {
    StateCut states = cut_state_edges(couplings_, group);
    for (const int edge : states.always) ports_.remove(edge);
    for (const int edge : states.if_needed) ports_.remove(edge);
    std::vector<int> algebraic;
    for (const auto& loops : graph::cyclic_components(couplings_.edges, states.kept)) {
      const std::vector<int> cut = cut_greedily(loops);
      algebraic.insert(algebraic.end(), cut.begin(), cut.end());
    }
    std::sort(algebraic.begin(), algebraic.end());
    for (const int edge : algebraic) {
      result_.notes.push_back("algebraic loop broken at " + couplings_.name(edge));
    }
    std::erase_if(states.kept, [&](int edge) {
      return std::binary_search(algebraic.begin(), algebraic.end(), edge);
    });
    std::vector<int> cut = closing_cycles(couplings_, states.kept, states.if_needed);
    cut.insert(cut.end(), states.always.begin(), states.always.end());
    cut.insert(cut.end(), algebraic.begin(), algebraic.end());
    return cut;
  }

  const ComponentGraph& couplings_;
  CycleRemoval policy_;
  PortUse ports_;
  GreedyCut greedy_;
  Order& result_;
  std::vector<bool> removed_;
};

/// Kahn's algorithm in waves: a node is in the wave after that of its last source.
std::vector<std::vector<int>> levels_of(const ComponentGraph& couplings,
                                        const std::vector<bool>& removed) {
  std::vector<graph::Edge> edges;
  for (int edge = 0; edge < std::ssize(couplings.edges); ++edge) {
    if (!removed[edge]) edges.push_back(couplings.edges[edge]);
  }
  const graph::Incidence out(couplings.nodes(), edges, graph::Incidence::By::Source);
  std::vector<int> open_sources(couplings.nodes(), 0);
  for (const graph::Edge& edge : edges) ++open_sources[edge.target];
  std::vector<int> wave;
  for (int node = 0; node < couplings.nodes(); ++node) {
    if (open_sources[node] == 0) wave.push_back(node);
  }
  std::vector<std::vector<int>> levels;
  while (!wave.empty()) {
    std::vector<int> next;
    for (const int node : wave) {
      for (const int edge : out[node]) {
        if (--open_sources[edges[edge].target] == 0) next.push_back(edges[edge].target);
      }
    }
    std::sort(next.begin(), next.end());
    for (int& node : wave) node = couplings.component[node];
    levels.push_back(std::move(wave));
    wave = std::move(next);
  }
  return levels;
}

[[maybe_unused]] bool holds_all(const std::vector<std::vector<int>>& levels, std::size_t nodes) {
  std::size_t placed = 0;
  for (const std::vector<int>& level : levels) placed += level.size();
  return placed == nodes;
}

}  // namespace

Order order(const std::vector<std::string>& ids, const std::vector<Link>& links,
            const OrderOptions& options) {
  const ComponentGraph couplings(ids, links);
  refuse_pinned_cycles(couplings);
  Order result;
  const std::vector<bool> removed = CycleRemover(couplings, links, options, result).run();
  for (int edge = 0; edge < std::ssize(couplings.edges); ++edge) {
    if (!removed[edge]) continue;
    const auto of_edge = couplings.links_of(edge);
    result.removed.insert(result.removed.end(), of_edge.begin(), of_edge.end());
  }
  std::sort(result.removed.begin(), result.removed.end());
  result.levels = levels_of(couplings, removed);
  assert(holds_all(result.levels, ids.size()));  // no cycle is left
  return result;
}

}  // namespace hearth
