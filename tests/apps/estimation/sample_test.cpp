// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"

namespace sample_test {

using namespace hearth::test;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

/// A room that cools down, measured by itself with other parameters.
std::string problem(const Workshop& shop) {
  const std::string model = shop.write("room.hearth.json", R"({"hearth": 1,
    "site": {"timezone": "Europe/Copenhagen"},
    "components": {
      "room": {"type": "BuildingSpace"},
      "out": {"type": "Schedule", "config": {"value": "5 degC"}}},
    "connections": ["out.scheduleValue -> room.outdoorTemperature"]})");
  const Outcome outcome = run_hearth(
      shop, {"simulate", model, "-o", (shop / "truth.csv").string(), "--set", "room.C_air=2e6",
             "--set", "room.R_out=0.03", "--record", "room.indoorTemperature", "-q", "--start",
             "2024-01-15T00:00:00+01:00", "--end", "2024-01-16T00:00:00+01:00", "--step", "3600"});
  REQUIRE(outcome.code == 0);
  return shop.write("problem.json", R"({
    "hearth": 1, "model": "room.hearth.json", "step": 3600,
    "periods": [{"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-16T00:00:00+01:00"}],
    "parameters": [
      {"name": "C_air", "targets": ["room.C_air"], "initial": 1.5e6, "min": 1e6, "max": 1e7},
      {"name": "R_out", "targets": ["room.R_out"], "initial": 0.05, "min": 0.001, "max": 0.3}],
    "measurements": [{"port": "room.indoorTemperature", "file": "truth.csv",
                      "column": "room.indoorTemperature", "sd": 0.1}]})");
}

Words brief(const Workshop& shop, const std::string& file, const Words& more = {}) {
  Words words{"sample",   file, "-o",      (shop / "posterior.json").string(),
              "--chains", "2",  "--draws", "60",
              "--warmup", "60"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

TEST_CASE("sample writes a posterior, its chains and the record of the run") {
  const Workshop shop;
  const std::string file = problem(shop);
  const Outcome outcome = run_hearth(
      shop, brief(shop, file,
                  {"--chains-csv", (shop / "chains.csv").string(), "--seed", "7", "-j", "1"}));
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(outcome.said("R-hat"));
  CHECK(outcome.said("warning: sample.draws_few"));
  CHECK(outcome.said("120 draws of 2 chains by nuts"));
  const std::string text = shop.read("posterior.json");
  const json found = json::parse(text);
  CHECK(found["settings"]["seed"] == 7);
  CHECK(found["parameters"]["C_air"]["ci95"][0] < found["parameters"]["C_air"]["ci95"][1]);
  const std::string chains = shop.read("chains.csv");
  CHECK(std::count(chains.begin(), chains.end(), '\n') == 121);
  const json record = json::parse(shop.read("posterior.run.json"));
  CHECK(record["status"] == "done");
  CHECK(record["seed"] == 7);
  CHECK(record["outputs"].size() == 2);

  const Outcome threaded = run_hearth(
      shop,
      brief(shop, file, {"--chains-csv", (shop / "again.csv").string(), "--seed", "7", "-j", "2"}));
  CHECK(threaded.code == 0);
  CHECK(shop.read("again.csv") == chains);

  const std::string applied = (shop / "applied.hearth.json").string();
  const Outcome apply = run_hearth(shop, {"apply", (shop / "posterior.json").string(),
                                          (shop / "room.hearth.json").string(), "-o", applied});
  INFO(apply.err);
  CHECK(apply.code == 0);
  CHECK(apply.said("2 numbers set"));
}

TEST_CASE("an interrupted sample writes no result") {
  const Workshop shop;
  Words words = brief(shop, problem(shop));
  words[7] = "100000";  // draws
  const Process process(shop, words);
  for (int i = 0; i < 1000 && !shop.holds("posterior.run.json"); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  process.signal(SIGINT);
  const Outcome outcome = process.wait();
  INFO(outcome.err);
  CHECK(outcome.code == 130);
  CHECK(json::parse(shop.read("posterior.run.json"))["status"] == "interrupted");
  CHECK_FALSE(shop.holds("posterior.json"));
}

TEST_CASE("options of one sampler are refused with the other") {
  const Workshop shop;
  const std::string file = problem(shop);
  Outcome outcome = run_hearth(shop, brief(shop, file, {"--sampler", "nuts", "--walkers", "8"}));
  CHECK(outcome.code == 2);
  CHECK(outcome.said("--walkers"));
  CHECK(outcome.said("--sampler ensemble"));
  outcome = run_hearth(shop, brief(shop, file, {"--sampler", "ensemble", "--acceptance", "0.9"}));
  CHECK(outcome.code == 2);
  CHECK(outcome.said("--sampler nuts"));
  outcome = run_hearth(shop, brief(shop, file, {"--deepest", "8", "--walkers", "8"}));
  CHECK(outcome.code == 2);
  CHECK(run_hearth(shop, brief(shop, file, {"--sampler", "nuts", "--acceptance", "1.5"})).code ==
        2);
  CHECK(run_hearth(shop, brief(shop, file, {"--draws", "0"})).code == 2);
}

TEST_CASE("a posterior that jumps is sampled by an ensemble, with a warning") {
  const Workshop shop;
  std::string file = problem(shop);
  // The truth of the room as it is, with an electric heater that switches.
  shop.write("room.hearth.json", R"({"hearth": 1,
    "site": {"timezone": "Europe/Copenhagen"},
    "components": {
      "room": {"type": "BuildingSpace"},
      "switch": {"type": "OnOffController", "config": {"isReverse": true},
                 "parameters": {"onValue": 3000}},
      "setpoint": {"type": "Schedule", "config": {"value": "20.2 degC"}},
      "heater": {"type": "Gain"},
      "out": {"type": "Schedule", "config": {"value": "5 degC"}}},
    "connections": ["out.scheduleValue -> room.outdoorTemperature",
      "room.indoorTemperature -> switch.actualValue",
      "setpoint.scheduleValue -> switch.setpointValue",
      "switch.inputSignal -> heater.u", "heater.y -> room.heatGain[heater]"]})");
  const Outcome outcome = run_hearth(shop, brief(shop, file));
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(outcome.said("warning: sample.rough"));
  CHECK(outcome.said("2 ensembles of 6 walkers"));
  CHECK(json::parse(shop.read("posterior.json"))["roughness"] > 0.5);
}

TEST_CASE("sampling ends after its time limit with the draws until then") {
  const Workshop shop;
  Words words = brief(shop, problem(shop), {"--time-limit", "PT2S"});
  words[7] = "1000000";  // draws
  const Outcome outcome = run_hearth(shop, words);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(outcome.said("iterations by nuts, about"));
  CHECK(outcome.said("warning: sample.time_limit"));
  CHECK(json::parse(shop.read("posterior.json"))["settings"]["draws"] < 1000000);
}

TEST_CASE("a problem without a posterior is refused and leaves no result") {
  const Workshop shop;
  std::string text = text_of(problem(shop));
  text.replace(text.find(", \"max\": 1e7"), 12, "");
  const Outcome outcome = run_hearth(shop, brief(shop, shop.write("problem.json", text)));
  INFO(outcome.err);
  CHECK(outcome.code == 3);
  CHECK(outcome.said("error: sample.prior_missing"));
  CHECK(outcome.said("problem.json:"));
  CHECK_FALSE(shop.holds("posterior.json"));
}

}  // namespace sample_test
