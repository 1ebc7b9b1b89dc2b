// SPDX-License-Identifier: MIT
#include "hearth/framework/order/internal/feedback_arc.hpp"

#include <algorithm>
#include <functional>
#include <queue>

#include "hearth/framework/order/internal/incremental_order.hpp"

namespace hearth::graph {
namespace {

/// Limit of the search for edges that can be restored, which takes a few tenths of a second; the
/// remaining edges then stay removed. Graphs of buildings need 2 visits per edge; 40 000 random
/// edges on 10 000 nodes need 1.5e7.
constexpr long kMostVisits = 25'000'000;
constexpr long kMostVisitsPerEdge = 20;

/// Nodes in buckets by outgoing minus incoming edges; sinks and sources have separate buckets.
/// Each bucket is a doubly linked list, so every move takes constant time.
class Buckets {
 public:
  Buckets(int nodes, int most_edges)
      : middle_(most_edges + 2),
        first_(2 * most_edges + 3, kEnd),
        next_(nodes, kEnd),
        previous_(nodes, kEnd),
        bucket_(nodes, kEnd),
        top_(kSource) {}

  static constexpr int kSink = 0;
  static constexpr int kSource = 1;

  /// Puts a node, with these numbers of edges, into its bucket.
  void put(int node, int out, int in) {
    const int bucket = out == 0 ? kSink : in == 0 ? kSource : middle_ + out - in;
    if (bucket_[node] == bucket) return;
    if (bucket_[node] != kEnd) take(node);
    bucket_[node] = bucket;
    next_[node] = first_[bucket];
    if (next_[node] != kEnd) previous_[next_[node]] = node;
    first_[bucket] = node;
    top_ = std::max(top_, bucket);
  }

  void take(int node) {
    const int next = next_[node];
    const int previous = previous_[node];
    (previous == kEnd ? first_[bucket_[node]] : next_[previous]) = next;
    if (next != kEnd) previous_[next] = previous;
    previous_[node] = kEnd;
    bucket_[node] = kEnd;
  }

  /// Returns a node of a bucket, or -1.
  int any(int bucket) const { return first_[bucket]; }
  /// Returns a node with the greatest difference, or -1 if only sinks and sources are left.
  int any_of_greatest() {
    while (top_ > kSource && first_[top_] == kEnd) --top_;
    return top_ > kSource ? first_[top_] : kEnd;
  }

 private:
  static constexpr int kEnd = -1;

  int middle_;  // bucket of equal numbers
  std::vector<int> first_, next_, previous_, bucket_;
  int top_;
};

/// Removes nodes one by one: sinks to the end of the sequence, sources, or otherwise the node with
/// the greatest surplus of outgoing edges, to its beginning.
class Sequencer {
 public:
  Sequencer(int nodes, std::span<const Edge> edges)
      : edges_(edges),
        out_(nodes, edges, Incidence::By::Source),
        in_(nodes, edges, Incidence::By::Target),
        out_count_(nodes),
        in_count_(nodes),
        placed_(nodes, false),
        buckets_(nodes, static_cast<int>(edges.size())) {
    for (int node = 0; node < nodes; ++node) {
      out_count_[node] = static_cast<int>(out_[node].size());
      in_count_[node] = static_cast<int>(in_[node].size());
    }
    for (int node = nodes - 1; node >= 0; --node) {  // the lists then begin with the first node
      buckets_.put(node, out_count_[node], in_count_[node]);
    }
  }

  std::vector<int> run() {
    std::vector<int> head, tail;
    while (head.size() + tail.size() < placed_.size()) {
      if (const int sink = buckets_.any(Buckets::kSink); sink >= 0) {
        place(sink, tail);
      } else if (const int source = buckets_.any(Buckets::kSource); source >= 0) {
        place(source, head);
      } else {
        place(buckets_.any_of_greatest(), head);
      }
    }
    head.insert(head.end(), tail.rbegin(), tail.rend());
    return head;
  }

 private:
  void place(int node, std::vector<int>& where) {
    where.push_back(node);
    placed_[node] = true;
    buckets_.take(node);
    for (const int edge : out_[node]) lose(edges_[edge].target, in_count_);
    for (const int edge : in_[node]) lose(edges_[edge].source, out_count_);
  }

  void lose(int node, std::vector<int>& count) {
    if (placed_[node]) return;
    --count[node];
    buckets_.put(node, out_count_[node], in_count_[node]);
  }

  std::span<const Edge> edges_;
  Incidence out_, in_;
  std::vector<int> out_count_, in_count_;
  std::vector<bool> placed_;
  Buckets buckets_;
};

/// Returns the sequence with nodes delayed until all nodes that pinned edges put before them.
std::vector<int> respecting(std::span<const Edge> pinned, const std::vector<int>& sequence) {
  const int nodes = static_cast<int>(sequence.size());
  const Incidence out(nodes, pinned, Incidence::By::Source);
  std::vector<int> position(nodes), open_sources(nodes, 0), result;
  for (int i = 0; i < nodes; ++i) position[sequence[i]] = i;
  for (const Edge& edge : pinned) ++open_sources[edge.target];
  std::priority_queue<int, std::vector<int>, std::greater<>> ready;  // positions
  for (int node = 0; node < nodes; ++node) {
    if (open_sources[node] == 0) ready.push(position[node]);
  }
  while (!ready.empty()) {
    const int node = sequence[ready.top()];
    ready.pop();
    result.push_back(node);
    for (const int edge : out[node]) {
      const int target = pinned[edge].target;
      if (--open_sources[target] == 0) ready.push(position[target]);
    }
  }
  return result;
}

}  // namespace

std::vector<int> sequence_with_few_back_edges(int nodes, std::span<const Edge> edges) {
  return Sequencer(nodes, edges).run();
}

std::vector<int> feedback_arcs(int nodes, std::span<const Edge> edges,
                               std::span<const CutPin> pins) {
  std::vector<Edge> kept, not_preferred;
  for (int edge = 0; edge < std::ssize(edges); ++edge) {
    if (edges[edge].source == edges[edge].target) continue;
    if (pins[edge] == CutPin::Never) kept.push_back(edges[edge]);
    if (pins[edge] != CutPin::Prefer) not_preferred.push_back(edges[edge]);
  }
  const std::vector<int> sequence =
      respecting(kept, sequence_with_few_back_edges(nodes, not_preferred));
  IncrementalOrder result(sequence);
  const long most_visits = std::max(kMostVisits, kMostVisitsPerEdge * std::ssize(edges));
  for (const Edge& edge : kept) result.insert(edge);

  std::vector<int> removed;
  const auto put_back = [&](CutPin pin, const std::vector<int>& first_along) {
    std::vector<int> position(nodes);
    for (int i = 0; i < nodes; ++i) position[first_along[i]] = i;
    std::vector<int> forward, backward;
    for (int edge = 0; edge < std::ssize(edges); ++edge) {
      if (pins[edge] != pin) continue;
      const bool along = position[edges[edge].source] < position[edges[edge].target];
      (along ? forward : backward).push_back(edge);
    }
    forward.insert(forward.end(), backward.begin(), backward.end());
    for (const int edge : forward) {
      const bool tried = result.visits() < most_visits;
      if (!tried || !result.insert(edges[edge])) removed.push_back(edge);
    }
  };
  put_back(CutPin::Free, sequence);
  put_back(CutPin::Prefer, sequence_with_few_back_edges(nodes, edges));
  std::sort(removed.begin(), removed.end());
  return removed;
}

}  // namespace hearth::graph
