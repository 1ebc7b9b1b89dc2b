// SPDX-License-Identifier: MIT
#include "hearth/framework/order/order.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/base/error.hpp"
#include "hearth/tests/framework/order/graph_builders.hpp"
#include "hearth/tests/framework/order/order_oracle.hpp"

namespace order_test {

using namespace hearth;
using namespace hearth::test;

namespace {

constexpr OrderOptions kStateEdges{.policy = CycleRemoval::StateEdges};

Order order_of(const Wiring& wiring, const OrderOptions& options = {}) {
  return order(wiring.ids, wiring.links, options);
}

/// Returns `a -> b` for each removed edge.
std::set<std::string> removed_names(const Wiring& wiring, const Order& order) {
  std::set<std::string> names;
  for (const int link : order.removed) {
    names.insert(wiring.ids[wiring.links[link].source] + " -> " +
                 wiring.ids[wiring.links[link].target]);
  }
  return names;
}

std::vector<std::vector<std::string>> named(const Wiring& wiring,
                                            const std::vector<std::vector<int>>& lists) {
  std::vector<std::vector<std::string>> names;
  for (const std::vector<int>& list : lists) {
    names.emplace_back();
    for (const int component : list) names.back().push_back(wiring.ids[component]);
  }
  return names;
}

bool is_removed(const Order& order, int link) {
  return std::binary_search(order.removed.begin(), order.removed.end(), link);
}

/// Checks that every component has one level: one more than the highest among its sources.
void require_levels(const Wiring& wiring, const Order& order) {
  std::vector<int> level(wiring.ids.size(), -1), expected(wiring.ids.size(), 0);
  std::size_t placed = 0;
  for (std::size_t i = 0; i < order.levels.size(); ++i) {
    for (const int component : order.levels[i]) level[component] = static_cast<int>(i);
    placed += order.levels[i].size();
    CHECK(std::is_sorted(order.levels[i].begin(), order.levels[i].end(),
                         [&](int a, int b) { return wiring.ids[a] < wiring.ids[b]; }));
  }
  REQUIRE(placed == wiring.ids.size());
  REQUIRE(std::count(level.begin(), level.end(), -1) == 0);
  for (int link = 0; link < static_cast<int>(wiring.links.size()); ++link) {
    if (is_removed(order, link)) continue;
    const auto [source, port, target, carrier, pin] = wiring.links[link];
    expected[target] = std::max(expected[target], level[source] + 1);
  }
  REQUIRE(level == expected);
}

/// Returns whether links for which `use` holds lead from one component to another.
template <class Use>
bool leads(const Wiring& wiring, int from, int to, const Use& use) {
  std::set<int> reached{from};
  std::vector<int> queue{from};
  while (!queue.empty()) {
    const int component = queue.back();
    queue.pop_back();
    if (component == to) return true;
    for (int link = 0; link < static_cast<int>(wiring.links.size()); ++link) {
      const Link& wire = wiring.links[link];
      if (wire.source != component || !use(link)) continue;
      if (reached.insert(wire.target).second) queue.push_back(wire.target);
    }
  }
  return false;
}

/// The same wiring with components and links given in another order.
Wiring shuffled(const Wiring& wiring, std::mt19937& random) {
  std::vector<int> place(wiring.ids.size());
  std::iota(place.begin(), place.end(), 0);
  std::shuffle(place.begin(), place.end(), random);
  Wiring other;
  other.ids.resize(wiring.ids.size());
  for (std::size_t i = 0; i < place.size(); ++i) other.ids[place[i]] = wiring.ids[i];
  other.links = wiring.links;
  std::shuffle(other.links.begin(), other.links.end(), random);
  for (Link& link : other.links) {
    link.source = place[link.source];
    link.target = place[link.target];
  }
  return other;
}

void require_same_result(const Wiring& one, const Wiring& other, const OrderOptions& options) {
  const Order a = order_of(one, options), b = order_of(other, options);
  REQUIRE(removed_names(one, a) == removed_names(other, b));
  REQUIRE(named(one, a.levels) == named(other, b.levels));
  REQUIRE(named(one, a.groups) == named(other, b.groups));
  REQUIRE(a.removed.size() == b.removed.size());
  REQUIRE(a.method == b.method);
  REQUIRE(a.notes == b.notes);
}

void require_equal_to_oracle(const Wiring& wiring) {
  Oracle oracle(wiring);
  const Order result = order_of(wiring);
  require_levels(wiring, result);
  CHECK(result.method == Order::Method::Exact);
  CHECK(result.removed == oracle.removed_links());
}

/// a -> b -> c -> a and what the test adds.
struct Triangle : Wiring {
  Triangle() {
    for (const char* id : {"a", "b", "c"}) add(id);
  }
  void close(CutPin ab = CutPin::Free, CutPin bc = CutPin::Free, CutPin ca = CutPin::Free) {
    connect(0, 0, 1, Carrier::Algebraic, ab);
    connect(1, 0, 2, Carrier::Algebraic, bc);
    connect(2, 0, 0, Carrier::Algebraic, ca);
  }
};

using Names = std::set<std::string>;

}  // namespace

TEST_CASE("a component's level is one more than the highest among its sources") {
  Wiring wiring;
  for (const char* id : {"weather", "schedule", "room", "sensor", "alone"}) wiring.add(id);
  wiring.connect(0, 0, 2);
  wiring.connect(1, 0, 2);
  wiring.connect(2, 0, 3);
  wiring.connect(1, 0, 3);
  const Order result = order_of(wiring);
  CHECK(result.method == Order::Method::Acyclic);
  CHECK(result.removed.empty());
  CHECK(result.groups.empty());
  CHECK(named(wiring, result.levels) ==
        std::vector<std::vector<std::string>>{
            {"alone", "schedule", "weather"}, {"room"}, {"sensor"}});
}

TEST_CASE("nothing has an empty order") { CHECK(order({}, {}).levels.empty()); }

TEST_CASE("a component connected to itself is a cycle of length one") {
  Wiring wiring;
  wiring.add("mixer");
  wiring.connect(0, 0, 0);
  const Order result = order_of(wiring);
  CHECK(result.removed == std::vector<int>{0});
  CHECK(result.groups == std::vector<std::vector<int>>{{0}});
  CHECK(result.method == Order::Method::Exact);
  require_levels(wiring, result);
}

TEST_CASE("parallel links count as one edge and are removed together") {
  Wiring wiring;
  for (const char* id : {"a", "b", "c"}) wiring.add(id);
  wiring.connect(1, 0, 2);
  wiring.connect(0, 0, 1);  // in both cycles
  wiring.connect(1, 0, 0);
  wiring.connect(0, 1, 1);
  wiring.connect(2, 0, 0);
  CHECK(order_of(wiring).removed == std::vector<int>{1, 3});
}

TEST_CASE("groups are the strongly connected components with a cycle") {
  Wiring wiring;
  for (const char* id : {"d", "c", "b", "a", "x"}) wiring.add(id);
  wiring.connect_both_ways(0, 1);  // d, c
  wiring.connect(1, 0, 4);
  wiring.connect(4, 0, 2);
  wiring.connect_both_ways(2, 3);  // b, a
  CHECK(order_of(wiring).groups == std::vector<std::vector<int>>{{3, 2}, {1, 0}});
}

TEST_CASE("a tie goes to the source with more connected output ports") {
  Triangle wiring;
  wiring.close();
  wiring.add("sink");
  wiring.connect(1, 0, 3);  // the port is in use already
  CHECK(removed_names(wiring, order_of(wiring)) == Names{"a -> b"});
  wiring.connect(2, 7, 3);
  CHECK(removed_names(wiring, order_of(wiring)) == Names{"c -> a"});
}

TEST_CASE("ports are counted in the graph as reduced so far") {
  // a <-> b and a <-> c are ties. First a -> b goes, by its two ports; then a has one port left,
  // as c has, and a comes first by id; with a second port c comes first.
  Wiring wiring;
  for (const char* id : {"a", "b", "c", "sink"}) wiring.add(id);
  wiring.connect(0, 0, 1);
  wiring.connect(1, 0, 0);
  wiring.connect(0, 1, 2);
  wiring.connect(2, 0, 0);
  CHECK(removed_names(wiring, order_of(wiring)) == Names{"a -> b", "a -> c"});
  wiring.connect(2, 1, 3);
  CHECK(removed_names(wiring, order_of(wiring)) == Names{"a -> b", "c -> a"});
}

TEST_CASE("further ties go by source id, then target id, as text") {
  Wiring wiring;
  for (const char* id : {"9", "10", "8"}) wiring.add(id);
  wiring.connect(0, 0, 1);
  wiring.connect(1, 0, 2);
  wiring.connect(2, 0, 0);
  CHECK(removed_names(wiring, order_of(wiring)) == Names{"10 -> 8"});
}

TEST_CASE("random graphs are opened as plain enumeration opens them") {
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    const int components = 2 + static_cast<int>(random() % 12);
    const int most = components < 8 ? components * components : components * 7 / 2;
    const int links = 1 + static_cast<int>(random() % static_cast<unsigned>(most));
    const Wiring wiring = random_wiring({.components = components, .links = links}, random);
    Oracle oracle(wiring);
    const Order result = order_of(wiring);
    require_levels(wiring, result);
    REQUIRE(result.removed == oracle.removed_links());
    REQUIRE((result.method == Order::Method::Acyclic) == result.removed.empty());
  }
}

