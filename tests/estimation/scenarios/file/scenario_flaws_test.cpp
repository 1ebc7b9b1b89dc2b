// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/estimation/scenarios/scenario_folder.hpp"
#include "hearth/tests/support/given_limit.hpp"

namespace hearth::test::scenario_flaws_test {
namespace {

/// A set that is wrong in one way, and the message about it.
struct Flaw {
  std::string code;
  std::string pointer;
  std::string remedy;  ///< words of the message that say what was expected, or what to do
  const char* members;
};

Json sweep_of(const char* parameters, const char* method = "grid") {
  return {{"sweep", {{"method", method}, {"n", 4}, {"parameters", Json::parse(parameters)}}}};
}

void check_flaw(const Flaw& flaw, const Json& set) {
  const ScenarioFolder folder;
  const Diagnostics found = folder.faults(set);
  std::string all;
  for (const Diagnostic& item : found.items()) all += to_string(item) + "\n";
  INFO("expected " << flaw.code << " at " << flaw.pointer << ": " << flaw.remedy << "\nfound\n"
                   << all);
  const auto& items = found.items();
  const auto hit = std::find_if(items.begin(), items.end(), [&](const Diagnostic& item) {
    return item.code == flaw.code && item.where.pointer == flaw.pointer;
  });
  REQUIRE(hit != items.end());
  CHECK(hit->message.find(flaw.remedy) != std::string::npos);
  CHECK(hit->where.line > 0);
  CHECK(hit->where.file == folder.path("set.json").string());
  // Nothing else is wrong.
  CHECK(std::count_if(items.begin(), items.end(), [](const Diagnostic& item) {
          return item.severity == Severity::Error;
        }) == 1);
}

void check_flaws(const std::vector<Flaw>& flaws) {
  for (const Flaw& flaw : flaws) check_flaw(flaw, office_set(flaw.members));
}

}  // namespace

TEST_CASE("errors in the frame of a set are reported at their places") {
  check_flaws({
      {"json.unknown_key", "/scenario", "did you mean 'scenarios'?", R"({"scenario": []})"},
      {"json.version", "/hearth", "only version 1", R"({"hearth": 2})"},
      {"json.choice", "/combine", "expected \"union\", \"product\"", R"({"combine": "cross"})"},
      {"json.choice", "/engine", "expected \"stepwise\", \"continuous\"", R"({"engine": "fast"})"},
      {"scenarios.no_run", "/scenarios", "{\"id\": \"base\"}", R"({"scenarios": []})"},
      {"scenarios.no_run", "/axes/season", "add options, or remove the axis",
       R"({"axes": {"season": []}})"},
      {"scenarios.model_missing", "/models", "either 'base'", R"({"models": {}})"},
      {"json.missing_key", "/scenarios/0", "'id'", R"({"scenarios": [{"set": {"room.C": 1e6}}]})"},
      {"json.unknown_key", "/scenarios/0/pach", "did you mean 'patch'?",
       R"({"scenarios": [{"id": "a", "pach": []}]})"},
      {"scenarios.id_invalid", "/scenarios/0/id", "'/' separates",
       R"({"scenarios": [{"id": "a/b"}]})"},
      {"scenarios.id_invalid", "/scenarios/0/id", "'*' is not allowed",
       R"({"scenarios": [{"id": "a*"}]})"},
      {"scenarios.id_duplicate", "/scenarios/1/id", "rename one",
       R"({"scenarios": [{"id": "a"}, {"id": "a"}]})"},
      {"scenarios.id_duplicate", "/scenarios/0/id", "reserved for the points of the sweep",
       R"({"scenarios": [{"id": "sweep-1"}],
           "sweep": {"method": "grid", "parameters": {"room.C": [1e6, 2e6]}}})"},
      {"simulation.record_nothing", "/record/0", "", R"({"record": ["rom.*"]})"},
      {"kpi.unknown", "/kpis/1", "did you mean 'tdis_tot'?",
       R"({"kpis": ["ener_tot", "tdis_tt"]})"},
      {"kpi.unknown", "/kpis/1", "did you mean 'ener_tot'?",
       R"({"kpis": ["tdis_tot", "ener_tto"]})"},
      {"kpi.signal_unknown", "/kpi/comfort/occupied", "did you mean 'people.scheduleValue'?",
       R"({"kpi": {"zones": {"room": {"temperature": "room.temperature"}},
                   "comfort": {"occupied": {"signal": "people.scheduleValu"}}}})"},
      {"kpi.signal_unknown", "/kpi/energy/0", "did you mean 'people.scheduleValue'?",
       R"({"kpi": {"energy": [{"signals": "people.scheduleValu", "carrier": "gas"}]}})"},
      {"kpi.unit_mismatch", "/kpi/zones/room", "expected degC",
       R"({"kpi": {"zones": {"room": {"temperature": "people.scheduleValue"}}}})"},
      {"scenarios.value_duplicate", "/kpis/1", "appears twice",
       R"({"kpis": ["ener_tot", "ener_tot"]})"},
      {"data.zone_unknown", "/timezone", "", R"({"timezone": "Mars/Olympus"})"},
      {"scenarios.too_many", "", "use fewer points",
       R"({"combine": "product", "scenarios": [{"id": "a"}, {"id": "b"}],
           "sweep": {"method": "sobol", "n": 8388608, "parameters": {"room.C": [1e6, 2e6]}}})"},
  });
}

