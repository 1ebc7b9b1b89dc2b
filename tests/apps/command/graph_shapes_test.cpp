// SPDX-License-Identifier: MIT
#include <regex>
#include <set>
#include <sstream>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/command/shell.hpp"
#include "hearth/tests/apps/models.hpp"

namespace graph_shapes_test {

using namespace hearth::test;
using nlohmann::json;

namespace {

/// Ids, keys and a name that are words or signs of the formats.
const std::vector<std::string> kHostileIds = {
    "end", "graph", "a b", "x (1) [2]", "- -", "_", "style", "subgraph", "Büro ä", "legend", "n0"};
const std::string kHostileKey = "k\"q'<b>&amp;#35;`*_\\ |{;}\t%%";
const std::string kHostileName = "a \"name\" <script>&\\ \n\x01 end */ --";

json constant(double value) {
  return {{"type", "Schedule"}, {"config", {{"value", fmt::format("{} W", value)}}}};
}

json hostile_model() {
  json model = {{"hearth", 1}, {"name", kHostileName}, {"connections", json::array()}};
  for (const std::string& id : kHostileIds) {
    model["components"][id] = constant(1.0);
    model["connections"].push_back({{"from", id + ".scheduleValue"},
                                    {"to", fmt::format("sum.Power[{} {}]", kHostileKey, id)}});
  }
  model["components"]["sum"] = {{"type", "Meter"}};
  return model;
}

/// Sources that feed chains of sums: 300 components, 100 of them on level 0.
json large_model() {
  json model = {{"hearth", 1}, {"name", "large"}, {"connections", json::array()}};
  for (int i = 0; i < 100; ++i) {
    model["components"][fmt::format("source {}", i)] = constant(i);
    model["components"][fmt::format("sum {}", i)] = {{"type", "Sum"}};
    model["components"][fmt::format("gain {}", i)] = {{"type", "Gain"}};
    const auto connect = [&](const std::string& from, const std::string& to) {
      model["connections"].push_back({{"from", from}, {"to", to}});
    };
    connect(fmt::format("source {}.scheduleValue", i), fmt::format("sum {}.u[own]", i));
    connect(fmt::format("source {}.scheduleValue", (7 * i + 3) % 100),
            fmt::format("sum {}.u[other]", i));
    connect(fmt::format("sum {}.y", i), fmt::format("gain {}.u", i));
  }
  return model;
}

std::string drawn(const Workshop& shop, const json& model, const std::string& format) {
  const std::string file = shop.write("model.hearth.json", model.dump());
  const Outcome outcome = run_hearth(shop, {"graph", file, "-f", format});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  return outcome.out;
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// Each line of a flowchart is of one of the forms that Hearth uses, with nothing but plain text
/// and entities between quotes.
std::string first_odd_line(const std::string& mermaid) {
  const std::string text = R"("([^"<>&#;`*_\\|{}\t]|#[a-z0-9]+;|<br/>)*")";
  const std::regex form(
      "flowchart LR|  subgraph level[0-9]+ \\[\"level [0-9]+\"\\]|  end|"
      "    n[0-9]+\\[" +
      text + "\\]|  n[0-9]+ (-->|-\\.->)\\|" + text + "\\| n[0-9]+|  legend\\[" + text +
      "\\]|  style legend [a-z:,]+|"
      "  linkStyle [0-9,]+ stroke:red");
  std::istringstream lines(mermaid);
  for (std::string line; std::getline(lines, line);) {
    if (!std::regex_match(line, form)) return line;
  }
  return "";
}

/// Places of the boxes of a drawing, as `x y`.
std::set<std::string> box_places(const std::string& svg) {
  const std::regex box("<g><rect x=\"([0-9.]+)\" y=\"([0-9.]+)\"");
  std::set<std::string> places;
  for (std::sregex_iterator it(svg.begin(), svg.end(), box), end; it != end; ++it) {
    places.insert((*it)[1].str() + " " + (*it)[2].str());
  }
  return places;
}

std::pair<double, double> size_of(const std::string& svg) {
  std::smatch match;
  REQUIRE(std::regex_search(svg, match, std::regex("width=\"([0-9]+)\" height=\"([0-9]+)\"")));
  return {std::stod(match[1]), std::stod(match[2])};
}

}  // namespace

TEST_CASE("Graphviz reads a graph whatever its names hold") {
  const Workshop shop;
  for (const json& model : {hostile_model(), large_model()}) {
    const std::string dot = shop.write("graph.dot", drawn(shop, model, "dot"));
    if (!has_program("dot")) {
      WARN("skipped: Graphviz is absent");
      return;
    }
    const std::string engine = model["components"].size() > 100 ? "dot -Tcanon " : "dot -Tplain ";
    const ShellOutcome outcome = run_shell(engine + in_quotes(dot) + " 2>&1");
    INFO(outcome.out.substr(0, 2000));
    CHECK(outcome.code == 0);
    CHECK(outcome.out.find("Warning") == std::string::npos);
    CHECK(outcome.out.find("Error") == std::string::npos);
  }
}

TEST_CASE("Graphviz shows names as they are") {
  const Workshop shop;
  const std::string dot = shop.write("graph.dot", drawn(shop, hostile_model(), "dot"));
  if (!has_program("dot")) {
    WARN("skipped: Graphviz is absent");
    return;
  }
  const std::string svg = run_shell("dot -Tsvg " + in_quotes(dot)).out;
  CHECK(svg.find(">x (1) [2]</text>") != std::string::npos);
  CHECK(svg.find("k&quot;q&#39;&lt;b&gt;&amp;amp;#35;`*_\\ |{;}") != std::string::npos);
}

TEST_CASE("a graph for Mermaid has no line that names could break") {
  const Workshop shop;
  CHECK(first_odd_line(drawn(shop, hostile_model(), "mermaid")) == "");
  const std::string large = drawn(shop, large_model(), "mermaid");
  CHECK(first_odd_line(large) == "");
  CHECK(count(large, " -->|") == 300);
  CHECK(first_odd_line("    n1[\"a\"b\"]") != "");  // the check can fail
}

TEST_CASE("a drawing is well-formed XML whatever its names hold") {
  const Workshop shop;
  for (const json& model : {hostile_model(), large_model()}) {
    const std::string file = shop.write("graph.svg", drawn(shop, model, "svg"));
    if (!has_program("python3")) {
      WARN("skipped: python3 is absent");
      return;
    }
    const ShellOutcome outcome = run_shell(
        "python3 -c 'import sys, xml.dom.minidom as m; d = m.parse(sys.argv[1]); "
        "print(len(d.getElementsByTagName(\"g\")))' " +
        in_quotes(file) + " 2>&1");
    CHECK(outcome.out == fmt::format("{}\n", model["components"].size()));
  }
}

TEST_CASE("a drawing of many components is about as wide as high, no box on another") {
  const Workshop shop;
  const std::string svg = drawn(shop, large_model(), "svg");
  CHECK(box_places(svg).size() == 300);
  const auto [width, height] = size_of(svg);
  CHECK(width < 4.0 * height);
  CHECK(height < 2.0 * width);
  for (const std::string& place : box_places(svg)) {
    const double x = std::stod(place);
    const double y = std::stod(place.substr(place.find(' ')));
    CHECK((x >= 0.0 && x < width));
    CHECK((y >= 30.0 && y + 36.0 < height - 30.0));  // between headings and legend
  }
}

TEST_CASE("lines that go back run below the boxes, within the drawing") {
  const Workshop shop;
  const json model = json::parse(kHeatedRoom);
  const std::string svg = drawn(shop, model, "svg");
  const auto [width, height] = size_of(svg);
  const std::regex number("[0-9.-]+");
  const std::regex back("<path d=\"([^\"]+H[^\"]+)\" fill=\"none\" stroke=\"#cc0000\"");
  std::smatch match;
  REQUIRE(std::regex_search(svg, match, back));
  const std::string path = match[1].str();
  for (std::sregex_iterator it(path.begin(), path.end(), number), end; it != end; ++it) {
    const double coordinate = std::stod(it->str());
    CHECK(coordinate >= 0.0);
    CHECK(coordinate <= width);
  }
  double lowest_box = 0.0;
  for (const std::string& place : box_places(svg)) {
    lowest_box = std::max(lowest_box, std::stod(place.substr(place.find(' '))));
  }
  CHECK(std::stod(path.substr(path.find_last_of(' ', path.find('H')))) > lowest_box + 36.0);
}

TEST_CASE("every drawing has a legend") {
  const Workshop shop;
  for (const std::string format : {"dot", "mermaid", "svg"}) {
    INFO(format);
    CHECK(count(drawn(shop, hostile_model(), format), "removed to break a cycle") == 1);
  }
}

TEST_CASE("a graph as JSON gives names back") {
  const Workshop shop;
  const json graph = json::parse(drawn(shop, hostile_model(), "json"));
  CHECK(graph["name"] == kHostileName);
  CHECK(graph["nodes"].size() == kHostileIds.size() + 1);
  bool found = false;
  for (const json& edge : graph["edges"]) {
    found |= edge["ports"][0] == "scheduleValue -> Power[" + kHostileKey + " end]";
  }
  CHECK(found);
}

}  // namespace graph_shapes_test
