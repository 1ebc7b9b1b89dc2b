// SPDX-License-Identifier: MIT
#include "hearth/framework/order/internal/cycles.hpp"

#include <algorithm>

#include "hearth/framework/order/internal/cycle_tape.hpp"

namespace hearth::graph {
namespace {

/// The graph during its reduction: at most one arc between two nodes, and no arc from a node to
/// itself; the tape records each arc.
class Core {
 public:
  struct Arc {
    int target = 0;
    int edge = 0;  // on the tape
  };

  Core(int nodes, std::span<const Edge> edges, CycleTape& tape, long& work)
      : tape_(tape), work_(work), out_(nodes), in_(nodes), waiting_(nodes, false) {
    for (int edge = 0; edge < std::ssize(edges); ++edge) {
      add(edges[edge].source, edges[edge].target, edge);
    }
    for (int node = 0; node < nodes; ++node) look_at(node);
  }

  int nodes() const { return static_cast<int>(out_.size()); }
  const std::vector<Arc>& out(int node) const { return out_[node]; }

  /// Contracts series and merges parallel edges until every node has two or more in and out.
  void reduce() {
    while (!pending_.empty() && work_ >= 0) {
      const int node = pending_.back();
      pending_.pop_back();
      waiting_[node] = false;
      if (in_[node].empty() || out_[node].empty()) {
        remove(node);
      } else if (in_[node].size() == 1) {
        contract_into_source(node);
      } else if (out_[node].size() == 1) {
        contract_into_target(node);
      }
    }
  }

  void remove(int node) {
    while (!out_[node].empty()) remove_arc(node, out_[node].back().target);
    while (!in_[node].empty()) remove_arc(in_[node].back(), node);
  }

  void remove_arc(int source, int target) {
    out_[source].erase(find(source, target));
    in_[target].erase(std::lower_bound(in_[target].begin(), in_[target].end(), source));
    look_at(source);
    look_at(target);
  }

  /// Returns the node with the most paths through it, or -1 if no node is left.
  int busiest_node() const {
    int best = -1;
    std::size_t most = 0;
    for (int node = 0; node < nodes(); ++node) {
      const std::size_t ways = in_[node].size() * out_[node].size();
      if (ways > most) {
        most = ways;
        best = node;
      }
    }
    return best;
  }

 private:
  static constexpr long kArcWork = 20;  // cost of one arc here in steps of the enumeration

  std::vector<Arc>::iterator find(int source, int target) {
    return std::lower_bound(out_[source].begin(), out_[source].end(), target,
                            [](const Arc& arc, int node) { return arc.target < node; });
  }

  void add(int source, int target, int edge) {
    work_ -= kArcWork;
    if (source == target) {
      tape_.close(edge, 1);
      return;
    }
    const auto place = find(source, target);
    if (place != out_[source].end() && place->target == target) {
      place->edge = tape_.parallel(place->edge, edge);
    } else {
      out_[source].insert(place, {target, edge});
      in_[target].insert(std::lower_bound(in_[target].begin(), in_[target].end(), source), source);
    }
  }

  void contract_into_source(int node) {
    const int source = in_[node].front();
    const int first = find(source, node)->edge;
    const std::vector<Arc> arcs = out_[node];
    remove(node);
    for (const Arc& arc : arcs) add(source, arc.target, tape_.series(first, arc.edge));
  }

  void contract_into_target(int node) {
    const Arc second = out_[node].front();
    std::vector<Arc> arcs;
    for (const int source : in_[node]) arcs.push_back({source, find(source, node)->edge});
    remove(node);
    for (const Arc& arc : arcs) {
      add(arc.target, second.target, tape_.series(arc.edge, second.edge));
    }
  }

  void look_at(int node) {
    if (waiting_[node]) return;
    waiting_[node] = true;
    pending_.push_back(node);
  }

  CycleTape& tape_;
  long& work_;
  std::vector<std::vector<Arc>> out_;  // sorted by target
  std::vector<std::vector<int>> in_;   // sources, sorted
  std::vector<bool> waiting_;          // is pending
  std::vector<int> pending_;           // nodes that may have become reducible
};

/// The arcs of a core in a list.
struct Arcs {
  explicit Arcs(const Core& core) {
    for (int node = 0; node < core.nodes(); ++node) {
      for (const auto& [target, edge] : core.out(node)) {
        ends.push_back({node, target});
        edges.push_back(edge);
      }
    }
  }

