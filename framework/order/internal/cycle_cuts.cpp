// SPDX-License-Identifier: MIT
#include "hearth/framework/order/internal/cycle_cuts.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "hearth/framework/order/internal/incremental_order.hpp"

namespace hearth {
namespace {

/// Limit of all counts for one group of components, about a second: counts may be cheap but many,
/// or find few cycles with much effort. The densest graphs within the budget of cycles need 1.1e7
/// steps, an air handling unit with any number of rooms 180 steps per edge.
constexpr long kWorkPerGroup = 100'000'000;
constexpr long kWorkPerEdgeOfGroup = 300;
/// Work of dividing the graph into blocks and listing candidates, for each edge.
constexpr long kWorkPerEdge = 40;

bool carries(const ComponentGraph& couplings, int edge, Carrier what) {
  return couplings.pins[edge] != CutPin::Never && couplings.carriers[edge] == what;
}

bool is_coupled_both_ways(const ComponentGraph& couplings, int edge) {
  const auto [source, target] = couplings.edges[edge];
  const int back = couplings.find({target, source});
  return source != target && back >= 0 && carries(couplings, edge, Carrier::State) &&
         carries(couplings, back, Carrier::State);
}

/// Returns the edges that are on a cycle among them and may be cut by `may_cut`, by ids.
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

/// Removes sorted edges from others.
void take(std::vector<int>& edges, const std::vector<int>& taken) {
  std::erase_if(edges,
                [&](int edge) { return std::binary_search(taken.begin(), taken.end(), edge); });
}

/// Edges, some of which are cut, and their ends.
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

PortUse::PortUse(const ComponentGraph& couplings, const std::vector<Link>& links)
    : couplings_(couplings), port_(links.size()), distinct_(couplings.nodes(), 0) {
  std::map<std::pair<int, int>, int> numbers;
  for (int edge = 0; edge < std::ssize(couplings.edges); ++edge) {
    const int source = couplings.edges[edge].source;
    for (const int link : couplings.links_of(edge)) {
      const auto [port, is_new] =
          numbers.try_emplace({source, links[link].source_port}, static_cast<int>(readers_.size()));
      if (is_new) {
        readers_.push_back(0);
        ++distinct_[source];
      }
      port_[link] = port->second;
      ++readers_[port->second];
    }
  }
}

void PortUse::remove(int edge) {
  for (const int link : couplings_.links_of(edge)) {
    if (--readers_[port_[link]] == 0) --distinct_[couplings_.edges[edge].source];
  }
}

bool GreedyCut::Candidate::operator<(const Candidate& other) const {
  return std::tie(other.preferred, other.cycles, other.ports, edge) <
         std::tie(preferred, cycles, ports, other.edge);
}

GreedyCut::GreedyCut(const ComponentGraph& couplings, PortUse& ports, long budget)
    : couplings_(couplings),
      ports_(ports),
      effort_{.cycles = budget},
      block_(couplings.edges.size(), kNone),
      cycles_(couplings.edges.size(), 0),
      listed_ports_(couplings.edges.size(), kNone) {}

std::optional<std::vector<int>> GreedyCut::run(const std::vector<int>& edges) {
  effort_.work = std::max(kWorkPerGroup, kWorkPerEdgeOfGroup * std::ssize(edges));
  blocks_.clear();
  std::vector<int> removed;
  bool counted = add_blocks(edges);
  while (counted && !candidates_.empty()) {
    const int edge = candidates_.begin()->edge;
    removed.push_back(edge);
    counted = cut(edge);
  }
  if (counted) return removed;
  while (!candidates_.empty()) withdraw(candidates_.begin()->edge);
  return std::nullopt;
}

bool GreedyCut::add_blocks(std::span<const int> edges) {
  effort_.work -= kWorkPerEdge * std::ssize(edges);
  for (std::vector<int>& block : graph::cyclic_blocks(couplings_.edges, edges)) {
    const graph::Part part = graph::part_of(couplings_.edges, block);
    const auto cycles =
        graph::cycles_through_edges(static_cast<int>(part.nodes.size()), part.edges, effort_);
    if (!cycles) return false;
    add_candidates(block, *cycles);
    for (const int edge : block) block_[edge] = static_cast<int>(blocks_.size());
    blocks_.push_back(std::move(block));
  }
  return true;
}

void GreedyCut::add_candidates(const std::vector<int>& block,
                               const std::vector<graph::CycleCount>& cycles) {
  const auto rank = [&](std::size_t i) {
    return std::pair(couplings_.pins[block[i]] == CutPin::Prefer, cycles[i]);
  };
  std::pair<bool, graph::CycleCount> best{false, 0};
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (couplings_.pins[block[i]] != CutPin::Never) best = std::max(best, rank(i));
  }
  for (std::size_t i = 0; i < block.size(); ++i) {
    const int edge = block[i];
    if (couplings_.pins[edge] == CutPin::Never || rank(i) != best) continue;
    cycles_[edge] = cycles[i];
    listed_ports_[edge] = ports_.distinct(couplings_.edges[edge].source);
    candidates_.insert(candidate(edge));
  }
}

bool GreedyCut::cut(int edge) {
  std::vector<int> rest = std::exchange(blocks_[block_[edge]], {});
  for (const int other : rest) withdraw(other);
  std::erase(rest, edge);
  ports_.remove(edge);
  update_ports(couplings_.edges[edge].source);
  return add_blocks(rest);
}

void GreedyCut::withdraw(int edge) {
  if (listed_ports_[edge] == kNone) return;
  candidates_.erase(candidate(edge));
  listed_ports_[edge] = kNone;
}

/// Lists the candidates that leave a node with its present number of ports.
void GreedyCut::update_ports(int node) {
  const auto first =
      std::partition_point(couplings_.edges.begin(), couplings_.edges.end(),
                           [node](const graph::Edge& edge) { return edge.source < node; });
  for (auto place = first; place != couplings_.edges.end() && place->source == node; ++place) {
    const int edge = static_cast<int>(place - couplings_.edges.begin());
    if (listed_ports_[edge] == kNone || listed_ports_[edge] == ports_.distinct(node)) continue;
    withdraw(edge);
    listed_ports_[edge] = ports_.distinct(node);
    candidates_.insert(candidate(edge));
  }
}

GreedyCut::Candidate GreedyCut::candidate(int edge) const {
  return {.preferred = couplings_.pins[edge] == CutPin::Prefer,
          .cycles = cycles_[edge],
          .ports = listed_ports_[edge],
          .edge = edge};
}

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