TEST_CASE("signals and columns of KPIs that all models lack are reported at their places") {
  const std::string people = R"("energy": [{"signals": "people.scheduleValue", "carrier": "gas"}])";
  const auto check = [](const Flaw& flaw, const std::string& members) {
    check_flaw(flaw, office_set(members.c_str()));
  };
  check({"kpi.signal_unknown", "/kpi/zones/z", "did you mean 'room.temperature'?", ""},
        R"({"kpi": {"zones": {"z": {"temperature": "rom.temperature"}}}})");
  check({"kpi.signal_unknown", "/kpi/energy/0", "did you mean 'people.scheduleValue'?", ""},
        R"({"scenarios": [{"id": "a"}, {"id": "b", "set": {"people.value": 1}}],
            "kpi": {"energy": [{"signals": "peple.scheduleValue", "carrier": "gas"}]}})");
  check({"kpi.signal_unknown", "/kpi/comfort/occupied", "did you mean", ""},
        R"({"kpi": {"zones": {"z": {"temperature": "room.temperature"}},
                    "comfort": {"occupied": {"signal": "people.scheduleValu"}}}})");
  check({"kpi.unit_mismatch", "/kpi/zones/z", "expected degC", ""},
        R"({"kpi": {"zones": {"z": {"temperature": "people.scheduleValue"}}}})");
  check({"data.column_missing", "/kpi/carriers/gas/price", "weather.csv", ""},
        R"({"kpi": {)" + people +
            R"(, "carriers": {"gas": {"price": {"file": "weather.csv", "column": "price"}}}}})");
}

TEST_CASE("energy of a carrier and of an end use is asked for by name") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(office_set(
      R"({"kpis": ["ener_heating", "peak_gas", "ener_gas"], "kpi": {"energy": [
            {"signals": "people.scheduleValue", "carrier": "gas", "end_use": "heating"}]}})"));
  REQUIRE(set.kpi_list.size() == 3);
  CHECK(set.kpi_list[0].name == "ener_heating");
  CHECK(set.kpi_list[2].name == "ener_gas");
}

