// SPDX-License-Identifier: MIT
#include "hearth/framework/order/internal/cycles.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/order/digraph.hpp"
#include "hearth/framework/order/internal/feedback_arc.hpp"
#include "hearth/framework/order/internal/incremental_order.hpp"
#include "hearth/tests/framework/order/graph_builders.hpp"

namespace cycles_test {

using namespace hearth;
using namespace hearth::graph;

namespace {

using Counts = std::vector<CycleCount>;

std::optional<Counts> count(int nodes, const std::vector<Edge>& edges, long cycles = 200'000) {
  Effort effort{.cycles = cycles, .work = 1'000'000'000};
  return cycles_through_edges(nodes, edges, effort);
}

/// Walks along every path that starts at its lowest node.
class PlainCount {
 public:
  PlainCount(int nodes, const std::vector<Edge>& edges)
      : edges_(edges), on_path_(nodes, false), through_(edges.size(), 0) {
    for (start_ = 0; start_ < nodes; ++start_) walk(start_);
  }
  const Counts& through() const { return through_; }

 private:
  void walk(int node) {
    on_path_[node] = true;
    for (int edge = 0; edge < static_cast<int>(edges_.size()); ++edge) {
      const auto [source, target] = edges_[edge];
      if (source != node || target < start_) continue;
      path_.push_back(edge);
      if (target == start_) {
        for (const int passed : path_) ++through_[passed];
      } else if (!on_path_[target]) {
        walk(target);
      }
      path_.pop_back();
    }
    on_path_[node] = false;
  }

  const std::vector<Edge>& edges_;
  std::vector<bool> on_path_;
  Counts through_;
  std::vector<int> path_;
  int start_ = 0;
};

std::vector<Edge> random_edges(int nodes, int edges, std::mt19937& random) {
  std::vector<Edge> result;
  for (const Link& link :
       test::random_wiring({.components = nodes, .links = edges}, random).links) {
    result.push_back({link.source, link.target});
  }
  return result;
}

std::vector<Edge> complete(int nodes) {
  std::vector<Edge> edges;
  for (int a = 0; a < nodes; ++a) {
    for (int b = 0; b < nodes; ++b) {
      if (a != b) edges.push_back({a, b});
    }
  }
  return edges;
}

/// Nodes 0, 3, 6 ... in a ring, each joined to the next by two ways.
std::vector<Edge> ring_of_diamonds(int diamonds) {
  std::vector<Edge> edges;
  for (int i = 0; i < diamonds; ++i) {
    const int node = 3 * i;
    const int next = (node + 3) % (3 * diamonds);
    edges.push_back({node, node + 1});
    edges.push_back({node, node + 2});
    edges.push_back({node + 1, next});
    edges.push_back({node + 2, next});
  }
  return edges;
}

std::vector<bool> reachable(int from, int nodes, const std::vector<Edge>& edges) {
  std::vector<bool> reached(nodes, false);
  reached[from] = true;
  for (int pass = 0; pass < nodes; ++pass) {
    for (const Edge& edge : edges) {
      if (reached[edge.source]) reached[edge.target] = true;
    }
  }
  return reached;
}

std::vector<int> all_of(const std::vector<Edge>& edges) {
  std::vector<int> all(edges.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

TEST_CASE("loops, two-cycles and parallel edges are counted") {
  CHECK(count(1, {{0, 0}}) == Counts{1});
  CHECK(count(2, {{0, 1}, {1, 0}, {0, 1}}) == Counts{1, 2, 1});
  CHECK(count(2, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}) == Counts{1, 1, 1, 1});
  CHECK(count(3, {{0, 1}, {1, 2}}) == Counts{0, 0});
}

TEST_CASE("counts equal walking every path on random graphs") {
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    const int nodes = 1 + static_cast<int>(random() % 9);
    const int edges = static_cast<int>(random() % static_cast<unsigned>(3 * nodes + 1));
    const std::vector<Edge> graph = random_edges(nodes, edges, random);
    REQUIRE(count(nodes, graph) == PlainCount(nodes, graph).through());
  }
}

TEST_CASE("a complete graph of eight nodes has its 16064 cycles") {
  // Sum over k = 2 ... 8 of binomial(8, k) (k - 1)!; each edge is on the same number of them:
  // sum of binomial(8, k) (k - 1)! k / 56.
  const std::optional<Counts> through = count(8, complete(8));
  REQUIRE(through);
  CHECK(*through == Counts(56, 28 * 2 / 56 + 56 * 2 * 3 / 56 + 70 * 6 * 4 / 56 + 56 * 24 * 5 / 56 +
                                   28 * 120 * 6 / 56 + 8 * 720 * 7 / 56 + 5040 * 8 / 56));
}

TEST_CASE("what series and parallel edges multiply is counted without enumeration") {
  const std::optional<Counts> through = count(300, ring_of_diamonds(100), 0);
  REQUIRE(through);
  CHECK(*through == Counts(400, CycleCount(1) << 99));  // every other diamond has two ways
}

TEST_CASE("numbers beyond 128 bits and cycles beyond the budget give no count") {
  CHECK(count(381, ring_of_diamonds(127)));
  CHECK_FALSE(count(390, ring_of_diamonds(130)));
  CHECK(count(4, complete(4), 20));
  CHECK_FALSE(count(8, complete(8), 100));
  Effort little{.cycles = 200'000, .work = 1'000};
  CHECK_FALSE(cycles_through_edges(8, complete(8), little));
  CHECK(little.work < 0);
}

TEST_CASE("strong components are the sets of nodes that reach each other") {
  std::mt19937 random(2);
  for (int i = 0; i < 200; ++i) {
    const std::vector<Edge> edges = random_edges(10, 14, random);
    const std::vector<int> component = strong_components(10, edges);
    for (int a = 0; a < 10; ++a) {
      const std::vector<bool> from_a = reachable(a, 10, edges);
      for (int b = 0; b < 10; ++b) {
        const bool together = from_a[b] && reachable(b, 10, edges)[a];
        REQUIRE((component[a] == component[b]) == together);
        if (from_a[b]) REQUIRE(component[b] <= component[a]);
      }
    }
  }
}

TEST_CASE("blocks part the edges on cycles so that no cycle lies in two of them") {
  std::mt19937 random(3);
  for (int i = 0; i < 300; ++i) {
    const std::vector<Edge> edges = random_edges(9, 16, random);
    const Counts whole = PlainCount(9, edges).through();
    Counts by_block(edges.size(), 0);
    for (const std::vector<int>& block : cyclic_blocks(edges, all_of(edges))) {
      std::vector<Edge> own;
      for (const int edge : block) own.push_back(edges[edge]);
      const Counts inside = PlainCount(9, own).through();
      for (std::size_t k = 0; k < block.size(); ++k) by_block[block[k]] += inside[k];
    }
    REQUIRE(by_block == whole);
  }
}

TEST_CASE("two cycles that share a node are two blocks") {
  const std::vector<Edge> edges{{0, 1}, {1, 0}, {1, 2}, {2, 3}, {3, 1}, {3, 3}, {3, 4}};
  std::vector<std::vector<int>> blocks = cyclic_blocks(edges, all_of(edges));
  std::sort(blocks.begin(), blocks.end());
  CHECK(blocks == std::vector<std::vector<int>>{{0, 1}, {2, 3, 4}, {5}});
}

TEST_CASE("a growing order refuses exactly the edges that close a cycle") {
  std::mt19937 random(4);
  for (int i = 0; i < 200; ++i) {
    std::vector<int> sequence(12);
    std::iota(sequence.begin(), sequence.end(), 0);
    std::shuffle(sequence.begin(), sequence.end(), random);
    IncrementalOrder order(sequence);
    std::vector<Edge> kept;
    for (const Edge& edge : random_edges(12, 40, random)) {
      const bool closes = reachable(edge.target, 12, kept)[edge.source];
      REQUIRE(order.insert(edge) == !closes);
      if (!closes) kept.push_back(edge);
    }
  }
}

TEST_CASE("a sequence holds every node once and puts an open graph in order") {
  const std::vector<Edge> chain{{3, 2}, {2, 1}, {1, 0}};
  CHECK(sequence_with_few_back_edges(4, chain) == std::vector<int>{3, 2, 1, 0});
  std::mt19937 random(5);
  for (int i = 0; i < 100; ++i) {
    std::vector<int> sequence = sequence_with_few_back_edges(20, random_edges(20, 60, random));
    std::sort(sequence.begin(), sequence.end());
    for (int node = 0; node < 20; ++node) REQUIRE(sequence[node] == node);
  }
}

TEST_CASE("the heuristic cuts preferred edges if possible") {
  // Both cycles through 0 -> 1 could be opened there; the preferred edges open one each.
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 0}, {1, 3}, {3, 0}};
  using enum CutPin;
  CHECK(feedback_arcs(4, edges, std::vector{Free, Free, Free, Free, Free}) == std::vector{0});
  CHECK(feedback_arcs(4, edges, std::vector{Free, Prefer, Free, Prefer, Free}) ==
        std::vector{1, 3});
  CHECK(feedback_arcs(4, edges, std::vector{Never, Free, Never, Never, Free}) == std::vector{1, 4});
}

TEST_CASE("the heuristic removes nothing that could stay and nothing pinned") {
  std::mt19937 random(6);
  for (int i = 0; i < 300; ++i) {
    const std::vector<Edge> edges = random_edges(15, 40, random);
    std::vector<CutPin> pins;
    std::vector<Edge> kept;
    for (const Edge& edge : edges) {
      const bool may_stay = !reachable(edge.target, 15, kept)[edge.source];
      const bool never = may_stay && random() % 6 == 0;
      if (never) kept.push_back(edge);
      pins.push_back(never ? CutPin::Never : random() % 6 == 0 ? CutPin::Prefer : CutPin::Free);
    }
    const std::vector<int> removed = feedback_arcs(15, edges, pins);
    REQUIRE(std::is_sorted(removed.begin(), removed.end()));
    kept.clear();
    for (int edge = 0; edge < 40; ++edge) {
      if (!std::binary_search(removed.begin(), removed.end(), edge)) kept.push_back(edges[edge]);
    }
    for (const Edge& edge : kept) REQUIRE_FALSE(reachable(edge.target, 15, kept)[edge.source]);
    for (const int edge : removed) {
      REQUIRE(pins[edge] != CutPin::Never);
      REQUIRE(reachable(edges[edge].target, 15, kept)[edges[edge].source]);
    }
  }
}

}  // namespace cycles_test
