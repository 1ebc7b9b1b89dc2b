// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/support/weather_texts.hpp"

namespace translate_test {

using namespace hearth::test;
using nlohmann::json;

namespace {

constexpr const char* kBuilding = R"(
@prefix brick: <https://brickschema.org/schema/Brick#> .
@prefix ex: <urn:example#> .
ex:ahu a brick:AHU ; brick:feeds ex:box .
ex:box a brick:RVAV ; brick:feeds ex:zone .
ex:zone a brick:HVAC_Zone .
)";

struct Shop : Workshop {
  std::string graph = write("building.ttl", kBuilding);
  std::string model = (*this / "building.hearth.json").string();
  std::string report = (*this / "report.json").string();

  Outcome translate(std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"translate", graph, "-o", model};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_hearth(*this, arguments);
  }
};

}  // namespace

TEST_CASE("translate writes a model that runs without changes, and a report") {
  const Shop shop;
  const Outcome outcome = shop.translate({"--import-report", shop.report});
  REQUIRE(outcome.code == 0);
  CHECK(outcome.printed("mapped 3 of 3 equipment nodes"));
  CHECK(json::parse(shop.read("report.json"))["coverage"]["equipment"]["mapped"] == 3);
  const std::string csv = (shop / "out.csv").string();
  CHECK(run_hearth(shop, {"simulate", shop.model, "-o", csv}).code == 0);
}

TEST_CASE("translate puts a weather file into the model, named from its folder") {
  const Shop shop;
  shop.write("data/y.epw", epw_text());
  REQUIRE(shop.translate({"--weather", (shop / "data/y.epw").string()}).code == 0);
  const std::string model = shop.read("building.hearth.json");
  CHECK(model.find("\"data/y.epw\"") != std::string::npos);
  const std::string csv = (shop / "out.csv").string();
  const Outcome run = run_hearth(shop, {"simulate", shop.model, "-o", csv});
  INFO(run.err);
  CHECK(run.code == 0);
}

TEST_CASE("a graph can be simulated without a model between") {
  const Shop shop;
  const std::string csv = (shop / "out.csv").string();
  const Outcome outcome = run_hearth(shop, {"simulate", shop.graph, "-o", csv});
  CHECK(outcome.code == 0);
  CHECK(outcome.said("import.value_guessed"));
}

TEST_CASE("translate takes sizes from a side file") {
  const Shop shop;
  const std::string side = shop.write("side.json", R"({"ex:zone": {"floorArea": "50 m2"}})");
  REQUIRE(shop.translate({"--params", side, "--import-report", shop.report}).code == 0);
  json volume;
  const json report = json::parse(shop.read("report.json"));
  for (const json& value : report["values"]) {
    if (value["parameter"] == "zone/space.V") volume = value;
  }
  REQUIRE(volume.is_object());
  CHECK(volume["value"].get<double>() == Approx(137.0));  // 2.74 m high
  CHECK(volume["source"] == "volume (floorArea * height)");
}

TEST_CASE("a graph is simulated with sizes of a table and weather of a file in one command") {
  const Shop shop;
  const std::string sizes =
      shop.write("sizes.csv", "zone,floorArea [ft2],hours\nzone,1000,Mon-Sun 06:00-22:00\n");
  const std::string weather = shop.write("y.epw", epw_text());
  const std::string csv = (shop / "out.csv").string();
  const Outcome outcome =
      run_hearth(shop, {"simulate", shop.graph, "--params", sizes, "--weather", weather, "-o", csv,
                        "--record", "outdoor.outdoorTemperature"});
  CHECK(outcome.code == 0);
  // From local midnight of 8 January, on the way from 1.94 degC (24 h of 7 January) to 1.81.
  const std::string rows = shop.read("out.csv");
  CHECK(rows.find("2024-01-08T00:10:00-07:00,1.9") != std::string::npos);
  const std::string wrong = shop.write("wrong.csv", "zone,floorArea [m2]\nzoen,10\n");
  const Outcome refused = run_hearth(shop, {"info", shop.graph, "--params", wrong});
  CHECK(refused.code == 3);
  CHECK(refused.said("import.node_unknown"));
  REQUIRE(shop.translate({}).code == 0);
  const Outcome model = run_hearth(shop, {"info", shop.model, "--params", sizes});
  CHECK(model.code == 3);
  CHECK(model.said("model.params_unused"));
}

TEST_CASE("a graph with nothing to simulate ends with 3 and what it holds instead") {
  const Shop shop;
  shop.write("building.ttl", R"(@prefix brick: <https://brickschema.org/schema/Brick#> .
    <urn:l1> a brick:Luminaire . <urn:l2> a brick:Luminaire .)");
  const Outcome outcome = shop.translate({});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("model.empty"));
  CHECK(outcome.said("brick:Luminaire (2)"));
  CHECK_FALSE(shop.holds("building.hearth.json"));
}