TEST_CASE("patches that cannot be applied say which operation and why") {
  const auto patch = [](const char* operation) {
    Json set = office_set("{}");
    const Json fine = {{"op", "replace"}, {"path", "/name"}, {"value", "x"}};
    set["scenarios"] = {{{"id", "a"}, {"patch", {fine, Json::parse(operation)}}}};
    return set;
  };
  const char* const second = "/scenarios/0/patch/1";
  const std::vector<Flaw> flaws{
      {"json.choice", "/scenarios/0/patch/1/op", "did you mean 'replace'?",
       R"({"op": "replce", "path": "/name", "value": 1})"},
      {"json.missing_key", second, "'value'", R"({"op": "add", "path": "/name"})"},
      {"json.missing_key", second, "'from'", R"({"op": "move", "path": "/name"})"},
      {"json.missing_key", second, "'path'", R"({"op": "remove"})"},
      {"json.unknown_key", "/scenarios/0/patch/1/valeu", "",
       R"({"op": "remove", "path": "/name", "valeu": 1})"},
      {"scenarios.pointer_invalid", "/scenarios/0/patch/1/path", "expected '/components/...'",
       R"({"op": "remove", "path": "components/room"})"},
      {"scenarios.patch_failed", second, "did you mean 'setpoint'?",
       R"({"op": "replace", "path": "/components/setpiont/config/value", "value": 22})"},
      {"scenarios.patch_failed", second, "operation 2, remove /connections/4",
       R"({"op": "remove", "path": "/connections/4"})"},
      {"scenarios.patch_failed", second, "'-' is its end",
       R"({"op": "add", "path": "/connections/9", "value": "a.b -> c.d"})"},
      {"scenarios.patch_failed", second, "the parent of '-' is \"100 W\"",
       R"({"op": "add", "path": "/components/people/config/value/-", "value": 22})"},
      {"scenarios.patch_failed", second, "/components/people/config/value/value does not exist",
       R"({"op": "replace", "path": "/components/people/config/value/value", "value": 22})"},
      {"scenarios.patch_failed", second, "the test expects 99",
       R"({"op": "test", "path": "/components/people/config/value", "value": 99})"},
      {"scenarios.patch_failed", second, "did you mean 'room'?",
       R"({"op": "copy", "from": "/components/rooom", "path": "/components/other"})"},
  };
  for (const Flaw& flaw : flaws) check_flaw(flaw, patch(flaw.members));
}

TEST_CASE("a patched model that is wrong is reported at the patch, with the place in the model") {
  check_flaws({
      {"model.type_unknown", "/scenarios/0/patch", "at /components/room/type",
       R"({"scenarios": [{"id": "a", "patch": [
         {"op": "replace", "path": "/components/room/type", "value": "ThermalNod"}]}]})"},
      {"model.component_unknown", "/axes/people/1/patch", "no component 'people'",
       R"({"axes": {"people": [{"id": "with"}, {"id": "without", "patch": [
         {"op": "remove", "path": "/components/people"}]}]}})"},
      {"model.parameter_unknown", "/scenarios/0/patch", "did you mean",
       R"({"scenarios": [{"id": "a", "patch": [
         {"op": "add", "path": "/components/room/parameters/CC", "value": 1e6}]}]})"},
  });
}

TEST_CASE("what changes set is checked as the model's own numbers are") {
  check_flaws({
      {"model.component_unknown", "/scenarios/1/set/rooom.C", "did you mean 'room'?",
       R"({"scenarios": [{"id": "a"}, {"id": "b", "set": {"rooom.C": 1e6}}]})"},
      {"model.parameter_unknown", "/scenarios/0/set/room.D", "no parameter 'D'",
       R"({"scenarios": [{"id": "a", "set": {"room.D": 1e6}}]})"},
      {"model.initial_unknown", "/scenarios/0/set/room@temperatur", "did you mean 'temperature'?",
       R"({"scenarios": [{"id": "a", "set": {"room@temperatur": 20}}]})"},
      {"model.out_of_range", "/scenarios/0/set/room.C", "is outside",
       R"({"scenarios": [{"id": "a", "set": {"room.C": -5}}]})"},
      {"model.unit_mismatch", "/scenarios/0/set/room.C", "expected [J/K]",
       R"({"scenarios": [{"id": "a", "set": {"room.C": "5 W"}}]})"},
      {"model.key_unknown", "/scenarios/0/set/room.R[west]", "",
       R"({"scenarios": [{"id": "a", "set": {"room.R[west]": 0.1}}]})"},
      {"model.setting_invalid", "/scenarios/0/set/thermostat.isReverse", "cannot have that value",
       R"({"scenarios": [{"id": "a", "set": {"thermostat.isReverse": 0.5}}]})"},
      {"scenarios.scale_nothing", "/scenarios/0/scale/*.Q", "no parameter matches '*.Q'",
       R"({"scenarios": [{"id": "a", "scale": {"*.Q": 2}}]})"},
      {"model.out_of_range", "/scenarios/0/scale", "is outside",
       R"({"scenarios": [{"id": "a", "scale": {"room.C": -1}}]})"},
      {"data.file_missing", "/scenarios/0/weather", "absent.epw",
       R"({"scenarios": [{"id": "a", "weather": "absent.epw"}]})"},
      {"scenarios.file_unnamed", "/scenarios/0/files/whether.csv", "did you mean 'weather.csv'?",
       R"({"scenarios": [{"id": "a", "files": {"whether.csv": "hot.csv"}}]})"},
      {"data.column_missing", "/scenarios/0/files/weather.csv", "reads 'other.csv'",
       R"({"scenarios": [{"id": "a", "files": {"weather.csv": "other.csv"}}]})"},
      {"data.column_missing", "/scenarios/0/weather", "reads 'other.csv'",
       R"({"scenarios": [{"id": "a", "weather": "other.csv"}]})"},
  });
}

