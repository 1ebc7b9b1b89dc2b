// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"
#include "hearth/tests/support/weather_texts.hpp"

namespace convert_test {

using namespace hearth::test;

namespace {

using Words = std::vector<std::string>;

std::string example() { return std::string(HEARTH_SOURCE_DIR) + "/examples/one_room/room.ttl"; }

const Words kTwoDays = {"--start",  "2024-01-15T00:00:00+01:00",
                        "--end",    "2024-01-17T00:00:00+01:00",
                        "--step",   "600",
                        "--record", "all"};

}  // namespace

TEST_CASE("a graph becomes a model file and behaves the same") {
  const Workshop shop;
  const std::string converted = (shop / "sub/room.hearth.json").string();
  std::filesystem::create_directories(shop / "sub");
  const Outcome outcome = run_hearth(shop, {"convert", example(), "-o", converted});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const std::string a = (shop / "a.csv").string(), b = (shop / "b.csv").string();
  REQUIRE(run_hearth(shop, Words{"simulate", example(), "-o", a} + kTwoDays).code == 0);
  const Outcome run = run_hearth(shop, Words{"simulate", converted, "-o", b} + kTwoDays);
  INFO(run.err);
  REQUIRE(run.code == 0);  // its data files are named relative to the new folder
  CHECK(shop.read("a.csv") == shop.read("b.csv"));
}

TEST_CASE("a model file becomes a graph and comes back equal") {
  const Workshop shop;
  const std::string first = (shop / "first.hearth.json").string();
  const std::string graph = (shop / "graph.ttl").string();
  const std::string second = (shop / "second.hearth.json").string();
  REQUIRE(run_hearth(shop, {"convert", example(), "-o", first}).code == 0);
  const Outcome there = run_hearth(shop, {"convert", first, "-o", graph});
  INFO(there.err);
  REQUIRE(there.code == 0);
  const Outcome back = run_hearth(shop, {"convert", graph, "-o", second});
  INFO(back.err);
  REQUIRE(back.code == 0);
  CHECK(shop.read("second.hearth.json") == shop.read("first.hearth.json"));
}

TEST_CASE("models beyond Twin4Build become graphs that simulate the same") {
  const std::string model =
      std::string(HEARTH_SOURCE_DIR) + "/examples/air_handling_unit/office.hearth.json";
  const Workshop shop;
  const std::string graph = (shop / "office.ttl").string();
  const Outcome there = run_hearth(shop, {"convert", model, "-o", graph});
  INFO(there.err);
  REQUIRE(there.code == 0);
  CHECK(there.said("t4b.own_terms"));
  const std::string a = (shop / "a.csv").string(), b = (shop / "b.csv").string();
  REQUIRE(run_hearth(shop, {"simulate", model, "-o", a}).code == 0);
  REQUIRE(run_hearth(shop, {"simulate", graph, "-o", b}).code == 0);
  CHECK(shop.read("a.csv") == shop.read("b.csv"));
}

TEST_CASE("a model file keeps its composites in another folder") {
  const Workshop shop;
  std::filesystem::create_directories(shop / "sub");
  shop.write("weather.csv", "time,t [degC]\n2024-01-15T00:00:00Z,1\n2024-01-18T00:00:00Z,9\n");
  const std::string model = shop.write("site.hearth.json", R"({"hearth": 1, "composites": {
      "Site": {"components": {"weather": {"type": "OutdoorEnvironment", "config": {
          "outdoorTemperature": {"file": "weather.csv", "column": "t", "outside": "hold"}}}},
        "outputs": {"temperature": "weather.outdoorTemperature"}}},
    "components": {"site": {"type": "Site"}, "room": {"type": "BuildingSpace"}},
    "connections": ["site.temperature -> room.outdoorTemperature"]})");
  const std::string converted = (shop / "sub/site.hearth.json").string();
  const Outcome outcome = run_hearth(shop, {"convert", model, "-o", converted});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const std::string text = shop.read("sub/site.hearth.json");
  CHECK(text.find(R"("site": {"type": "Site"})") != std::string::npos);
  CHECK(text.find(R"("site.temperature -> room.outdoorTemperature")") != std::string::npos);
  CHECK(text.find(R"("file": "../weather.csv")") != std::string::npos);
  const std::string a = (shop / "a.csv").string(), b = (shop / "b.csv").string();
  REQUIRE(run_hearth(shop, Words{"simulate", model, "-o", a} + kTwoDays).code == 0);
  const Outcome run = run_hearth(shop, Words{"simulate", converted, "-o", b} + kTwoDays);
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(shop.read("a.csv") == shop.read("b.csv"));
}

TEST_CASE("convert refuses formats it does not write and models that are wrong") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const Outcome format = run_hearth(shop, {"convert", room, "-o", "room.xml"});
  CHECK(format.code == 2);
  std::string text = kHeatedRoom;
  text.replace(text.find("\"C_air\""), 7, "\"C_iar\"");
  const Outcome wrong = run_hearth(shop, {"convert", shop.write("wrong.hearth.json", text), "-o",
                                          (shop / "wrong.ttl").string()});
  CHECK(wrong.code == 3);
  CHECK_FALSE(shop.holds("wrong.ttl"));
}

TEST_CASE("a weather file becomes CSV that a model reads") {
  const Workshop shop;
  const std::string weather = shop.write("x.epw", epw_text());
  const Outcome there = run_hearth(shop, {"convert", weather, "-o", (shop / "x.csv").string()});
  INFO(there.err);
  REQUIRE(there.code == 0);
  CHECK(shop.read("x.csv").find("1991-07-01T12:00:00-07:00,7.2") != std::string::npos);
  const Outcome check = run_hearth(shop, {"check", (shop / "x.csv").string()});
  CHECK(check.code == 0);
  CHECK(check.printed("8761 rows"));
  CHECK(run_hearth(shop, {"convert", example(), "-o", (shop / "y.csv").string()}).code == 2);
}

}  // namespace convert_test
