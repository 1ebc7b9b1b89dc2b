// SPDX-License-Identifier: MIT
#include <chrono>
#include <thread>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace sensitivity_command_test {

using namespace hearth::test;
using nlohmann::json;

namespace {

/// A calibration of the heated room with a parameter that changes nothing.
json problem(const Workshop& shop) {
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  REQUIRE(run_hearth(shop,
                     std::vector<std::string>{"simulate", room, "-o", (shop / "truth.csv").string(),
                                              "--record", "room.indoorTemperature", "-q"} +
                         kOneDay)
              .code == 0);
  return json::parse(R"({
    "hearth": 1, "model": "room.hearth.json", "step": 600,
    "periods": [{"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-16T00:00:00+01:00"}],
    "parameters": [
      {"name": "C_air", "targets": ["room.C_air"], "initial": 2e6, "min": 1e6, "max": 1e7},
      {"name": "UA", "targets": ["heater.UA"], "initial": 60, "min": 10, "max": 200},
      {"name": "volume", "targets": ["room.V"], "initial": 100, "min": 50, "max": 150}],
    "measurements": [
      {"port": "room.indoorTemperature", "file": "truth.csv", "column": "room.indoorTemperature",
       "sd": 0.05}]})");
}

}  // namespace

TEST_CASE("sensitivity ranks the parameters of a calibration and names dead ones") {
  const Workshop shop;
  const std::string file = shop.write("problem.json", problem(shop).dump());
  const std::string result = (shop / "result.json").string();
  const Outcome outcome =
      run_hearth(shop, {"sensitivity", file, "-o", result, "--trajectories", "4", "-j", "2"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(outcome.printed("objective"));
  CHECK(outcome.printed("mu*"));
  CHECK(outcome.printed("rmse of room.indoorTemperature [K]"));
  CHECK(outcome.printed("(dead)"));
  CHECK(outcome.said("warning: sensitivity.dead_parameter"));
  CHECK(outcome.said("'volume' changes no measured output"));
  CHECK(outcome.said("16 runs, 0 failed"));
  const json found = json::parse(shop.read("result.json"));
  CHECK(found["runs"] == 16);
  CHECK(found["dead"] == json::parse(R"(["volume"])"));
  CHECK(found["quantities"][0]["ranking"].back() == "volume");
  const json record = json::parse(shop.read("result.run.json"));
  CHECK(record["status"] == "done");
  CHECK(record["seed"] == 1);
  CHECK(record["progress"]["done"] == 16);
  CHECK(record["outputs"].size() == 1);
  CHECK(record["inputs"].size() == 3);

  const Outcome sobol = run_hearth(shop, {"sensitivity", file, "-o", result, "--method", "sobol",
                                          "--points", "8", "--seed", "5", "-q"});
  CHECK(sobol.code == 0);
  CHECK(sobol.printed("ST"));
  CHECK(json::parse(shop.read("result.json"))["seed"] == 5);
  const Outcome report = run_hearth(shop, {"report", result, "-o", (shop / "page.html").string()});
  CHECK(report.code == 0);
  CHECK(shop.read("page.html").find("Sobol") != std::string::npos);
}

TEST_CASE("sensitivity needs a range of each parameter and runs that continue") {
  const Workshop shop;
  json changed = problem(shop);
  changed["parameters"][1].erase("max");
  const std::string result = (shop / "result.json").string();
  Outcome outcome =
      run_hearth(shop, {"sensitivity", shop.write("p.json", changed.dump()), "-o", result});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("error: sensitivity.no_range"));
  CHECK(outcome.said("p.json"));
  CHECK(json::parse(shop.read("result.run.json"))["status"] == "failed");
  changed = problem(shop);
  changed["parameters"].push_back({{"name", "x"}, {"initial", 1}, {"min", 0.5}, {"max", 2}});
  changed["expressions"] = {{{"targets", {"room.R_out"}}, {"value", "0 - x"}}};
  outcome = run_hearth(shop, {"sensitivity", shop.write("p.json", changed.dump()), "-o", result,
                              "--trajectories", "2"});
  CHECK(outcome.code == 1);
  CHECK(outcome.said("error: sensitivity.failed"));
  CHECK_FALSE(shop.holds("result.json"));
}

TEST_CASE("options of sensitivity that fit nothing are refused") {
  const Workshop shop;
  const auto refused = [&shop](std::vector<std::string> options, const std::string& part) {
    options.insert(options.begin(), {"sensitivity", "problem.json"});
    const Outcome outcome = run_hearth(shop, options);
    INFO(outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.said(part));
  };
  refused({"--method", "moris"}, "did you mean 'morris'?");
  refused({"--points", "64"}, "works only with --method sobol");
  refused({"--method", "sobol", "--trajectories", "9"}, "works only with --method morris");
  refused({"--method", "sobol", "--points", "100"}, "expected a power of 2");
  refused({"--trajectories", "1"}, "expected a whole number from 2");
  refused({"--seed", "-1"}, "expected a whole number from 0");
  refused({"--output", ""}, "--output");
}

TEST_CASE("an interrupted sensitivity analysis writes nothing") {
  const Workshop shop;
  const std::string file = shop.write("problem.json", problem(shop).dump());
  const Process process(shop, {"sensitivity", file, "-o", (shop / "result.json").string(),
                               "--trajectories", "10000"});
  for (int i = 0; i < 1000 && !shop.holds("result.run.json"); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  process.signal(SIGINT);
  const Outcome outcome = process.wait();
  INFO(outcome.err);
  CHECK(outcome.code == 130);
  CHECK(outcome.said("run.interrupted"));
  CHECK(json::parse(shop.read("result.run.json"))["status"] == "interrupted");
  CHECK_FALSE(shop.holds("result.json"));
}

}  // namespace sensitivity_command_test