TEST_CASE("periods that cannot be simulated are found in every combination") {
  check_flaws({
      {"simulation.end_before_start", "/scenarios/0/period", "",
       R"({"scenarios": [{"id": "a", "period": {"end": "2024-01-01"}}]})"},
      {"simulation.end_off_grid", "/axes/step/1/period", "whole number of steps",
       R"({"axes": {"step": [{"id": "a"}, {"id": "b", "period": {"step": 7}}]}})"},
      {"scenarios.warmup_too_long", "/period", "the run takes 2 d",
       R"({"period": {"warmup": "P2D"}})"},
      {"simulation.end_off_grid", "/scenarios/0/period", "",
       R"({"axes": {"season": [{"id": "b", "period": {"end": "2024-01-09T00:10"}}]},
           "scenarios": [{"id": "c", "period": {"step": 1200}}]})"},
  });
  const ScenarioFolder folder;
  Json model = office();
  model.erase("simulation");
  folder.write("office.hearth.json", model.dump());
  const Diagnostics found = folder.faults(office_set(R"({"period": {"step": 600}})"));
  REQUIRE(found.items().size() == 1);
  CHECK(found.items()[0].code == "simulation.period_missing");
  CHECK(found.items()[0].message.find("set start, end in 'period'") != std::string::npos);
  // Every option of an axis may give it.
  CHECK(folder
            .faults(office_set(R"({"period": {"step": 600}, "axes": {"day": [
    {"id": "1", "period": {"start": "2024-01-01", "end": "2024-01-02"}},
    {"id": "2", "period": {"start": "2024-01-02", "end": "2024-01-03"}}]},
    "scenarios": [{"id": "a", "set": {"room.C": 1e6}}]})"))
            .empty());
}

