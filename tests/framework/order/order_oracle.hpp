// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hearth/tests/framework/order/graph_builders.hpp"

namespace hearth::test {

/// The greedy rule in plain words: list every simple cycle, count, remove, strike out, repeat.
class Oracle {
 public:
  explicit Oracle(const Wiring& wiring) : wiring_(wiring) {
    std::map<std::pair<int, int>, int> numbers;
    successors_.resize(wiring.ids.size());
    for (std::size_t i = 0; i < wiring.links.size(); ++i) {
      const Link& link = wiring.links[i];
      const auto [place, is_new] =
          numbers.try_emplace({link.source, link.target}, static_cast<int>(edges_.size()));
      if (is_new) {
        edges_.push_back({});
        successors_[link.source].push_back(place->second);
      }
      edges_[place->second].links.push_back(static_cast<int>(i));
    }
    enumerate();
  }

  std::size_t cycle_count() const { return cycles_.size(); }

  /// Returns the links to remove, or nothing if a cycle has no edge that may be cut.
  std::optional<std::vector<int>> removed_links() {
    std::set<int> removed;
    while (left_ > 0) {
      const std::optional<int> edge = next();
      if (!edge) return std::nullopt;
      strike_out(*edge);
      removed.insert(edges_[*edge].links.begin(), edges_[*edge].links.end());
    }
    return std::vector<int>(removed.begin(), removed.end());
  }

 private:
  struct Edge {
    std::vector<int> links;
    std::vector<int> cycles;  // all that pass it
    int count = 0;            // those of them that are left
    bool removed = false;
  };

  const Link& link_of(int edge) const { return wiring_.links[edges_[edge].links.front()]; }

  bool pinned(int edge, CutPin pin) const {
    for (const int link : edges_[edge].links) {
      if (wiring_.links[link].pin == pin) return true;
    }
    return false;
  }

  /// Johnson's algorithm as printed, over the nodes from `start` on.
  void enumerate() {
    for (start_ = 0; start_ < static_cast<int>(wiring_.ids.size()); ++start_) {
      blocked_.assign(wiring_.ids.size(), false);
      waiting_.assign(wiring_.ids.size(), {});
      circuit(start_);
    }
    left_ = cycles_.size();
    for (std::size_t i = 0; i < cycles_.size(); ++i) {
      for (const int edge : cycles_[i]) {
        edges_[edge].cycles.push_back(static_cast<int>(i));
        ++edges_[edge].count;
      }
    }
    struck_.assign(cycles_.size(), false);
  }

  bool circuit(int node) {
    bool found = false;
    blocked_[node] = true;
    for (const int edge : successors_[node]) {
      const int target = link_of(edge).target;
      if (target < start_) continue;
      path_.push_back(edge);
      if (target == start_) {
        cycles_.push_back(path_);
        found = true;
      } else if (!blocked_[target]) {
        found = circuit(target) || found;
      }
      path_.pop_back();
    }
    if (found) {
      unblock(node);
    } else {
      for (const int edge : successors_[node]) waiting_[link_of(edge).target].insert(node);
    }
    return found;
  }

  void unblock(int node) {
    blocked_[node] = false;
    const std::set<int> waiting = std::exchange(waiting_[node], {});
    for (const int other : waiting) {
      if (blocked_[other]) unblock(other);
    }
  }

  std::optional<int> next() const {
    std::optional<int> best;
    for (int edge = 0; edge < static_cast<int>(edges_.size()); ++edge) {
      if (edges_[edge].count == 0 || pinned(edge, CutPin::Never)) continue;
      if (!best || comes_before(edge, *best)) best = edge;
    }
    return best;
  }

  bool comes_before(int a, int b) const {
    const auto rank = [this](int edge) {
      return std::tuple(pinned(edge, CutPin::Prefer), edges_[edge].count);
    };
    if (rank(a) != rank(b)) return rank(a) > rank(b);
    const auto ids = [this](int edge) {
      return std::tie(wiring_.ids[link_of(edge).source], wiring_.ids[link_of(edge).target]);
    };
    const int ports_a = ports(link_of(a).source), ports_b = ports(link_of(b).source);
    return ports_a != ports_b ? ports_a > ports_b : ids(a) < ids(b);
  }

  int ports(int node) const {
    std::set<int> used;
    for (const int edge : successors_[node]) {
      if (edges_[edge].removed) continue;
      for (const int link : edges_[edge].links) used.insert(wiring_.links[link].source_port);
    }
    return static_cast<int>(used.size());
  }

  void strike_out(int edge) {
    edges_[edge].removed = true;
    for (const int cycle : edges_[edge].cycles) {
      if (struck_[cycle]) continue;
      struck_[cycle] = true;
      --left_;
      for (const int other : cycles_[cycle]) --edges_[other].count;
    }
  }

  const Wiring& wiring_;
  std::vector<Edge> edges_;
  std::vector<std::vector<int>> successors_;  // edges
  std::vector<std::vector<int>> cycles_;      // edges
  std::vector<bool> struck_;
  std::size_t left_ = 0;

  int start_ = 0;
  std::vector<int> path_;
  std::vector<bool> blocked_;
  std::vector<std::set<int>> waiting_;
};

}  // namespace hearth::test