TEST_CASE("random graphs with pins are opened as plain enumeration opens them") {
  std::mt19937 random(2);
  int refused = 0;
  for (int i = 0; i < 500; ++i) {
    const int components = 2 + static_cast<int>(random() % 9);
    const int links = 1 + static_cast<int>(random() % static_cast<unsigned>(3 * components));
    const Wiring wiring = random_wiring(
        {.components = components, .links = links, .never = 0.15, .prefer = 0.2}, random);
    Oracle oracle(wiring);
    const std::optional<std::vector<int>> expected = oracle.removed_links();
    if (expected) {
      REQUIRE(order_of(wiring).removed == *expected);
    } else {
      ++refused;
      REQUIRE_THROWS_AS(order_of(wiring), ModelError);
    }
  }
  CHECK(refused > 20);
  CHECK(refused < 480);
}

TEST_CASE("rooms coupled on a grid are opened as plain enumeration opens them") {
  for (int side = 2; side <= 5; ++side) require_equal_to_oracle(grid(side, side));
  require_equal_to_oracle(grid(2, 6));
}

TEST_CASE("rooms on an air handling unit are opened as plain enumeration opens them") {
  for (const int rooms : {1, 2, 10, 100}) require_equal_to_oracle(star(rooms));
}

TEST_CASE("corridors on an air handling unit are opened as plain enumeration opens them") {
  for (const int rooms : {2, 3, 10, 30, 100}) require_equal_to_oracle(building(1, rooms));
}