  std::vector<Edge> ends;
  std::vector<int> edges;  // on the tape
};

/// Enumerates the simple cycles through one node (Johnson 1975, without recursion). Cycles with a
/// common beginning are recorded together: the continuations from a node are summed while the path
/// to it is unchanged.
class CircuitSearch {
 public:
  CircuitSearch(const Core& core, CycleTape& tape, Effort& effort)
      : arcs_(core),
        tape_(tape),
        effort_(effort),
        out_(core.nodes(), arcs_.ends, Incidence::By::Source),
        in_(core.nodes(), arcs_.ends, Incidence::By::Target),
        blocked_(core.nodes(), false),
        waits_(arcs_.ends.size(), false) {}

  /// Returns whether the effort was sufficient.
  bool run(int start) {
    start_ = start;
    enter(start, -1, 1);
    while (!path_.empty()) {
      const Step& step = path_.back();
      if (step.next < std::ssize(out_[step.node])) {
        follow(out_[step.node][step.next]);
      } else {
        leave();
      }
      if (--effort_.work < 0 || effort_.cycles < 0 || tape_.overflow()) return false;
    }
    return true;
  }

 private:
  struct Step {
    int node = 0;
    int arc = -1;            // by which the node was reached
    CycleCount way_to = 1;   // product of the weights from the start to the node
    CycleCount ways_on = 0;  // sum, over the cycles found, of the products from the node on
    int next = 0;            // arc to follow
  };

  void enter(int node, int arc, CycleCount way_to) {
    blocked_[node] = true;
    path_.push_back({.node = node, .arc = arc, .way_to = way_to});
  }

  void follow(int arc) {
    Step& step = path_.back();
    ++step.next;
    const int target = arcs_.ends[arc].target;
    const int edge = arcs_.edges[arc];
    if (target == start_) {
      --effort_.cycles;
      tape_.close(edge, step.way_to);
      step.ways_on = tape_.sum(step.ways_on, tape_.weight(edge));
    } else if (!blocked_[target]) {
      enter(target, arc, tape_.product(step.way_to, tape_.weight(edge)));
    }
  }

  void leave() {
    const Step done = path_.back();
    path_.pop_back();
    if (done.ways_on == 0) {
      for (const int arc : out_[done.node]) waits_[arc] = true;
      return;
    }
    unblock(done.node);
    if (path_.empty()) return;
    Step& before = path_.back();
    const int edge = arcs_.edges[done.arc];
    tape_.close(edge, tape_.product(before.way_to, done.ways_on));
    before.ways_on = tape_.sum(before.ways_on, tape_.product(tape_.weight(edge), done.ways_on));
  }

  /// Unblocks a node and all nodes that were blocked only because of it.
  void unblock(int node) {
    unblocking_.push_back(node);
    while (!unblocking_.empty()) {
      const int open = unblocking_.back();
      unblocking_.pop_back();
      if (!blocked_[open]) continue;
      blocked_[open] = false;
      for (const int arc : in_[open]) {
        --effort_.work;
        if (!waits_[arc]) continue;
        waits_[arc] = false;
        unblocking_.push_back(arcs_.ends[arc].source);
      }
    }
  }

  Arcs arcs_;
  CycleTape& tape_;
  Effort& effort_;
  Incidence out_, in_;
  std::vector<bool> blocked_;
  std::vector<bool> waits_;  // the arc's source is blocked until its target is open
  std::vector<Step> path_;
  std::vector<int> unblocking_;
  int start_ = 0;
};

/// Removes arcs that are not on a cycle.
void drop_arcs_between_components(Core& core) {
  const Arcs arcs(core);
  const std::vector<int> component = strong_components(core.nodes(), arcs.ends);
  for (const Edge& arc : arcs.ends) {
    if (component[arc.source] != component[arc.target]) core.remove_arc(arc.source, arc.target);
  }
}

}  // namespace

std::optional<std::vector<CycleCount>> cycles_through_edges(int nodes, std::span<const Edge> edges,
                                                            Effort& effort) {
  CycleTape tape(static_cast<int>(edges.size()));
  Effort left = effort;
  Core core(nodes, edges, tape, left.work);
  core.reduce();
  bool enough = left.work >= 0;
  for (int hub = core.busiest_node(); enough && hub >= 0; hub = core.busiest_node()) {
    enough = CircuitSearch(core, tape, left).run(hub);
    core.remove(hub);
    drop_arcs_between_components(core);
    core.reduce();
    left.work -= nodes;
    enough = enough && left.work >= 0;
  }
  effort.work = left.work;
  std::vector<CycleCount> through = tape.cycles_through();
  if (!enough || tape.overflow()) return std::nullopt;
  return through;
}

}  // namespace hearth::graph
