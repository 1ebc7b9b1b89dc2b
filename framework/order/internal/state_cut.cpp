// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "hearth/framework/order/internal/cycle_cuts.hpp"
#include "hearth/framework/order/internal/incremental_order.hpp"

namespace hearth {
namespace {

bool carries(const ComponentGraph& couplings, int edge, Carrier what) {
  return couplings.pins[edge] != CutPin::Never && couplings.carriers[edge] == what;
}

bool is_coupled_both_ways(const ComponentGraph& couplings, int edge) {
  const auto [source, target] = couplings.edges[edge];
  const int back = couplings.find({target, source});
  return source != target && back >= 0 && carries(couplings, edge, Carrier::State) &&
         carries(couplings, back, Carrier::State);
}

/// Returns those of the edges that lie on a cycle of theirs and may be cut as asked, by ids.
template <class MayCut>
std::vector<int> on_cycles(const ComponentGraph& couplings, const std::vector<int>& edges,
                           const MayCut& may_cut) {
  std::vector<int> found;
  for (const std::vector<int>& component : graph::cyclic_components(couplings.edges, edges)) {
    std::copy_if(component.begin(), component.end(), std::back_inserter(found), may_cut);
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Takes sorted edges out of others.
void take(std::vector<int>& edges, const std::vector<int>& taken) {
  std::erase_if(edges,
                [&](int edge) { return std::binary_search(taken.begin(), taken.end(), edge); });
}

/// Edges, some of which are cut, and where the others lead.
class Ways {
 public:
  Ways(const ComponentGraph& couplings, const std::vector<int>& edges)
      : part_(graph::part_of(couplings.edges, edges)),
        out_(static_cast<int>(part_.nodes.size()), part_.edges, graph::Incidence::By::Source),
        cut_(edges.size(), false) {}

  void cut(int edge) { cut_[edge] = true; }

  bool is_on_cycle(int edge) const {
    const auto [end, start] = part_.edges[edge];
    std::vector<bool> reached(part_.nodes.size(), false);
    reached[start] = true;
    std::vector<int> open{start};
    while (!open.empty() && !reached[end]) {
      const int node = open.back();
      open.pop_back();
      for (const int next : out_[node]) {
        const int target = part_.edges[next].target;
        if (cut_[next] || reached[target]) continue;
        reached[target] = true;
        open.push_back(target);
      }
    }
    return reached[end];
  }

 private:
  graph::Part part_;
  graph::Incidence out_;
  std::vector<bool> cut_;
};

void cut_preferred(const ComponentGraph& couplings, StateCut& cut) {
  Ways ways(couplings, cut.kept);
  std::vector<int> kept;
  for (int i = 0; i < std::ssize(cut.kept); ++i) {
    const int edge = cut.kept[i];
    if (couplings.pins[edge] == CutPin::Prefer && ways.is_on_cycle(i)) {
      ways.cut(i);
      cut.always.push_back(edge);
    } else {
      kept.push_back(edge);
    }
  }
  cut.kept = std::move(kept);
}

/// Returns a topological sequence of a graph without cycles.
std::vector<int> topological_sequence(int nodes, std::span<const graph::Edge> edges) {
  const std::vector<int> component = graph::strong_components(nodes, edges);
  std::vector<int> sequence(nodes);
  for (int node = 0; node < nodes; ++node) sequence[nodes - 1 - component[node]] = node;
  return sequence;
}

}  // namespace

StateCut cut_state_edges(const ComponentGraph& couplings, const std::vector<int>& edges) {
  StateCut cut;
  for (const int edge : edges) {
    (is_coupled_both_ways(couplings, edge) ? cut.always : cut.kept).push_back(edge);
  }
  cut_preferred(couplings, cut);
  for (const Carrier what : {Carrier::State, Carrier::Update}) {
    const std::vector<int> found =
        on_cycles(couplings, cut.kept, [&](int edge) { return carries(couplings, edge, what); });
    take(cut.kept, found);
    cut.if_needed.insert(cut.if_needed.begin(), found.begin(), found.end());
  }
  return cut;
}

std::vector<int> closing_cycles(const ComponentGraph& couplings, const std::vector<int>& kept,
                                const std::vector<int>& tried) {
  std::vector<int> all = kept;
  all.insert(all.end(), tried.begin(), tried.end());
  const graph::Part part = graph::part_of(couplings.edges, all);
  const std::span<const graph::Edge> ends(part.edges);
  const auto kept_ends = ends.first(kept.size());
  const int nodes = static_cast<int>(part.nodes.size());
  graph::IncrementalOrder order(topological_sequence(nodes, kept_ends));
  for (const graph::Edge& edge : kept_ends) order.insert(edge);
  std::vector<int> closing;
  for (std::size_t i = 0; i < tried.size(); ++i) {
    if (!order.insert(ends[kept.size() + i])) closing.push_back(tried[i]);
  }
  return closing;
}

}  // namespace hearth