TEST_CASE("floors on an air handling unit are opened as plain enumeration opens them") {
  require_equal_to_oracle(building(2, 2));
  require_equal_to_oracle(building(2, 4));
  require_equal_to_oracle(building(3, 3));
  require_equal_to_oracle(building(3, 4));
  require_equal_to_oracle(building(4, 4));
}

TEST_CASE("a thousand rooms on one unit lose the trunk and two edges each") {
  const Wiring wiring = star(1000);
  const Order result = order_of(wiring);
  require_levels(wiring, result);
  CHECK(result.method == Order::Method::Exact);
  CHECK(result.removed.size() == 2002);
  const Names removed = removed_names(wiring, result);
  CHECK(removed.count("supply_fan -> coil") == 1);
  CHECK(removed.count("supply_junction -> coil") == 1);
}

TEST_CASE("the result does not depend on the order of components and links") {
  std::mt19937 random(3);
  const OrderOptions heuristic{.budget = 0};
  for (const OrderOptions& options : {OrderOptions{}, heuristic, kStateEdges}) {
    for (const Wiring& wiring : {star(5), building(1, 8), building(3, 3), grid(4, 4)}) {
      require_same_result(wiring, shuffled(wiring, random), options);
    }
    for (int i = 0; i < 100; ++i) {
      const Wiring wiring =
          random_wiring({.components = 12, .links = 30, .never = 0.05, .prefer = 0.1}, random);
      try {
        order_of(wiring, options);
      } catch (const ModelError&) {
        continue;
      }
      require_same_result(wiring, shuffled(wiring, random), options);
    }
  }
}

TEST_CASE("a connection pinned as never is not cut") {
  Triangle wiring;
  wiring.close(CutPin::Never, CutPin::Free, CutPin::Never);
  CHECK(removed_names(wiring, order_of(wiring)) == Names{"b -> c"});
  CHECK(removed_names(wiring, order_of(wiring, {.budget = 0})) == Names{"b -> c"});
  CHECK(removed_names(wiring, order_of(wiring, kStateEdges)) == Names{"b -> c"});
}

TEST_CASE("a pin holds for all parallel connections, never before prefer") {
  Triangle wiring;
  wiring.close(CutPin::Prefer);
  wiring.connect(0, 1, 1, Carrier::Algebraic, CutPin::Never);
  CHECK(removed_names(wiring, order_of(wiring)) == Names{"b -> c"});
}