TEST_CASE("a sweep is checked at both ends") {
  const std::string at = "/sweep/parameters/";
  const std::vector<Flaw> flaws{
      {"scenarios.range_invalid", at + "room.C", "expected min < max, found 2e+06 and 1e+06",
       R"({"room.C": [2e6, 1e6]})"},
      {"scenarios.range_invalid", at + "room.C", "expected [min, max]", R"({"room.C": [1, 2, 3]})"},
      {"scenarios.range_invalid", at + "room.C", "scale log needs min > 0, found 0",
       R"({"room.C": {"min": 0, "max": 1e6, "scale": "log"}})"},
      {"model.out_of_range", at + "room.R[weather]", "is outside",
       R"({"room.R[weather]": [0, 0.1]})"},
      {"model.out_of_range", at + "room.C", "is outside", R"({"room.C": [1e6, 1e16]})"},
      {"model.parameter_unknown", at + "room.D", "no parameter 'D'", R"({"room.D": [1, 2]})"},
      {"model.component_unknown", at + "rom.C", "did you mean 'room'?", R"({"rom.C": [1, 2]})"},
      {"model.unit_mismatch", at + "room.C", "expected [J/K]",
       R"({"room.C": {"min": 1, "max": 2, "unit": "W"}})"},
      {"model.unit_mismatch", at + "both", "expected [J/K]",
       R"({"both": {"targets": ["thermostat.onValue", "room.C"], "min": 1, "max": 2}})"},
      {"scenarios.target_invalid", at + "thermostat.isReverse", "needs a list of 'values'",
       R"({"thermostat.isReverse": [0, 1]})"},
      {"scenarios.target_invalid", at + "~1components~1setpiont", "did you mean 'setpoint'?",
       R"({"/components/setpiont": [1, 2]})"},
      {"scenarios.target_invalid", at + "~1components~1room~1type", "not a number",
       R"({"/components/room/type": [1, 2]})"},
      {"scenarios.target_invalid", at + "T", "is in [degC], not in [W]",
       R"({"T": {"targets": ["/components/setpoint/config/value"], "min": 1, "max": 2, "unit": "W"}})"},
      {"scenarios.target_duplicate", at + "k", "is varied by 'room.C', too",
       R"({"room.C": [1, 2], "k": {"targets": ["room.C"], "min": 1, "max": 2}})"},
      {"scenarios.no_target", at + "k/targets", "name at least one",
       R"({"k": {"targets": [], "min": 1, "max": 2}})"},
      {"scenarios.no_parameter", "/sweep/parameters", "at least one", "{}"},
      {"scenarios.value_duplicate", at + "room.C/values", "3 appears twice",
       R"({"room.C": {"values": [3, 3]}})"},
      {"scenarios.range_invalid", at + "room.C/min", "no meaning together with 'values'",
       R"({"room.C": {"values": [3, 4], "min": 1}})"},
      {"json.type", at + "room.C", "[min, max]", R"({"room.C": 5})"},
      {"json.unknown_key", at + "room.C/mn", "did you mean",
       R"({"room.C": {"min": 1, "max": 2, "mn": 1}})"},
  };
  for (const Flaw& flaw : flaws) {
    Json set = office_set("{}");
    set.update(sweep_of(flaw.members));
    check_flaw(flaw, set);
  }
  check_flaws({
      {"json.missing_key", "/sweep", "'n'",
       R"({"sweep": {"method": "sobol", "parameters": {"room.C": [1, 2]}}})"},
      {"scenarios.levels", at + "room.C", "needs a number of levels 'n'",
       R"({"sweep": {"method": "grid", "parameters": {"room.C": {"min": 1, "max": 2}}}})"},
      {"scenarios.levels", at + "room.C/n", "'n' of the sweep sets the number of points",
       R"({"sweep": {"method": "sobol", "n": 4,
           "parameters": {"room.C": {"min": 1, "max": 2, "n": 3}}}})"},
      {"scenarios.too_many", "/sweep", "use fewer levels",
       R"({"sweep": {"method": "grid", "n": 4000, "parameters":
           {"room.C": [1, 2], "room.R[weather]": [1, 2]}}})"},
      {"json.choice", "/sweep/method", "did you mean",
       R"({"sweep": {"method": "sobel", "n": 4, "parameters": {"room.C": [1, 2]}}})"},
  });
}

TEST_CASE("a number of Sobol points that is not a power of two is noticed") {
  const ScenarioFolder folder;
  const Diagnostics found = folder.faults(office_set(
      R"({"sweep": {"method": "sobol", "n": 100, "parameters": {"room.C": [1e6, 2e6]}}})"));
  REQUIRE(found.items().size() == 1);
  CHECK(found.items()[0].code == "scenarios.sobol_uneven");
  CHECK(found.items()[0].severity == Severity::Warning);
  CHECK(found.items()[0].message.find("use 64 or 128") != std::string::npos);
}

