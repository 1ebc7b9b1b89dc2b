// SPDX-License-Identifier: MIT
#include <string>

#include <catch2/catch.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace check_scenarios_test {

using namespace hearth::test;

namespace {

/// A set over the heated room; `outdoors` is its configuration of the weather.
std::string write_set(const Workshop& shop, const std::string& members,
                      const std::string& outdoors = "\"2 degC\"") {
  std::string model = kHeatedRoom;
  const std::string constant = "\"2 degC\"";
  model.replace(model.find(constant), constant.size(), outdoors);
  shop.write("room.hearth.json", model);
  return shop.write("set.json", R"({"hearth": 1, "base": "room.hearth.json", "timezone": "UTC",
    "period": {"start": "2024-01-15", "end": "2024-01-16", "step": 600},
    )" + members + "}");
}

}  // namespace

TEST_CASE("check counts the runs of a scenario set") {
  const Workshop shop;
  const std::string file = write_set(shop, R"("axes": {"heating": [{"id": "weak"},
      {"id": "strong", "set": {"heater.UA": 90}}]}, "scenarios": [{"id": "base"}],
    "sweep": {"method": "grid", "parameters": {"room.C_air": [1e6, 2e6, 3e6]}})");
  const Outcome outcome = run_hearth(shop, {"check", file});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK(outcome.printed("scenarios, 8 runs: 1 model x 2 heating x (1 scenario + 3 samples)"));
}

TEST_CASE("check names all that is wrong with a scenario set, with its lines") {
  const Workshop shop;
  const std::string file = write_set(shop, R"("scenarios": [
      {"id": "a", "set": {"heater.AU": 90}},
      {"id": "b", "patch": [{"op": "remove", "path": "/components/heatr"}]}])");
  const Outcome outcome = run_hearth(shop, {"check", file});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 3);
  CHECK(outcome.said("set.json:4 /scenarios/0/set/heater.AU"));
  CHECK(outcome.said("set.json:5 /scenarios/1/patch/0"));
  CHECK(outcome.said("did you mean 'heater'?"));
  CHECK(outcome.printed("2 errors"));
}

TEST_CASE("a value that is set twice, and a range beyond all numbers, are refused") {
  const Workshop shop;
  const auto refused = [&](const std::string& members, const char* code) {
    const Outcome outcome = run_hearth(shop, {"check", write_set(shop, members)});
    INFO(outcome.out << outcome.err);
    CHECK(outcome.code == 3);
    CHECK(outcome.said(code));
  };
  refused(R"("scenarios": [{"id": "a", "set": {"heater.UA": 90, "heater.UA ": 80}}])",
          "scenarios.set_twice");
  refused(R"("sweep": {"method": "sobol", "n": 2, "parameters": {"heater.UA": [-1e308, 1e308]}})",
          "scenarios.range_invalid");
  const Outcome twice = run_hearth(
      shop, {"simulate", (shop / "room.hearth.json").string(), "-o", (shop / "r.csv").string(),
             "--parameters", shop.write("p.json", R"({"heater.UA": 90, " heater.UA": 80})")});
  CHECK(twice.code == 3);
  CHECK(twice.said("calibration.value_twice"));
}

TEST_CASE("check finds data that end before a scenario does, and reports it once") {
  const Workshop shop;
  shop.write("weather.csv", "time,t\n2024-01-14T00:00:00Z,1\n2024-01-17T00:00:00Z,2\n");
  const std::string file = write_set(shop, R"("scenarios": [{"id": "day"},
      {"id": "week", "period": {"end": "2024-01-22"}},
      {"id": "warm week", "period": {"end": "2024-01-22"}, "set": {"outdoors.b": 1}}])",
                                     R"({"file": "weather.csv", "column": "t", "unit": "degC"})");
  const Outcome outcome = run_hearth(shop, {"check", file});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 3);
  CHECK(outcome.said("data.outside"));
  CHECK(outcome.said("run 'week'"));
  CHECK(!outcome.said("run 'day'"));
  CHECK(outcome.printed("1 error"));
}

}  // namespace check_scenarios_test
