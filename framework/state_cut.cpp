// SPDX-License-Identifier: MIT
#include "hearth/framework/state_cut.hpp"

#include <algorithm>
#include <numeric>

#include "hearth/framework/incremental_order.hpp"

namespace hearth {
namespace {

/// Why an edge is taken out of cycles, in this order.
enum class Reason { Preferred, State, Update, None };

Reason reason_to_cut(const Couplings& couplings, int edge) {
  if (couplings.pins[edge] == CutPin::Never) return Reason::None;
  if (couplings.pins[edge] == CutPin::Prefer) return Reason::Preferred;
  switch (couplings.carriers[edge]) {
    case Carrier::State:
      return Reason::State;
    case Carrier::Update:
      return Reason::Update;
    case Carrier::Algebraic:
      break;
  }
  return Reason::None;
}

bool is_cuttable_state(const Couplings& couplings, int edge) {
  return couplings.pins[edge] != CutPin::Never && couplings.carriers[edge] == Carrier::State;
}

bool is_coupled_both_ways(const Couplings& couplings, int edge) {
  const auto [source, target] = couplings.edges[edge];
  const int back = couplings.find({target, source});
  return source != target && back >= 0 && is_cuttable_state(couplings, edge) &&
         is_cuttable_state(couplings, back);
}

/// Moves the edges that lie on a cycle of the kept ones, and have this reason, to the result.
std::vector<int> take_from_cycles(const Couplings& couplings, Reason reason,
                                  std::vector<int>& kept) {
  std::vector<int> taken;
  for (const std::vector<int>& component : graph::cyclic_components(couplings.edges, kept)) {
    std::copy_if(component.begin(), component.end(), std::back_inserter(taken),
                 [&](int edge) { return reason_to_cut(couplings, edge) == reason; });
  }
  std::sort(taken.begin(), taken.end());
  std::erase_if(kept, [&](int edge) {
    return std::binary_search(taken.begin(), taken.end(), edge);
  });
  return taken;
}

/// Returns a topological sequence of a graph without cycles.
std::vector<int> topological_sequence(int nodes, std::span<const graph::Edge> edges) {
  const std::vector<int> component = graph::strong_components(nodes, edges);
  std::vector<int> sequence(nodes);
  for (int node = 0; node < nodes; ++node) sequence[nodes - 1 - component[node]] = node;
  return sequence;
}

}  // namespace

StateCut cut_state_edges(const Couplings& couplings, const std::vector<int>& edges) {
  StateCut cut;
  for (const int edge : edges) {
    (is_coupled_both_ways(couplings, edge) ? cut.always : cut.kept).push_back(edge);
  }
  for (const Reason reason : {Reason::Preferred, Reason::State, Reason::Update}) {
    const std::vector<int> taken = take_from_cycles(couplings, reason, cut.kept);
    cut.if_needed.insert(cut.if_needed.begin(), taken.begin(), taken.end());
  }
  return cut;
}

std::vector<int> closing_cycles(const Couplings& couplings, const std::vector<int>& kept,
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