TEST_CASE("models of a set are looked for and differ") {
  const ScenarioFolder folder;
  const auto codes = [&](const char* models) {
    Json set = {{"hearth", 1}};
    set.update(Json::parse(models));
    std::multiset<std::string> found;
    const Diagnostics faults = folder.faults(set);
    for (const Diagnostic& item : faults.items()) {
      found.insert(item.code + " " + item.where.pointer);
    }
    return found;
  };
  using Codes = std::multiset<std::string>;
  CHECK(codes("{}") == Codes{"scenarios.model_missing "});
  CHECK(codes(R"({"base": "of.json"})") == Codes{"input.file_missing /base"});
  CHECK(codes(R"({"models": {}})") == Codes{"scenarios.model_missing /models"});
  CHECK(codes(R"({"models": {"a": "office.hearth.json", "b": "office.hearth.json"}})") ==
        Codes{"scenarios.model_duplicate /models/b"});
  CHECK(codes(R"({"models": {"a": {"file": "x.json"}, "b/c": "office.hearth.json"}})") ==
        Codes{"input.file_missing /models/a/file", "scenarios.id_invalid /models/b~1c"});
  CHECK(codes(R"({"models": {"a": {"file": "office.hearth.json", "set": {"room.D": 1}},
                             "b": "office.hearth.json"}})") ==
        Codes{"model.parameter_unknown /models/a/set/room.D"});
}

TEST_CASE("errors in a model are reported at its own place, once for all scenarios") {
  const ScenarioFolder folder;
  Json model = office();
  model["components"]["room"]["parameters"]["CC"] = 1e6;
  folder.write("office.hearth.json", model.dump(1));
  const Diagnostics found = folder.faults(office_set(
      R"({"scenarios": [{"id": "a", "set": {"room.C": 1e6}}, {"id": "b", "weather": "hot.csv"}]})"));
  REQUIRE(found.items().size() == 1);
  CHECK(found.items()[0].code == "model.parameter_unknown");
  CHECK(found.items()[0].where.file == folder.path("office.hearth.json").string());
  CHECK(found.items()[0].where.line > 0);
}

TEST_CASE("everything wrong in a set is one error") {
  const ScenarioFolder folder;
  const Diagnostics found = folder.faults(office_set(R"({
    "recrd": [], "kpis": ["ener"], "scenarios": [
      {"id": "a", "set": {"room.C": -1, "room.D": 2}},
      {"id": "a", "patch": [{"op": "remove", "path": "/nothing"}]},
      {"id": "b", "weather": "absent.epw"}],
    "sweep": {"method": "grid", "parameters": {"room.R[weather]": [0, 1]}}})"));
  std::multiset<std::string> codes;
  for (const Diagnostic& item : found.items()) codes.insert(item.code);
  CHECK(codes == std::multiset<std::string>{"json.unknown_key", "kpi.unknown", "model.out_of_range",
                                            "model.parameter_unknown", "scenarios.id_duplicate",
                                            "scenarios.patch_failed", "data.file_missing",
                                            "model.out_of_range"});
}

TEST_CASE("messages name file, line, place and remedy") {
  const ScenarioFolder folder;
  folder.write("golden.json", R"({
  "hearth": 1, "base": "office.hearth.json",
  "scenarios": [
    {"id": "setpoint+1",
     "patch": [
       {"op": "replace", "path": "/components/setpiont/config/value", "value": 22}]},
    {"id": "light",
     "set": {"room.C": 0}}],
  "sweep": {"method": "sobol", "n": 8,
    "parameters": {
      "room.R[weather]": [0.02, -0.08]}}
})");
  Diagnostics unused;
  std::vector<std::string> lines;
  try {
    read_scenarios(folder.path("golden.json"), standard_components(), {}, unused);
  } catch (const InputError& error) {
    const std::string start = folder.path("golden.json").string() + ":";
    for (const Diagnostic& item : error.diagnostics().items()) {
      std::string line = to_string(item);
      line.replace(line.find(start), start.size(), "line ");
      lines.push_back(line);
    }
  }
  CHECK(lines ==
        std::vector<std::string>{
            "scenarios.range_invalid  line 11 /sweep/parameters/room.R[weather]  expected "
            "min < max, found 0.02 and -0.08",
            "scenarios.patch_failed  line 6 /scenarios/0/patch/0  operation 1, replace "
            "/components/setpiont/config/value: /components/setpiont does not exist, did you "
            "mean 'setpoint'?",
            "model.out_of_range  line 8 /scenarios/1/set/room.C room.C  0 J/K is outside 1 "
            "to 1e+15"});
}