TEST_CASE("cycles through preferred connections are cut there first") {
  // a -> b lies on two cycles, b -> c and b -> d on one each.
  Wiring wiring;
  for (const char* id : {"a", "b", "c", "d"}) wiring.add(id);
  wiring.connect(0, 0, 1);
  wiring.connect(1, 0, 2);
  wiring.connect(2, 0, 0);
  wiring.connect(1, 0, 3);
  wiring.connect(3, 0, 0);
  CHECK(removed_names(wiring, order_of(wiring)) == Names{"a -> b"});
  wiring.links[3].pin = CutPin::Prefer;
  for (const OrderOptions& options : {OrderOptions{}, kStateEdges}) {
    CHECK(removed_names(wiring, order_of(wiring, options)) == Names{"a -> b", "b -> d"});
  }
  wiring.links[4].pin = CutPin::Prefer;  // one cut on a cycle is enough
  for (const OrderOptions& options : {OrderOptions{}, kStateEdges}) {
    CHECK(removed_names(wiring, order_of(wiring, options)).size() == 2);
  }
}

TEST_CASE("a cycle of connections pinned as never is an error that names it") {
  Triangle wiring;
  wiring.close(CutPin::Never, CutPin::Never, CutPin::Never);
  wiring.add("self");
  wiring.connect(3, 0, 3, Carrier::State, CutPin::Never);
  try {
    order_of(wiring);
    FAIL("no error");
  } catch (const ModelError& error) {
    CHECK(error.code() == "model.cycle_pinned");
    REQUIRE(error.diagnostics().items().size() == 2);
    CHECK_THAT(error.what(), Catch::Contains("a -> b -> c -> a"));
    CHECK_THAT(error.what(), Catch::Contains("self -> self"));
  }
}

TEST_CASE("over budget a heuristic opens the group and the notes say so") {
  const Wiring wiring = grid(7, 7);
  const Order result = order_of(wiring);
  require_levels(wiring, result);
  CHECK(result.method == Order::Method::Heuristic);
  CHECK(result.notes ==
        std::vector<std::string>{"cycle removal used a heuristic for a group of 49 components"});
  CHECK(result.removed.size() == 84);  // one way of each coupling is the fewest possible
}

TEST_CASE("one group over budget leaves the others exact") {
  Wiring wiring = building(1, 3);
  const std::set<std::string> alone = removed_names(wiring, order_of(wiring));
  const int first = static_cast<int>(wiring.ids.size());
  const Wiring other = grid(4, 4);
  for (const std::string& id : other.ids) wiring.add("other_" + id);
  for (const Link& link : other.links) {
    wiring.connect(first + link.source, 0, first + link.target, link.carrier);
  }
  const Order result = order_of(wiring, {.budget = 20});
  CHECK(result.method == Order::Method::Heuristic);
  CHECK(result.notes ==
        std::vector<std::string>{"cycle removal used a heuristic for a group of 16 components"});
  const std::set<std::string> removed = removed_names(wiring, result);
  CHECK(std::includes(removed.begin(), removed.end(), alone.begin(), alone.end()));
}

TEST_CASE("a building over budget loses no more than one edge a cycle needs") {
  const Wiring wiring = building(8, 8);
  const Order result = order_of(wiring);
  require_levels(wiring, result);
  CHECK(result.method == Order::Method::Heuristic);
  // The fewest: 112 couplings one way, two loops inside each room, the trunk.
  CHECK(result.removed.size() >= 112 + 2 * 64 + 1);
  CHECK(result.removed.size() <= 112 + 2 * 64 + 2);
}