TEST_CASE("that nothing flows is reported on stderr if the report is not printed") {
  const Shop shop;
  shop.write("building.ttl", R"(@prefix brick: <https://brickschema.org/schema/Brick#> .
    <urn:b> a brick:Boiler ; brick:feeds <urn:p> . <urn:p> a brick:Pump .)");
  const Outcome outcome = shop.translate({"-q"});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("import.nothing_flows"));
  CHECK(outcome.said("nothing flows in this model: 1 brick.boiler, 1 brick.pump;"));
}

TEST_CASE("a model in which nothing flows is written, and the exit code is 3") {
  const Shop shop;
  shop.write("building.ttl", R"(@prefix brick: <https://brickschema.org/schema/Brick#> .
    <urn:a> a brick:AHU .)");
  const Outcome outcome = shop.translate({});
  CHECK(outcome.code == 3);
  CHECK(outcome.printed("nothing flows in this model"));
  CHECK(outcome.printed("import.nothing_flows"));
  CHECK(shop.holds("building.hearth.json"));
  const Outcome run = run_hearth(shop, {"simulate", shop.graph, "-o", (shop / "o.csv").string()});
  CHECK(run.code == 3);
  CHECK(run.said("import.nothing_flows"));
}

TEST_CASE("a mapping file alone adds words and equipment") {
  const Workshop shop;
  const std::string example = std::string(HEARTH_SOURCE_DIR) + "/examples/brick_floor/";
  const std::string model = (shop / "campus.hearth.json").string();
  const std::vector<std::string> plain = {"translate", example + "campus.ttl", "-o", model};
  REQUIRE(run_hearth(shop, plain).code == 0);
  const json before = json::parse(shop.read("campus.hearth.json"))["components"];
  CHECK_FALSE(before.contains("Rack1"));
  CHECK_FALSE(before.contains("Box1/box"));

  std::vector<std::string> mapped = plain;
  mapped.insert(mapped.end(), {"--mapping", example + "campus.json"});
  REQUIRE(run_hearth(shop, mapped).code == 0);
  const json file = json::parse(shop.read("campus.hearth.json"));
  const json& after = file["components"];
  CHECK(after["Box1/box"]["type"] == "VavReheatTerminal");
  CHECK(after["Rack1"]["type"] == "InternalGain");
  CHECK(after["Rack1"]["parameters"]["nominalPower"]["value"] == 1500.0);
  CHECK(after["Rack2"]["parameters"]["nominalPower"]["value"] == 2000.0);
  bool connected = false;
  for (const json& connection : file["connections"]) {
    connected = connected || connection == "Rack1.heatGain -> Lab/space.heatGain[Rack1]";
  }
  CHECK(connected);
}

TEST_CASE("a simulation graph needs no translation") {
  const Shop shop;
  shop.write("building.ttl", R"(@prefix sim: <http://simulation.org/> .
    @prefix s4syst: <https://saref.etsi.org/saref4syst/> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    sim:ScheduleSystem rdfs:subClassOf s4syst:System . sim:setpoint a sim:ScheduleSystem .)");
  const Outcome outcome = shop.translate({});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("import.simulation_graph"));
  CHECK(outcome.said("hearth convert"));
}

TEST_CASE("translate does not write over what it reads") {
  const Shop shop;
  const std::string side = shop.write("side.json", "{}");
  for (const std::string& lost : {shop.graph, side}) {
    const Outcome outcome = shop.translate({"--params", side, "--import-report", lost});
    CHECK(outcome.code == 2);
    CHECK(outcome.said("is also an input"));
  }
  CHECK(shop.read("building.ttl") == kBuilding);
  CHECK(shop.read("side.json") == "{}");
}

TEST_CASE("a model translated to Turtle runs as the one translated to JSON") {
  const Shop shop;
  const std::string turtle = (shop / "model.ttl").string();
  REQUIRE(shop.translate({}).code == 0);
  REQUIRE(run_hearth(shop, {"translate", shop.graph, "-o", turtle}).code == 0);
  for (const std::string& model : {shop.model, turtle}) {
    const Outcome run =
        run_hearth(shop, {"simulate", model, "-o", model + ".csv", "--record", "all"});
    INFO(run.err);
    REQUIRE(run.code == 0);
  }
  // Without the model's way of breaking cycles (hearth:cycleRemoval) the results would differ.
  CHECK(shop.read("model.ttl.csv") == shop.read("building.hearth.json.csv"));
}

}  // namespace translate_test