TEST_CASE("many scenarios are tried in a moment") {
  // 2000 settings and 50 patches of a small model: a second or two even in a debug build.
  const ScenarioFolder folder;
  Json set = office_set("{}");
  set["scenarios"] = Json::array();
  for (int i = 0; i < 2000; ++i) {
    set["scenarios"].push_back({{"id", "C" + std::to_string(i)}, {"set", {{"room.C", 1e6 + i}}}});
  }
  const ScenarioSet read = folder.read(set);
  CHECK(run_count(read) == 2000);
  CHECK(case_key(read, scenario_run(read, 7)) == case_key(read, scenario_run(read, 1999)));
}

TEST_CASE("what patches move, shift and copy is counted, over all changes of a set") {
  const GivenLimit limit(WorkLimit::PatchWork, 20'000);
  const Json list = {{"op", "add"}, {"path", "/x-a"}, {"value", Json::array()}};
  Json shifting = Json::array({list}), moving = Json::array({list}), some = Json::array({list});
  for (int i = 0; i < 400; ++i) {
    shifting.push_back({{"op", "add"}, {"path", "/x-a/0"}, {"value", 0}});
    moving.push_back({{"op", "add"}, {"path", "/x-a/-"}, {"value", 0}});
    if (i < 100) some.push_back(moving.back());
  }
  for (int i = 0; i < 100; ++i) {
    const bool there = i % 2 == 0;
    moving.push_back(
        {{"op", "move"}, {"from", there ? "/x-a" : "/x-b"}, {"path", there ? "/x-b" : "/x-a"}});
  }
  for (int i = 0; i < 5; ++i) some.push_back({{"op", "copy"}, {"from", "/x-a"}, {"path", "/x-b"}});
  const ScenarioFolder folder;
  const auto faults = [&](const Json& patch, int times) {
    Json set = office_set("{}");
    for (int i = 0; i < times; ++i) {
      set["scenarios"].push_back({{"id", "s" + std::to_string(i)}, {"patch", patch}});
    }
    const Diagnostics found = folder.faults(set);
    return found.has_errors() ? found.items().front().message : std::string();
  };
  CHECK_THAT(faults(shifting, 1), Catch::Contains("--limit patch-work=N"));
  CHECK_THAT(faults(moving, 1), Catch::Contains("--limit patch-work=N"));
  CHECK(faults(some, 1).empty());
  CHECK_THAT(faults(some, 10), Catch::Contains("--limit patch-work=N"));
}

TEST_CASE("a failed test of a long value does not show all of it") {
  const ScenarioFolder folder;
  Json set = office_set("{}");
  const Json test = {{"op", "test"}, {"path", "/x-a"}, {"value", 1}};
  const Json add = {{"op", "add"}, {"path", "/x-a"}, {"value", std::vector<int>(5000, 7)}};
  set["scenarios"] = {{{"id", "a"}, {"patch", {add, test}}}};
  const Diagnostics found = folder.faults(set);
  REQUIRE(found.has_errors());
  CHECK_THAT(to_string(found.items().back()),
             Catch::Contains("found an array of 5000 elements, the test expects 1"));
}

TEST_CASE("operations have the results of the standard") {
  const ScenarioFolder folder;
  Json set = office_set("{}");
  set["scenarios"] = {{{"id", "a"}, {"patch", Json::parse(R"([
    {"op": "add", "path": "/x-a", "value": [1, 2, 3]},
    {"op": "move", "from": "/x-a/0", "path": "/x-a/2"},
    {"op": "test", "path": "/x-a", "value": [2, 3, 1]},
    {"op": "move", "from": "/x-a/2", "path": "/x-b"},
    {"op": "test", "path": "/x-a", "value": [2, 3]},
    {"op": "copy", "from": "/x-a", "path": "/x-a/1"},
    {"op": "test", "path": "/x-a", "value": [2, [2, 3], 3]},
    {"op": "remove", "path": "/x-a/1"},
    {"op": "replace", "path": "/x-a/1", "value": {"k": 4}},
    {"op": "move", "from": "/x-a/1/k", "path": "/x-a/-"},
    {"op": "test", "path": "/x-a", "value": [2, {}, 4]},
    {"op": "test", "path": "/x-b", "value": 1},
    {"op": "remove", "path": "/x-a"}, {"op": "remove", "path": "/x-b"}])")}}};
  CHECK_FALSE(folder.faults(set).has_errors());
  set["scenarios"] = {{{"id", "a"}, {"patch", Json::parse(R"([
    {"op": "add", "path": "/x-a", "value": [1]},
    {"op": "move", "from": "/x-a", "path": "/x-a/0"}])")}}};
  const Diagnostics found = folder.faults(set);
  REQUIRE(found.has_errors());
  CHECK(found.items().back().code == "scenarios.patch_failed");
}

TEST_CASE("a set has at most 100 axes, each tried once") {
  const ScenarioFolder folder;
  Json set = office_set("{}");
  for (std::size_t a = 0; a < kMostAxes; ++a) {
    set["axes"]["a" + std::to_string(a)] = Json::array({{{"id", "x"}}});
  }
  CHECK_FALSE(folder.faults(set).has_errors());
  set["axes"]["more"] = Json::array({{{"id", "x"}}});
  const Diagnostics found = folder.faults(set);
  REQUIRE(found.has_errors());
  CHECK(found.items().front().code == "scenarios.too_many");
  CHECK_THAT(found.items().front().message, Catch::Contains("100 axes"));
}

TEST_CASE("an id has at most 200 letters") {
  const ScenarioFolder folder;
  std::string id;
  for (std::size_t i = 0; i < kLongestId; ++i) id += "\xc3\xbc";  // one letter
  Json set = office_set("{}");
  set["scenarios"] = {{{"id", id}}};
  CHECK_FALSE(folder.faults(set).has_errors());
  set["scenarios"] = {{{"id", id + "u"}}};
  const Diagnostics found = folder.faults(set);
  REQUIRE(found.has_errors());
  CHECK(found.items().front().code == "scenarios.id_invalid");
  CHECK_THAT(found.items().front().message, Catch::Contains("at most 200 letters"));
}

TEST_CASE("errors in an option are reported on a model of each plan") {
  const ScenarioFolder folder;
  Json set = Json::parse(R"({"hearth": 1, "models": {
    "a": {"file": "office.hearth.json", "set": {"room.C": 2e6}},
    "b": {"file": "office.hearth.json", "set": {"room.C": 3e6}},
    "hot": {"file": "office.hearth.json", "weather": "hot.csv"}},
    "axes": {"mass": [{"id": "none", "set": {"room.C": -1}}]}})");
  const Diagnostics found = folder.faults(set);
  std::string all;
  long errors = 0;
  for (const Diagnostic& item : found.items()) {
    all += to_string(item) + "\n";
    errors += item.severity == Severity::Error ? 1 : 0;
  }
  INFO(all);
  CHECK(errors == 2);
  CHECK_THAT(all, Catch::Contains("(model 'a')") && Catch::Contains("(model 'hot')"));
  // A number that is wrong in one variant is reported for it.
  set["axes"] = Json::object();
  set["models"]["b"]["set"]["room.C"] = -1;
  const Diagnostics own = folder.faults(set);
  REQUIRE(own.has_errors());
  CHECK(own.items().front().where.pointer == "/models/b/set/room.C");
}

TEST_CASE("names that are listed twice are found among very many, and no more than a thousand") {
  const ScenarioFolder folder;
  Json set = office_set("{}");
  for (int i = 0; i < 20'000; ++i) set["record"].push_back("room.x" + std::to_string(i));
  for (int i = 0; i < 20'000; ++i) set["record"].push_back("room.x" + std::to_string(i));
  const Diagnostics found = folder.faults(set);
  long errors = 0;
  for (const Diagnostic& item : found.items()) errors += item.severity == Severity::Error ? 1 : 0;
  CHECK(errors > 1000);
  CHECK(errors < 1010);  // what is found after the list adds some
}

}  // namespace hearth::test::scenario_flaws_test
