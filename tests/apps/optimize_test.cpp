// SPDX-License-Identifier: MIT
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"

namespace hearth::test::optimize_test {
namespace {

using nlohmann::json;

constexpr int kNotBuiltIn = 5;

json room() {
  return json::parse(R"({"hearth": 1, "components": {
      "outdoors": {"type": "Schedule", "config": {"value": "2 degC"}},
      "command": {"type": "Schedule", "config": {"value": 0.5}},
      "power": {"type": "Gain", "parameters": {"k": 2000}},
      "air": {"type": "ThermalNode", "initial": {"temperature": 19},
              "parameters": {"C": 4e6, "R": {"outdoors": 0.02}}}},
    "connections": ["outdoors.scheduleValue -> air.adjacentTemperature[outdoors]",
                    "command.scheduleValue -> power.u", "power.y -> air.heatGain[heater]"],
    "simulation": {"start": "2024-01-15T00:00:00Z", "end": "2024-01-16T00:00:00Z",
                   "step": 900}})");
}

json problem() {
  return json::parse(R"({"hearth": 1, "model": "room.hearth.json", "step": 900,
    "start": "2024-01-15T00:00:00Z", "end": "2024-01-16T00:00:00Z",
    "decisions": [{"target": "power.in.u", "min": 0, "max": 1, "block": "PT1H"}],
    "objective": [{"output": "power.y", "unit": "W"}],
    "constraints": [{"output": "air.temperature", "min": "18 degC"}]})");
}

}  // namespace

TEST_CASE("optimize writes the result, and the model with the decisions, which does the same") {
  const Workshop shop;
  shop.write("room.hearth.json", room().dump(1));
  const std::string file = shop.write("control.json", problem().dump(1));
  const std::string applied = (shop / "applied.hearth.json").string();
  const Outcome outcome =
      run_hearth(shop, {"optimize", file, "-o", (shop / "c.json").string(), "--apply", applied});
  INFO(outcome.err);
  if (outcome.code == kNotBuiltIn) return;
  REQUIRE(outcome.code == 0);
  CHECK(outcome.said("power.y"));
  CHECK(outcome.said("'power in u.scheduleValue' delivers the decision 'power.in.u'"));
  const json result = json::parse(shop.read("c.json"));
  CHECK(result["status"] == "solved");
  CHECK(result["decisions"][0]["min"] == 0.0);
  CHECK(result["decisions"][0]["max"] == 1.0);
  CHECK(shop.read("c.run.json").find("\"done\"") != std::string::npos);
  const Outcome run = run_hearth(shop, {"simulate", applied, "-o", (shop / "r.csv").string(),
                                        "--record", "air.temperature", "-q"});
  INFO(run.err);
  REQUIRE(run.code == 0);
  const std::string csv = shop.read("r.csv");
  const std::string last = csv.substr(csv.rfind(',') + 1);
  const json& temperatures = result["outputs"][1]["decided"];
  CHECK(std::stod(last) == Approx(temperatures.back().get<double>()).epsilon(1e-9));
}

TEST_CASE("a run of the applied model holds inputs as the problem does") {
  const Workshop shop;
  json model = room();
  model["components"]["outdoors"]["config"]["value"] = {{"times", {0, 43200, 86400}},
                                                        {"values", {2, 12, 0}},
                                                        {"unit", "degC"},
                                                        {"resample", "linear"}};
  shop.write("room.hearth.json", model.dump(1));
  json file = problem();
  file["input_hold"] = "zero";
  file["step"] = 3600;
  const std::string applied = (shop / "applied.hearth.json").string();
  const Outcome outcome = run_hearth(shop, {"optimize", shop.write("control.json", file.dump()),
                                            "-o", (shop / "c.json").string(), "--apply", applied});
  INFO(outcome.err);
  if (outcome.code == kNotBuiltIn) return;
  REQUIRE(outcome.code == 0);
  const Outcome run = run_hearth(shop, {"simulate", applied, "-o", (shop / "r.csv").string(),
                                        "--record", "air.temperature", "-q"});
  INFO(run.err);
  REQUIRE(run.code == 0);
  const std::string csv = shop.read("r.csv");
  const json result = json::parse(shop.read("c.json"));
  CHECK(std::stod(csv.substr(csv.rfind(',') + 1)) ==
        Approx(result["outputs"][1]["decided"].back().get<double>()).epsilon(1e-9));
}

TEST_CASE("optimize has an exit code for each end") {
  const Workshop shop;
  shop.write("room.hearth.json", room().dump(1));
  const std::string output = (shop / "c.json").string();
  const std::string applied = (shop / "applied.hearth.json").string();
  json file = problem();
  file["constraints"][0]["min"] = "40 degC";
  Outcome outcome = run_hearth(
      shop, {"optimize", shop.write("hot.json", file.dump()), "-o", output, "--apply", applied});
  if (outcome.code == kNotBuiltIn) return;
  CHECK(outcome.code == 1);
  CHECK(outcome.said("error: control.infeasible"));
  CHECK(!std::filesystem::exists(applied));

  file = problem();
  file["max_iterations"] = 2;
  outcome = run_hearth(shop, {"optimize", shop.write("short.json", file.dump()), "-o", output});
  INFO(outcome.err);
  CHECK((outcome.code == 6 || outcome.code == 1));

  file = problem();
  file["decisions"][0]["target"] = "power.in.w";
  outcome = run_hearth(shop, {"optimize", shop.write("wrong.json", file.dump()), "-o", output});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("control.target_unknown"));
}

}  // namespace hearth::test::optimize_test
