// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace graph_test {

using namespace hearth::test;
using nlohmann::json;

namespace {

Outcome draw(const Workshop& shop, const std::string& format) {
  return run_hearth(shop,
                    {"graph", shop.write("room.hearth.json", kHeatedRoom), "--format", format});
}

}  // namespace

TEST_CASE("the graph for Graphviz has levels as ranks and marks what was removed") {
  const Workshop shop;
  const Outcome outcome = draw(shop, "dot");
  REQUIRE(outcome.code == 0);
  CHECK(outcome.out.rfind("digraph \"heated_room\" {", 0) == 0);
  CHECK(outcome.printed("label=\"heater\\nSpaceHeater\""));
  CHECK(outcome.printed("{rank=same;"));
  CHECK(outcome.printed("label=\"Power -> heatGain\", style=dashed, color=red"));
}

TEST_CASE("the graph for Mermaid has a box for each level") {
  const Workshop shop;
  const Outcome outcome = draw(shop, "mermaid");
  REQUIRE(outcome.code == 0);
  CHECK(outcome.out.rfind("flowchart LR\n", 0) == 0);
  CHECK(outcome.printed("subgraph level0"));
  CHECK(outcome.printed("-.->|\"Power -#gt; heatGain\"|"));
  CHECK(outcome.printed("stroke:red"));
}

TEST_CASE("the drawing is SVG with one box for each component") {
  const Workshop shop;
  const Outcome outcome = draw(shop, "svg");
  REQUIRE(outcome.code == 0);
  CHECK(outcome.out.rfind("<svg xmlns=", 0) == 0);
  std::size_t boxes = 0;
  for (auto at = outcome.out.find("<g>"); at != std::string::npos;
       at = outcome.out.find("<g>", at + 1)) {
    ++boxes;
  }
  CHECK(boxes == 7);
  CHECK(outcome.printed("stroke-dasharray"));
}

TEST_CASE("the graph as JSON names nodes and edges") {
  const Workshop shop;
  const json graph = json::parse(draw(shop, "json").out);
  CHECK(graph["nodes"].size() == 7);
  CHECK(graph["edges"].size() == 8);
  int removed = 0;
  for (const json& edge : graph["edges"]) {
    if (!edge["removed"].get<bool>()) continue;
    ++removed;
    const bool sampled = edge["to"] == "controller";
    CHECK(edge["from"] == (sampled ? "room" : "heater"));
    CHECK(edge["carries"] == (sampled ? "state" : "algebraic"));
  }
  CHECK(removed == 2);  // of a loop that is solved, and to the controller, which samples
}

TEST_CASE("the graph is written to a file") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"graph", shop.write("room.hearth.json", kHeatedRoom),
                                            "-f", "svg", "-o", (shop / "room.svg").string()});
  CHECK(outcome.code == 0);
  CHECK(outcome.out.empty());
  CHECK(shop.read("room.svg").rfind("<svg", 0) == 0);
  CHECK(draw(shop, "png").code == 2);
}

}  // namespace graph_test