TEST_CASE("ten thousand components in a ring need no deep stack") {
  Wiring wiring;
  for (int i = 0; i < 10'000; ++i) wiring.add(numbered("n", i));
  for (int i = 0; i < 10'000; ++i) wiring.connect(i, 0, (i + 1) % 10'000);
  CHECK(order_of(wiring).levels.size() == 10'000);
  CHECK(order_of(wiring, kStateEdges).levels.size() == 10'000);
  for (int i = 0; i < 10'000; ++i) wiring.connect((i + 1) % 10'000, 0, i);
  const Order both_ways = order_of(wiring);
  CHECK(both_ways.method == Order::Method::Exact);
  CHECK(both_ways.removed.size() == 10'000);
  require_levels(wiring, order_of(wiring, {.budget = 0}));
}

TEST_CASE("state edges: a building is cut where a room's state is read") {
  const Wiring wiring = building(3, 3);
  const Order result = order_of(wiring, kStateEdges);
  require_levels(wiring, result);
  CHECK(result.method == Order::Method::Exact);
  CHECK(result.notes.empty());
  CHECK(result.removed.size() == 9 * 4 + 24);
  for (const int link : result.removed) CHECK(wiring.links[link].carrier == Carrier::State);
}

TEST_CASE("state edges: neighbours that read each other's state are cut both ways") {
  Wiring wiring = grid(1, 3);
  CHECK(order_of(wiring, kStateEdges).removed == std::vector<int>{0, 1, 2, 3});
  wiring.links[0].pin = CutPin::Prefer;
  CHECK(order_of(wiring, kStateEdges).removed == std::vector<int>{0, 1, 2, 3});
  wiring.links[0].pin = CutPin::Never;
  CHECK(order_of(wiring, kStateEdges).removed == std::vector<int>{1, 2, 3});
}

TEST_CASE("state edges: only what opens a loop is cut") {
  // Two state edges on one loop: the later one by ids is not needed any more.
  Triangle wiring;
  wiring.connect(0, 0, 1, Carrier::State);
  wiring.connect(1, 0, 2, Carrier::State);
  wiring.connect(2, 0, 0, Carrier::Algebraic);
  const Order result = order_of(wiring, kStateEdges);
  CHECK(result.removed.size() == 1);
  CHECK(wiring.links[result.removed[0]].carrier == Carrier::State);
}

TEST_CASE("state edges: parallel links carry a state only if each does") {
  Triangle wiring;
  wiring.connect(0, 0, 1, Carrier::State);
  wiring.connect(0, 1, 1, Carrier::Algebraic);
  wiring.connect(1, 0, 2, Carrier::State);
  wiring.connect(2, 0, 0, Carrier::Algebraic);
  CHECK(order_of(wiring, kStateEdges).removed == std::vector<int>{2});
}

TEST_CASE("state edges: an update is cut only where a loop has no state") {
  Triangle wiring;
  wiring.connect(0, 0, 1, Carrier::Update);
  wiring.connect(1, 0, 2, Carrier::State);
  wiring.connect(2, 0, 0);
  CHECK(removed_names(wiring, order_of(wiring, kStateEdges)) == Names{"b -> c"});
  wiring.connect(1, 0, 0);  // a -> b -> a has no state edge; cutting a -> b opens both loops
  CHECK(removed_names(wiring, order_of(wiring, kStateEdges)) == Names{"a -> b"});
}

TEST_CASE("state edges: an algebraic loop is cut greedily and named") {
  Triangle wiring;
  wiring.close();
  wiring.add("room");
  wiring.connect(1, 0, 3);
  wiring.connect(3, 0, 1, Carrier::State);
  const Order result = order_of(wiring, kStateEdges);
  CHECK(removed_names(wiring, result) == Names{"a -> b", "room -> b"});
  CHECK(result.notes == std::vector<std::string>{"algebraic loop broken at a -> b"});
  CHECK(result.method == Order::Method::Exact);
}

TEST_CASE("state edges: the rules hold on random graphs") {
  std::mt19937 random(4);
  for (int i = 0; i < 300; ++i) {
    const Wiring wiring = random_wiring({.components = 10, .links = 25}, random);
    const Order result = order_of(wiring, kStateEdges);
    require_levels(wiring, result);
    const auto carrier = [&](int source, int target) {  // of an edge; nothing: Algebraic
      Carrier worst = Carrier::State;
      bool found = false;
      for (const Link& link : wiring.links) {
        if (link.source != source || link.target != target) continue;
        found = true;
        worst = std::max(worst, link.carrier);
      }
      return found ? worst : Carrier::Algebraic;
    };
    for (int link = 0; link < static_cast<int>(wiring.links.size()); ++link) {
      const auto [source, port, target, own, pin] = wiring.links[link];
      const Carrier carries = carrier(source, target);
      const bool both_ways = source != target && carries == Carrier::State &&
                             carrier(target, source) == Carrier::State;
      if (both_ways) CHECK(is_removed(result, link));
      if (both_ways || !is_removed(result, link)) continue;
      // Put back, it would close a loop, and this loop holds nothing better to cut.
      CHECK(leads(wiring, target, source, [&](int l) { return !is_removed(result, l); }));
      CHECK(leads(wiring, target, source, [&](int l) {
        return carries == Carrier::State ||
               carrier(wiring.links[l].source, wiring.links[l].target) >= carries;
      }));
    }
  }
}

}  // namespace order_test
