// SPDX-License-Identifier: MIT
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>
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

/// A unit that feeds boxes with a room each, and something that no rule takes.
std::string building(int boxes) {
  std::string text =
      "@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix b: <urn:b#> .\n"
      "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
      "b:ahu a brick:AHU ; rdfs:label \"Unit <1>\" ; brick:hasPart b:fan .\n"
      "b:fan a brick:Supply_Fan . b:panel a brick:Electrical_Equipment .\n";
  for (int i = 0; i < boxes; ++i) {
    text += fmt::format(
        "b:ahu brick:feeds b:box{0} . b:box{0} a brick:VAV ; brick:feeds b:zone{0} .\n"
        "b:zone{0} a brick:HVAC_Zone ; brick:hasPoint b:t{0} .\n"
        "b:t{0} a brick:Zone_Air_Temperature_Sensor .\n",
        i);
  }
  return text;
}

Outcome draw_building(const Workshop& shop, int boxes, std::vector<std::string> more) {
  more.insert(more.begin(),
              {"graph", shop.write("building.ttl", building(boxes)), "--building", "-q"});
  return run_hearth(shop, more);
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("the graph of a building shows the use of each node") {
  const Workshop shop;
  const Outcome dot = draw_building(shop, 2, {});
  REQUIRE(dot.code == 0);
  CHECK(dot.printed("b:ahu \\\"Unit <1>\\\"\\nbrick:AHU: component ahu"));
  CHECK(dot.printed("brick:Supply_Fan: part of ahu"));
  CHECK(dot.printed("left out: import.not_mapped"));
  CHECK(dot.printed("tooltip=\"b:panel: no rule matches brick:Electrical_Equipment\""));
  CHECK(dot.printed("outdoor\\nnot in the graph: weather"));
  CHECK(dot.printed("2 points are counted, not drawn"));
  const Outcome svg = draw_building(shop, 2, {"-f", "svg", "--points"});
  REQUIRE(svg.code == 0);
  CHECK(svg.printed("b:t0"));
  CHECK(svg.printed("Unit &lt;1&gt;"));
  CHECK_FALSE(svg.printed("not drawn"));
  const Outcome mermaid = draw_building(shop, 2, {"-f", "mermaid"});
  REQUIRE(mermaid.code == 0);
  CHECK(mermaid.printed("classDef look5"));
  CHECK(mermaid.printed("-->|\"feeds\"|"));
}

TEST_CASE("the graph of a building as JSON has all nodes with their reasons") {
  const Workshop shop;
  const Outcome outcome = draw_building(shop, 2, {"-f", "json"});
  const json graph = json::parse(outcome.out);
  CHECK(graph["headline"] ==
        "2 rooms: 2 conditioned by equipment in the graph, 0 with assumed supply air, "
        "0 unconditioned; 1 of 7 devices not "
        "simulated");
  std::map<std::string, json> nodes;
  for (const json& node : graph["nodes"]) nodes[node["name"]] = node;
  CHECK(nodes["b:ahu"]["became"] == "component");
  CHECK(nodes["b:ahu"]["label"] == "Unit <1>");
  CHECK(nodes["b:fan"]["became"] == "part");
  CHECK(nodes["b:fan"]["id"] == "ahu");
  CHECK(nodes["b:panel"]["code"] == "import.not_mapped");
  CHECK(nodes["b:zone0"]["kind"] == "space");
  CHECK(nodes["b:t0"]["became"] == "left out");  // without a series
  CHECK(graph["relations"].size() > 6);
}

TEST_CASE("the graph of a large building stays readable") {
  const Workshop shop;
  const Outcome outcome = draw_building(shop, 243, {"-f", "svg"});
  REQUIRE(outcome.code == 0);
  CHECK(count_of(outcome.out, "<g>") < 150);
  CHECK(outcome.printed("243 x brick:VAV"));
  CHECK(outcome.printed("243 x brick:HVAC_Zone"));
  CHECK(outcome.printed("b:ahu"));  // what is one of few stays by itself
  CHECK(outcome.printed("0 of 243 points used"));
  CHECK(
      outcome.printed("similar nodes are drawn as one, because the graph has more than 150 nodes"));
  const Outcome all = draw_building(shop, 243, {"-f", "svg", "--most", "1000"});
  CHECK(count_of(all.out, "<g>") > 486);
  const Outcome few = draw_building(shop, 243, {"-f", "svg", "--most", "3"});
  CHECK(count_of(few.out, "<g>") == 3);
  CHECK(few.printed("of the rarest kinds are not drawn"));
}

TEST_CASE("options of the graph of a building are refused without one") {
  const Workshop shop;
  const std::string model = shop.write("room.hearth.json", kHeatedRoom);
  CHECK(run_hearth(shop, {"graph", model, "--points"}).code == 2);
  const Outcome outcome = run_hearth(shop, {"graph", model, "--building"});
  CHECK(outcome.code == 2);
  CHECK(outcome.said("is not the graph of a building"));
}

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
