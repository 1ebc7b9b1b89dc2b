// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "hearth/framework/order/internal/cycle_cuts.hpp"

namespace hearth {
namespace {

/// Bound on all counts for one group of components, about a second: counts may be cheap but many,
/// or find few cycles with much effort. The densest graphs within the budget of cycles need 1.1e7
/// steps, an air handling unit with any number of rooms 180 steps an edge.
constexpr long kWorkPerGroup = 100'000'000;
constexpr long kWorkPerEdgeOfGroup = 300;
/// Parting the graph into blocks and listing candidates, for each edge.
constexpr long kWorkPerEdge = 40;

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

}  // namespace hearth
