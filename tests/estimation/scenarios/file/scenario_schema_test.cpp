// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/estimation/scenarios/scenario_folder.hpp"

namespace hearth::test::scenario_schema_test {
namespace {

constexpr int kNoModule = 77;  // exit code of the script where Python's jsonschema is absent

/// Returns the exit code of the check of a file against the schema of scenario sets.
int checked(const ScenarioFolder& folder, const Json& set) {
  const auto schema = folder.write("schema.json", scenario_schema());
  const auto file = folder.write("set.json", set.dump(1));
  const std::string script =
      std::string(HEARTH_SOURCE_DIR) + "/tests/ontology/model_files/check_schema.py";
  const std::string command = "python3 '" + script + "' '" + schema.string() + "' '" +
                              file.string() + "' > '" + folder.path("found.txt").string() +
                              "' 2>&1";
  const int status = std::system(command.c_str());  // NOLINT: the command is made here
  return WEXITSTATUS(status);
}

std::vector<Json> good_sets() {
  return {
      office_set("{}"),
      office_set(R"({"x-mine": 1, "name": "all", "period": {"start": "2024-01-08", "end":
        "2024-01-09", "step": 600, "warmup": "PT6H"}, "axes": {"climate": [{"id": "today"},
        {"id": "2050", "weather": "hot.csv"}]}, "scenarios": [{"id": "+1 % (a=b), c.", "patch": [
        {"op": "replace", "path": "/components/setpoint/config/value", "value": 22},
        {"op": "remove", "path": "/measurements"}], "set": {"room.C": "3 MJ/K",
        "thermostat.isReverse": true}, "files": {"weather.csv": "hot.csv"}}],
        "sweep": {"method": "sobol", "n": 8, "seed": 1, "parameters": {"room.C": [1e6, 2e6],
        "R": {"targets": ["room.R[weather]"], "min": 0.01, "max": 0.1, "scale": "log"},
        "people.value": {"values": [1, 2, 3], "unit": "W"}}}, "combine": "product",
        "record": ["room.*"], "kpis": ["ener_tot", "ener_gas"], "kpi": {"energy": [
          {"signals": "people.scheduleValue", "carrier": "gas"}]}, "engine": "stepwise"})"),
      Json::parse(R"({"hearth": 1, "models": {"a": "office.hearth.json",
        "b": {"file": "office.hearth.json", "set": {"room.C": 1e6}}},
        "sweep": {"method": "grid", "parameters": {"room.C": [1e6, 2e6, 3e6]}}})"),
  };
}

std::vector<const char*> bad_members() {
  return {R"({"hearth": 2})",
          R"({"scenario": []})",
          R"({"models": {"a": "b.json"}})",
          R"({"scenarios": [{"set": {}}]})",
          R"({"scenarios": [{"id": "a/b"}]})",
          R"({"scenarios": [{"id": "a", "patch": [{"op": "add", "path": "/name"}]}]})",
          R"({"scenarios": [{"id": "a", "patch": [{"op": "remove", "path": "name"}]}]})",
          R"({"axes": {"a": []}})",
          R"({"sweep": {"parameters": {"room.C": [1, 2]}}})",
          R"({"sweep": {"method": "sobol", "n": 8, "parameters": {"room.C": {"min": 1}}}})",
          R"({"combine": "cross"})",
          R"({"kpis": ["energy"]})"};
}

}  // namespace

TEST_CASE("sets that Hearth reads agree with the schema, those it refuses do not") {
  const ScenarioFolder folder;
  if (checked(folder, office_set("{}")) == kNoModule) {
    WARN("skipped: Python's jsonschema is not installed");
    return;
  }
  for (const Json& set : good_sets()) {
    INFO(set.dump(1));
    CHECK_NOTHROW(folder.read(set));
    CHECK(checked(folder, set) == 0);
  }
  for (const char* members : bad_members()) {
    INFO(members);
    const Json set = office_set(members);
    CHECK_THROWS_AS(folder.read(set), InputError);
    CHECK(checked(folder, set) == 1);
  }
}

}  // namespace hearth::test::scenario_schema_test
