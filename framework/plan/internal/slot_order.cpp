// SPDX-License-Identifier: MIT
#include "hearth/framework/plan/internal/slot_order.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace hearth {
namespace {

class Placer {
 public:
  Placer(const ResolvedModel& resolved, const Order& order) : resolved_(resolved), order_(order) {
    const std::size_t count = resolved.components.size();
    placed_.level.assign(count, 0);
    placed_.stage.assign(count, 0);
    placed_.loop.assign(count, -1);
    for (std::size_t level = 0; level < order.levels.size(); ++level) {
      for (const int n : order.levels[level]) placed_.level[n] = static_cast<int>(level);
    }
    incoming_.resize(count);
    std::vector<bool> removed(resolved.connections.size(), false);
    for (const int c : order.removed) removed[c] = true;
    std::vector<int> group(count, -1);
    for (std::size_t g = 0; g < order.groups.size(); ++g) {
      for (const int n : order.groups[g]) group[n] = static_cast<int>(g);
    }
    for (std::size_t c = 0; c < removed.size(); ++c) {
      const auto& [source, target] =
          std::pair(resolved.connections[c].source, resolved.connections[c].target);
      if (removed[c] && (group[source] < 0 || group[source] != group[target])) continue;
      incoming_[target].push_back(source);
    }
  }

  Placement run(Coupling coupling) {
    switch (coupling) {
      case Coupling::GaussSeidel:
        placed_.stage = placed_.level;
        break;
      case Coupling::Jacobi:
        for (std::size_t n = 0; n < placed_.stage.size(); ++n) {
          placed_.stage[n] = resolved_.components[n].source ? 0 : 1;
        }
        break;
      case Coupling::Iterate:
      case Coupling::Balanced:
        place_loops();
        break;
    }
    number_slots();
    return std::move(placed_);
  }

 private:
  /// Places the stages of the graph in which every loop is one node.
  void place_loops() {
    for (std::size_t g = 0; g < order_.groups.size(); ++g) {
      for (const int n : order_.groups[g]) placed_.loop[n] = static_cast<int>(g);
    }
    // Levels rise along every connection that was not removed; repeats until loops are consistent.
    bool changed = true;
    while (changed) {
      changed = false;
      for (const auto& nodes : order_.levels) {
        for (const int n : nodes) changed |= raise_stage(n);
      }
    }
  }
  bool raise_stage(int n) {
    const int loop = placed_.loop[n];
    int stage = placed_.stage[n];
    for (const int source : incoming_[n]) {
      const bool inside = loop >= 0 && placed_.loop[source] == loop;
      stage = std::max(stage, placed_.stage[source] + (inside ? 0 : 1));
    }
    if (stage == placed_.stage[n]) return false;
    if (loop < 0) {
      placed_.stage[n] = stage;
    } else {
      for (const int member : order_.groups[loop]) placed_.stage[member] = stage;
    }
    return true;
  }

  void number_slots() {
    std::vector<int>& nodes = placed_.nodes;
    for (std::size_t n = 0; n < placed_.stage.size(); ++n) nodes.push_back(static_cast<int>(n));
    std::sort(nodes.begin(), nodes.end(), [this](int a, int b) { return rank(a) < rank(b); });
    placed_.slot.assign(nodes.size(), 0);
    for (std::size_t i = 0; i < nodes.size(); ++i) placed_.slot[nodes[i]] = static_cast<int>(i);
  }
  std::tuple<int, int, int, std::string_view, int> rank(int n) const {
    return {placed_.stage[n], placed_.loop[n], placed_.level[n], resolved_.components[n].type->name,
            n};
  }

  const ResolvedModel& resolved_;
  const Order& order_;
  Placement placed_;
  std::vector<std::vector<int>> incoming_;  // sources by node
};

}  // namespace

Placement place(const ResolvedModel& resolved, const Order& order, Coupling coupling) {
  return Placer(resolved, order).run(coupling);
}

}  // namespace hearth
