// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"

namespace components_test {

using namespace hearth::test;
using nlohmann::json;

TEST_CASE("components lists every type in one line") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"components"});
  CHECK(outcome.code == 0);
  CHECK(outcome.printed("BuildingSpace "));
  CHECK(outcome.printed("Valve "));
}

TEST_CASE("components describes one type from its schema") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"components", "SpaceHeater"});
  CHECK(outcome.code == 0);
  CHECK(outcome.printed("thermalMassHeatCapacity"));
  CHECK(outcome.printed("W/K"));
  CHECK(outcome.printed("computed"));
  CHECK_FALSE(outcome.printed("BuildingSpace"));
  const Outcome markdown = run_hearth(shop, {"components", "SpaceHeater", "--markdown"});
  CHECK(markdown.printed("## SpaceHeater"));
  CHECK(markdown.printed("| `UA` | W/K | computed |"));
}

TEST_CASE("components prints JSON for programs") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"components", "--json"});
  REQUIRE(outcome.code == 0);
  const json reference = json::parse(outcome.out);
  CHECK(reference["components"].size() >= 8);
  const json one = json::parse(run_hearth(shop, {"components", "BuildingSpace", "--json"}).out);
  REQUIRE(one["components"].size() == 1);
  const json& room = one["components"][0];
  CHECK(room["type"] == "BuildingSpace");
  CHECK(room["inputs"][0]["name"] == "outdoorTemperature");
  CHECK(room["inputs"][0]["required"] == true);
  CHECK(room["parameters"][0]["default"] == 1e6);
  CHECK(room["outputs"].size() == 3);
}

TEST_CASE("an unknown component type names the nearest") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"components", "SpaceHeatr"});
  CHECK(outcome.code == 2);
  CHECK(outcome.said("did you mean 'SpaceHeater'?"));
}

}  // namespace components_test
