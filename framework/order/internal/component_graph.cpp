// SPDX-License-Identifier: MIT
#include "hearth/framework/order/internal/component_graph.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <tuple>

#include "hearth/framework/base/error.hpp"

namespace hearth {
namespace {

CutPin stronger(CutPin a, CutPin b) {
  const auto rank = [](CutPin pin) {
    return pin == CutPin::Never ? 2 : pin == CutPin::Prefer ? 1 : 0;
  };
  return rank(a) >= rank(b) ? a : b;
}

/// Returns the shortest cycle through a node along the given edges, as ids: `a -> b -> a`.
std::string cycle_through(int node, const ComponentGraph& couplings,
                          std::span<const graph::Edge> edges) {
  const graph::Incidence out(couplings.nodes(), edges, graph::Incidence::By::Source);
  std::vector<int> reached_from(couplings.nodes(), -1);
  std::vector<int> queue{node};
  for (std::size_t i = 0; i < queue.size() && reached_from[node] < 0; ++i) {
    for (const int edge : out[queue[i]]) {
      const int target = edges[edge].target;
      if (reached_from[target] >= 0) continue;
      reached_from[target] = queue[i];
      queue.push_back(target);
    }
  }
  std::string text = couplings.ids[node];
  for (int at = reached_from[node]; at != node; at = reached_from[at]) {
    text = couplings.ids[at] + " -> " + text;
  }
  return couplings.ids[node] + " -> " + text;
}

}  // namespace

ComponentGraph::ComponentGraph(const std::vector<std::string>& component_ids,
                               const std::vector<Link>& all_links)
    : ids(component_ids), component(component_ids.size()), links(all_links.size()) {
  std::sort(ids.begin(), ids.end());
  std::iota(component.begin(), component.end(), 0);
  std::sort(component.begin(), component.end(),
            [&](int a, int b) { return component_ids[a] < component_ids[b]; });
  std::vector<int> node_of(component.size());
  for (int node = 0; node < nodes(); ++node) node_of[component[node]] = node;

  const auto key = [&](int link) {
    assert(all_links[link].source >= 0 && all_links[link].source < nodes());
    assert(all_links[link].target >= 0 && all_links[link].target < nodes());
    return std::tuple(node_of[all_links[link].source], node_of[all_links[link].target], link);
  };
  std::iota(links.begin(), links.end(), 0);
  std::sort(links.begin(), links.end(), [&](int a, int b) { return key(a) < key(b); });
  for (int i = 0; i < std::ssize(links); ++i) {
    const Link& link = all_links[links[i]];
    const graph::Edge ends{node_of[link.source], node_of[link.target]};
    const bool parallel =
        !edges.empty() && edges.back().source == ends.source && edges.back().target == ends.target;
    if (parallel) {
      pins.back() = stronger(pins.back(), link.pin);
      carriers.back() = std::max(carriers.back(), link.carrier);
      continue;
    }
    edges.push_back(ends);
    pins.push_back(link.pin);
    carriers.push_back(link.carrier);
    first_link.push_back(i);
  }
  first_link.push_back(static_cast<int>(links.size()));
}

int ComponentGraph::find(graph::Edge ends) const {
  const auto before = [](const graph::Edge& a, const graph::Edge& b) {
    return std::tie(a.source, a.target) < std::tie(b.source, b.target);
  };
  const auto place = std::lower_bound(edges.begin(), edges.end(), ends, before);
  const bool found = place != edges.end() && !before(ends, *place);
  return found ? static_cast<int>(place - edges.begin()) : -1;
}

std::string ComponentGraph::name(int edge) const {
  return ids[edges[edge].source] + " -> " + ids[edges[edge].target];
}

void refuse_pinned_cycles(const ComponentGraph& couplings) {
  std::vector<graph::Edge> pinned;
  for (int edge = 0; edge < std::ssize(couplings.edges); ++edge) {
    if (couplings.pins[edge] == CutPin::Never) pinned.push_back(couplings.edges[edge]);
  }
  const std::vector<int> component = graph::strong_components(couplings.nodes(), pinned);
  std::vector<bool> reported(couplings.nodes(), false);  // by component
  Diagnostics diagnostics;
  for (const graph::Edge& edge : pinned) {
    const int group = component[edge.source];
    if (group != component[edge.target] || reported[group]) continue;
    reported[group] = true;
    Where where;
    where.component = couplings.ids[edge.source];
    diagnostics.error("model.cycle_pinned", where,
                      "none of the connections of this cycle may be removed: " +
                          cycle_through(edge.source, couplings, pinned) +
                          "; remove \"cut\": \"never\" from one of them");
  }
  if (diagnostics.has_errors()) throw ModelError(std::move(diagnostics));
}

}  // namespace hearth
