// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace info_test {

using namespace hearth::test;
using nlohmann::json;

TEST_CASE("info prints what a model consists of as JSON") {
  const Workshop shop;
  const Outcome outcome =
      run_hearth(shop, {"info", shop.write("room.hearth.json", kHeatedRoom), "--json"});
  REQUIRE(outcome.code == 0);
  const json info = json::parse(outcome.out);
  CHECK(info["name"] == "heated_room");
  CHECK(info["components"] == 7);
  CHECK(info["connections"] == 8);
  CHECK(info["cycles"]["policy"] == "greedy");
  CHECK(info["cycles"]["method"] == "exact");
  REQUIRE(info["cycles"]["removed"].size() == 2);  // of a loop that is solved, and what is sampled
  CHECK(info["cycles"]["removed"][0]["from"] == "heater.Power");
  CHECK(info["cycles"]["removed"][0]["to"] == "room.heatGain");
  CHECK(info["cycles"]["removed"][0]["carries"] == "algebraic");
  CHECK(info["cycles"]["removed"][1]["from"] == "room.indoorTemperature");
  CHECK(info["cycles"]["removed"][1]["to"] == "controller.actualValue");
  CHECK(info["cycles"]["removed"][1]["carries"] == "state");
  CHECK(info["levels"][0] == json({"outdoors", "setpoint", "water"}));
  CHECK(info["levels"][1] == json({"controller", "room"}));
  CHECK(info["notes"].is_array());
}

TEST_CASE("info prints one line for components with the same note") {
  const Workshop shop;
  const std::string model = R"({"hearth": 1, "components": {
    "a": {"type": "Schedule", "config": {"value": 1}},
    "b": {"type": "Schedule", "config": {"value": 2}}}})";
  const Outcome outcome = run_hearth(shop, {"info", shop.write("numbers.hearth.json", model)});
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.out,
             Catch::Contains("\nNotes: 1\n  model.unitless_source  a, b: the source delivers"));
}

TEST_CASE("info lists parameters with value, unit and source") {
  const Workshop shop;
  const Outcome outcome =
      run_hearth(shop, {"info", shop.write("room.hearth.json", kHeatedRoom), "--json"});
  const json info = json::parse(outcome.out);
  const auto find = [&info](const char* list, const std::string& name) {
    for (const json& entry : info[list]) {
      if (entry["name"] == name) return entry;
    }
    return json();
  };
  const json given = find("parameters", "room.C_air");
  CHECK(given["value"] == 2e6);
  CHECK(given["unit"] == "J/K");
  CHECK(given["source"] == "model");
  CHECK(find("parameters", "room.C_wall")["source"] == "default");
  CHECK(find("parameters", "heater.UA")["value"] == 60.0);
  CHECK(find("states", "room.indoorTemperature")["initial"] == 19.0);
  CHECK(find("states", "heater.elementTemperature[1]")["unit"] == "degC");
  CHECK(find("outputs", "valve.waterFlowRate")["unit"] == "kg/s");
  REQUIRE(info["initial_outputs"].size() == 2);
  CHECK(info["initial_outputs"][0]["output"] == "heater.Power");
  CHECK(info["initial_outputs"][0]["source"] == "given");
  CHECK(info["initial_outputs"][0]["value"] == 0.0);
}

TEST_CASE("info shows which initial values are missing instead of refusing the model") {
  const Workshop shop;
  std::string text = kHeatedRoom;
  const std::string given = ", \"initial\": {\"Power\": 0}";
  text.erase(text.find(given), given.size());
  const std::string name = "\"name\": \"heated_room\",";
  text.insert(text.find(name), "\"simulation\": {\"coupling\": \"gauss-seidel\"}, ");
  const std::string room = shop.write("room.hearth.json", text);
  const Outcome outcome = run_hearth(shop, {"info", room, "--json"});
  REQUIRE(outcome.code == 0);
  const json info = json::parse(outcome.out);
  CHECK(info["initial_outputs"][0]["source"] == "missing");
  CHECK(info["initial_outputs"][0]["value"].is_null());
  const Outcome run = run_hearth(shop, std::vector<std::string>{"simulate", room} + kOneDay);
  CHECK(run.code == 3);
  CHECK(run.said("model.initial_missing"));
}

TEST_CASE("a model needs no initial values of removed connections by default") {
  const Workshop shop;
  std::string text = kHeatedRoom;
  const std::string given = ", \"initial\": {\"Power\": 0}";
  text.erase(text.find(given), given.size());
  const std::string room = shop.write("room.hearth.json", text);
  CHECK(run_hearth(shop, {"check", room}).code == 0);
  CHECK(run_hearth(
            shop,
            std::vector<std::string>{"simulate", room, "-o", (shop / "r.csv").string()} + kOneDay)
            .code == 0);
}

TEST_CASE("info follows the policy of cycle removal") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"info", shop.write("room.hearth.json", kHeatedRoom),
                                            "--json", "--cycle-removal", "state-edges"});
  REQUIRE(outcome.code == 0);
  const json info = json::parse(outcome.out);
  CHECK(info["cycles"]["policy"] == "state-edges");
  for (const json& removed : info["cycles"]["removed"]) CHECK(removed["carries"] == "state");
}

TEST_CASE("info prints text for people") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"info", shop.write("room.hearth.json", kHeatedRoom)});
  CHECK(outcome.code == 0);
  CHECK(outcome.printed("7 components, 8 connections"));
  CHECK(outcome.printed("heater.Power -> room.heatGain"));
}

TEST_CASE("info of a wrong model reports what is wrong and where") {
  const Workshop shop;
  std::string text = kHeatedRoom;
  text.replace(text.find("\"C_air\""), 7, "\"C_iar\"");
  const Outcome outcome = run_hearth(shop, {"info", shop.write("room.hearth.json", text)});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("error: model.parameter_unknown"));
  CHECK(outcome.said("room.hearth.json:4"));
  CHECK(outcome.said("did you mean 'C_air'?"));
  CHECK(outcome.out.empty());
}

}  // namespace info_test
