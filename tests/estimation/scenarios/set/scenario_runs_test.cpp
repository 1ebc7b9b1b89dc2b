// SPDX-License-Identifier: MIT
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/weather_choice.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/ontology/load_model.hpp"
#include "hearth/tests/estimation/scenarios/scenario_folder.hpp"
#include "hearth/tests/support/graph_texts.hpp"
#include "hearth/tests/support/weather_texts.hpp"

namespace hearth::test::scenario_runs_test {
namespace {

std::vector<std::string> ids(const ScenarioSet& set) {
  std::vector<std::string> result;
  for (long i = 0; i < run_count(set); ++i) result.push_back(scenario_run(set, i).id);
  return result;
}

ScenarioCase case_of(const ScenarioSet& set, long index) {
  return scenario_case(set, scenario_run(set, index), standard_components());
}

const SeriesSpec& series(const SimulationModel& model, const char* id, const char* name) {
  return std::get<SeriesSpec>(model.component(id).config.at(name));
}
std::string weather_file(const SimulationModel& model) {
  return std::get<FileColumn>(series(model, "weather", "outdoorTemperature").source).file;
}
double setpoint(const SimulationModel& model) {
  return std::get<double>(series(model, "setpoint", "value").source);
}

}  // namespace

TEST_CASE("a set of nothing but a model is one run") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(office_set("{}"));
  CHECK(ids(set) == std::vector<std::string>{"base"});
  const ScenarioCase run = case_of(set, 0);
  CHECK(run.model == *set.models[0].model);
  CHECK(format_time(*run.period.start, Zone("Europe/Copenhagen")) == "2024-01-08T00:00:00+01:00");
  CHECK(*run.period.step == std::chrono::seconds(600));
  CHECK(*run.period.warmup == Duration::zero());
  CHECK(run.settings.empty());
}

TEST_CASE("runs are ordered by models, axes, scenarios and samples") {
  const ScenarioFolder folder;
  Json json = Json::parse(R"({"hearth": 1,
    "models": {"north": "office.hearth.json",
               "south": {"file": "office.hearth.json", "set": {"room.C": 3e6}}},
    "axes": {"season": [{"id": "january"},
                        {"id": "february", "period": {"start": "2024-02-01", "end": "2024-02-03"}}],
             "climate": [{"id": "cold"}, {"id": "hot", "weather": "hot.csv"}]},
    "scenarios": [{"id": "base"}, {"id": "heavy", "set": {"room.C": "4 MJ/K"}}],
    "sweep": {"method": "grid", "parameters": {"people.value": [50, 60, 70]}}})");
  const ScenarioSet set = folder.read(json);
  CHECK(run_count(set) == 2 * 2 * 2 * (2 + 3));
  const std::vector<std::string> all = ids(set);
  CHECK(std::set<std::string>(all.begin(), all.end()).size() == all.size());
  CHECK(all[0] == "north/january/cold/base");
  CHECK(all[2] == "north/january/cold/sweep-1");
  CHECK(all[5] == "north/january/hot/base");
  CHECK(all[10] == "north/february/cold/base");
  CHECK(all[39] == "south/february/hot/sweep-3");

  json["combine"] = "product";
  const ScenarioSet crossed = folder.read(json);
  CHECK(run_count(crossed) == 2 * 2 * 2 * 2 * 3);
  CHECK(ids(crossed)[4] == "north/january/cold/heavy/sweep-2");
  const ScenarioCase last = case_of(crossed, run_count(crossed) - 1);
  CHECK(weather_file(last.model) == folder.path("hot.csv").string());
  CHECK(*last.period.end - *last.period.start == std::chrono::hours(48));
  // The number of the model first, then that of the scenario, which wins.
  REQUIRE(last.settings.size() == 2);
  CHECK(last.settings[1].path == "room.C");
  CHECK(last.settings[1].value.value == 4.0);
}

TEST_CASE("a patched model is the model of the patched text") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(office_set(R"({"scenarios": [{"id": "+1", "patch": [
    {"op": "test", "path": "/components/setpoint/config/value", "value": "21 degC"},
    {"op": "replace", "path": "/components/setpoint/config/value", "value": "22 degC"},
    {"op": "remove", "path": "/measurements"},
    {"op": "add", "path": "/components/gain", "value": {"type": "Schedule", "config": {"value": 5}}},
    {"op": "add", "path": "/connections/-", "value": "gain.scheduleValue -> room.heatGain[gain]"}]}]})"));
  const SimulationModel model = case_of(set, 0).model;
  CHECK(setpoint(model) == 22.0);
  CHECK(model.measurements.empty());
  CHECK(model.connections().size() == 5);
  // Files are found as before.
  CHECK(DataFiles(set.models[0].data).find(weather_file(model)).has_value());
}

TEST_CASE("a patch changes a composite, one of its instances, or a part") {
  const ScenarioFolder folder;
  Json model = office();
  model["composites"]["Room"] = {{"components", {{"node", model["components"]["room"]}}},
                                 {"inputs", {{"heat", "node.heatGain[people]"}}},
                                 {"outputs", {{"temperature", "node.temperature"}}}};
  model["components"]["room"] = {{"type", "Room"}};
  model["components"]["other"] = {{"type", "Room"}};
  model["connections"] = {"weather.outdoorTemperature -> room/node.adjacentTemperature[weather]",
                          "people.scheduleValue -> room.heat",
                          "weather.outdoorTemperature -> other/node.adjacentTemperature[weather]",
                          "people.scheduleValue -> other.heat",
                          "room.temperature -> thermostat.actualValue",
                          "setpoint.scheduleValue -> thermostat.setpointValue"};
  model.erase("measurements");
  folder.write("office.hearth.json", model.dump(1));
  const ScenarioSet set = folder.read(office_set(R"({"scenarios": [{"id": "base"},
    {"id": "all", "patch": [
      {"op": "replace", "path": "/composites/Room/components/node/parameters/C", "value": 3e6}]},
    {"id": "one", "patch": [
      {"op": "add", "path": "/components/room/parameters", "value": {"node.C": 3e6}}]},
    {"id": "part", "set": {"room/node.C": 3e6}}]})"));
  const auto capacities = [&](long run) {
    const ScenarioCase one = case_of(set, run);
    Plan plan = compile(one.model, standard_components());
    const auto of = [&](const std::string& path) {
      for (const ModelSetting& setting : one.settings) {
        if (setting.path == path) return setting.value.value;
      }
      return plan.cells[plan.parameter(path).cells[0]];
    };
    return std::pair(of("room/node.C"), of("other/node.C"));
  };
  CHECK(capacities(0) == std::pair(2e6, 2e6));
  CHECK(capacities(1) == std::pair(3e6, 3e6));
  CHECK(capacities(2) == std::pair(3e6, 2e6));
  CHECK(capacities(3) == std::pair(3e6, 2e6));
}

TEST_CASE("what a compiled plan can take shares a plan, all else does not") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(office_set(R"({"scenarios": [
    {"id": "base"}, {"id": "C", "set": {"room.C": 3e6}}, {"id": "R", "set": {"room.R[weather]": 0.1}},
    {"id": "on", "set": {"thermostat@on": 1}},
    {"id": "output", "set": {"room@temperature": 22}},
    {"id": "config", "set": {"people.value": 22}},
    {"id": "flag", "set": {"thermostat.isReverse": false}},
    {"id": "shared unit", "set": {"thermostat.hysteresis": 1}},
    {"id": "file", "files": {"weather.csv": "hot.csv"}},
    {"id": "when", "period": {"step": 300}}]})"));
  const std::string base = case_key(set, scenario_run(set, 0));
  std::set<std::string> keys;
  for (long i = 0; i < run_count(set); ++i) {
    const ScenarioRun run = scenario_run(set, i);
    INFO(run.id);
    const std::string key = case_key(set, run);
    CHECK((key == base) == (i < 4));
    keys.insert(key);
    CHECK(case_of(set, i).settings.size() == (i >= 1 && i < 4 ? 1U : 0U));
    // Each setting of the case is one that the plan knows.
    const ScenarioCase one = case_of(set, i);
    const Plan plan = compile(one.model, standard_components());
    for (const ModelSetting& setting : one.settings) {
      const bool state = setting.path.find('@') != std::string::npos;
      CHECK_NOTHROW(state ? plan.initial(setting.path) : plan.parameter(setting.path));
    }
  }
  CHECK(keys.size() == 7);
}

TEST_CASE("factors change what the model or a set number before them gives, by patterns") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(office_set(R"({
    "axes": {"walls": [{"id": "as built", "set": {"room.R[weather]": 0.04}}]},
    "scenarios": [
      {"id": "one", "scale": {"room.C": 1.5}},
      {"id": "all", "scale": {"*": 2}},
      {"id": "twice", "set": {"room.C": "1 MJ/K"}, "scale": {"ro?m.C": 2, "room.*": 3}}],
    "sweep": {"method": "grid", "parameters": {"room.C": [5e6]}}, "combine": "product"})"));
  const auto value = [&](long index, const std::string& path) {
    const ScenarioRun run = scenario_run(set, index);
    const ScenarioCase content = scenario_case(set, run, standard_components());
    const Plan plan = compile(content.model, standard_components());
    CHECK(plan_key(set, run) == plan_key(set, scenario_run(set, 0)));
    double found = 0.0;
    for (const ModelSetting& setting : scenario_settings(set, run, plan)) {
      if (setting.path == path) {
        found = checked_number(plan.parameter(path), setting.value, {});
      }
    }
    return found;
  };
  // The sample is set last.
  for (long i = 0; i < 3; ++i) CHECK(value(i, "room.C") == 5e6);
  CHECK(value(0, "room.R[weather]") == 0.04);
  CHECK(value(1, "room.R[weather]") == 0.08);
  CHECK(value(2, "room.R[weather]") == Approx(0.12));

  const ScenarioSet plain = folder.read(office_set(R"({"scenarios": [
    {"id": "twice", "set": {"room.C": "1 MJ/K"}, "scale": {"ro?m.C": 2, "room.*": 3}},
    {"id": "model", "scale": {"room.C": 1.5}}]})"));
  const auto last = [&](long index) {
    const ScenarioRun run = scenario_run(plain, index);
    const Plan plan =
        compile(scenario_case(plain, run, standard_components()).model, standard_components());
    double found = 0.0;
    for (const ModelSetting& setting : scenario_settings(plain, run, plan)) {
      if (setting.path == "room.C") {
        found = checked_number(plan.parameter("room.C"), setting.value, {});
      }
    }
    return found;
  };
  CHECK(last(0) == Approx(6e6));
  CHECK(last(1) == Approx(3e6));
}

TEST_CASE("a swept pointer replaces the number in the model's text") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(office_set(R"({"sweep": {"method": "grid", "parameters": {
    "/components/setpoint/config/value": [20, 22.5],
    "/components/room/parameters/C": {"values": [2, 3], "unit": "MJ/K"}}}})"));
  REQUIRE(set.sweep->parameters[0].unit);
  CHECK(*set.sweep->parameters[0].unit == unit::degC);  // as the model writes it
  const ScenarioCase first = case_of(set, 0);
  const ScenarioCase last = case_of(set, 3);
  CHECK(setpoint(first.model) == 20.0);
  CHECK(setpoint(last.model) == 22.5);
  CHECK(series(last.model, "setpoint", "value").unit == unit::degC);
  const Plan plan = compile(last.model, standard_components());
  CHECK(plan.cells[plan.parameter("room.C").cells[0]] == 3e6);
  CHECK(case_key(set, scenario_run(set, 0)) != case_key(set, scenario_run(set, 1)));
}

TEST_CASE("one swept number sets all of its targets, in its own unit") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(office_set(R"({"sweep": {"method": "latin_hypercube", "n": 10,
    "parameters": {"power": {"targets": ["thermostat.onValue", "thermostat.offValue"],
                             "min": 10, "max": 90, "unit": "%"}}}})"));
  const ScenarioRun run = scenario_run(set, 3);
  const ScenarioCase one = case_of(set, 3);
  CHECK(one.model == *set.models[0].model);
  REQUIRE(one.settings.size() == 2);
  CHECK(one.settings[0].path == "thermostat.onValue");
  CHECK(one.settings[1].path == "thermostat.offValue");
  for (const ModelSetting& setting : one.settings) {
    CHECK(setting.value == Quantity{run.values[0], unit::percent});
  }
}

TEST_CASE("samples lie within their ranges, ends of a grid are exact") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(office_set(R"({"sweep": {"method": "sobol", "n": 64,
    "parameters": {"room.C": {"min": 1e5, "max": 1e7, "scale": "log"},
                   "room.R[weather]": [0.01, 0.05], "people.value": {"values": [1, 2, 5]}}}})"));
  std::map<double, int> picked;
  int below_middle = 0;
  for (long i = 0; i < 64; ++i) {
    const ScenarioRun run = scenario_run(set, i);
    REQUIRE(run.values.size() == 3);
    CHECK((run.values[0] >= 1e5 && run.values[0] <= 1e7));
    CHECK((run.values[1] >= 0.01 && run.values[1] <= 0.05));
    below_middle += run.values[0] < 1e6 ? 1 : 0;  // the middle of the logarithms
    ++picked[run.values[2]];
  }
  CHECK(below_middle == 32);
  CHECK(picked.size() == 3);
  for (const auto& [value, count] : picked) CHECK((count == 21 || count == 22));
  CHECK(scenario_run(set, 16).id == "sweep-17");
  REQUIRE(set.sweep->parameters[0].unit);
  CHECK(*set.sweep->parameters[0].unit == unit::J_per_K);

  const ScenarioSet grid = folder.read(office_set(R"({"sweep": {"method": "grid", "n": 4,
    "parameters": {"room.R[weather]": [0.01, 0.07], "room.C": {"min": 1e5, "max": 1e7, "n": 3,
    "scale": "log"}}}})"));
  CHECK(run_count(grid) == 12);
  CHECK(scenario_run(grid, 0).values == std::vector<double>{0.01, 1e5});
  CHECK(scenario_run(grid, 11).values == std::vector<double>{0.07, 1e7});
  // 10^5 times the root of 100, to the rounding of pow.
  CHECK(scenario_run(grid, 1).values[1] == Approx(1e6).epsilon(1e-14));
}

TEST_CASE("weather and other files are replaced by name or base name") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(office_set(R"({"scenarios": [
    {"id": "weather", "weather": "hot.csv"}, {"id": "file", "files": {"weather.csv": "hot.csv"}},
    {"id": "base name", "files": {"C:\\data\\weather.csv": "hot.csv"}},
    {"id": "measured", "files": {"measured.csv": "other.csv"}}]})"));
  for (long i = 0; i < 3; ++i) {
    CHECK(weather_file(case_of(set, i).model) == folder.path("hot.csv").string());
  }
  const SimulationModel measured = case_of(set, 3).model;
  CHECK(weather_file(measured) == "weather.csv");
  CHECK(measured.measurements.at("room.temperature").column.file ==
        folder.path("other.csv").string());
}

TEST_CASE("the period comes from the command line, the set, its changes and the model") {
  const ScenarioFolder folder;
  const Json json = office_set(R"({"period": {"end": "2024-01-09", "warmup": "PT6H"},
    "axes": {"month": [{"id": "own"}, {"id": "may", "period": {"start": "2024-05-01T00:00:00+02:00",
                                                               "end": "2024-05-02T00:00:00+02:00"}}]}})");
  const ScenarioSet set = folder.read(json);
  CHECK(*case_of(set, 0).period.end - *case_of(set, 0).period.start == std::chrono::hours(24));
  CHECK(*case_of(set, 0).period.warmup == std::chrono::hours(6));
  CHECK(format_time(*case_of(set, 1).period.start, Zone()) == "2024-04-30T22:00:00+00:00");
  ScenarioFileOptions options;
  options.step = std::chrono::seconds(1200);
  CHECK(*case_of(folder.read(json, options), 0).period.step == std::chrono::seconds(1200));
}

TEST_CASE("a graph in Turtle can be patched as the model it is translated to") {
  const std::filesystem::path folder =
      std::filesystem::path(HEARTH_SOURCE_DIR) / "examples" / "one_room";
  const ScenarioFolder own;
  const Json json = {{"hearth", 1},
                     {"base", (folder / "room.ttl").string()},
                     {"timezone", "Europe/Copenhagen"},
                     {"period", {{"start", "2023-11-27"}, {"end", "2023-11-28"}, {"step", 600}}}};
  const ScenarioSet base = own.read(json);
  REQUIRE(!base.models[0].model->components().empty());
  const std::string id = base.models[0].model->components().begin()->first;
  Json patched = json;
  patched["scenarios"] = {
      {{"id", "renamed"},
       {"patch", {{{"op", "replace"}, {"path", "/name"}, {"value", "patched"}}}}}};
  const ScenarioSet set = own.read(patched);
  SimulationModel model = case_of(set, 0).model;
  CHECK(model.name == "patched");
  model.name = base.models[0].model->name;
  CHECK(model == *base.models[0].model);
}

TEST_CASE("sets whose results differ have different fingerprints") {
  const ScenarioFolder folder;
  const Json json = office_set(R"({"scenarios": [{"id": "hot", "weather": "hot.csv"}]})");
  const auto print = [&](const Json& set, std::string_view version = "1") {
    return fingerprint(folder.read(set), version);
  };
  const std::uint64_t first = print(json);
  CHECK(first == print(json));
  CHECK(first != print(json, "2"));
  CHECK(first != print(office_set(R"({"scenarios": [{"id": "warm", "weather": "hot.csv"}]})")));
  folder.write("hot.csv", "time,t_out\n2024-01-01T00:00:00Z,31\n2025-01-01T00:00:00Z,30\n");
  const std::uint64_t hotter = print(json);
  CHECK(first != hotter);
  Json model = office();
  model["components"]["room"]["parameters"]["C"] = 1e6;
  folder.write("office.hearth.json", model.dump());
  CHECK(hotter != print(json));
  // The same set in another folder.
  const ScenarioFolder elsewhere;
  CHECK(fingerprint(elsewhere.read(json), "1") == first);
  ScenarioFileOptions options;
  options.step = std::chrono::seconds(1200);
  CHECK(fingerprint(elsewhere.read(json, options), "1") != first);
}

TEST_CASE("a climate axis takes the place of its weather, and periods its civil time") {
  const ScenarioFolder folder;
  std::string east = epw_text();
  east.replace(east.find("40.0,-105.0,-7.0"), 16, "35.0,135.0,9.0");
  folder.write("west.epw", epw_text());
  folder.write("east.epw", east);
  Json model = office();
  model.erase("site");
  model.erase("measurements");
  model["simulation"] = {{"step", 600}};
  model["components"]["weather"] = {{"type", "Weather"}, {"config", {{"file", "west.epw"}}}};
  folder.write("office.hearth.json", model.dump());
  const ScenarioSet set = folder.read(office_set(R"({
    "period": {"start": "2024-01-08", "end": "2024-01-10"},
    "axes": {"climate": [{"id": "west"}, {"id": "east", "weather": "east.epw"}],
             "season": [{"id": "as it is"}, {"id": "july", "period":
               {"start": "2024-07-01", "end": "2024-07-02T00:00:00Z"}}]}})"));
  const auto start = [&](long run) { return format_time(*case_of(set, run).period.start, Zone()); };
  CHECK(start(0) == "2024-01-08T07:00:00+00:00");  // midnight at UTC-7
  CHECK(start(1) == "2024-07-01T07:00:00+00:00");
  CHECK(start(2) == "2024-01-07T15:00:00+00:00");  // midnight at UTC+9
  CHECK(start(3) == "2024-06-30T15:00:00+00:00");
  CHECK(format_time(*case_of(set, 3).period.end, Zone()) == "2024-07-02T00:00:00+00:00");
}

TEST_CASE("a patched site has its own civil time") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(office_set(R"({"period": {"start": "2024-01-05"},
    "scenarios": [{"id": "base"}, {"id": "moved", "patch":
      [{"op": "replace", "path": "/site/timezone", "value": "America/Denver"}]}]})"));
  CHECK(format_time(*case_of(set, 0).period.start, Zone()) == "2024-01-04T23:00:00+00:00");
  CHECK(format_time(*case_of(set, 1).period.start, Zone()) == "2024-01-05T07:00:00+00:00");
  CHECK(format_time(*case_of(set, 1).period.end, Zone()) == "2024-01-10T07:00:00+00:00");
}

TEST_CASE("weather of a weather format is taken by a model that names none") {
  const ScenarioFolder folder;
  folder.write("west.epw", epw_text());
  Json model = office();
  model.erase("measurements");
  model["site"] = {{"timezone", "America/Denver"}};
  model["components"]["weather"]["config"]["outdoorTemperature"] = 5;
  folder.write("office.hearth.json", model.dump());
  const Json change = Json::parse(R"({"scenarios": [{"id": "west", "weather": "west.epw"}]})");
  const ScenarioSet set = folder.read(office_set(change.dump().c_str()));
  const FileColumn column =
      std::get<FileColumn>(series(case_of(set, 0).model, "weather", "globalIrradiation").source);
  CHECK(column.column == ColumnName("globalHorizontalRadiation"));
  model["components"].erase("weather");
  model["connections"].erase(0);
  model["components"]["room"].erase("parameters");
  folder.write("office.hearth.json", model.dump());
  CHECK(folder.faults(office_set(change.dump().c_str())).items().front().code ==
        "scenarios.weather_missing");
}

TEST_CASE("rules of files in a set count for the files that options put in") {
  const ScenarioFolder folder;
  folder.write("hot.csv", "time;t_out\n01.01.2024 00:00;30,5\n01.01.2025 00:00;30,5\n");
  const ScenarioSet set = folder.read(office_set(R"({
    "files": {"hot.csv": {"time_format": "DD.MM.YYYY HH:mm", "decimal": ","}},
    "scenarios": [{"id": "base"}, {"id": "hot", "weather": "hot.csv"}]})"));
  const auto column = [&](long run) {
    return std::get<FileColumn>(
        series(case_of(set, run).model, "weather", "outdoorTemperature").source);
  };
  CHECK(column(0).time_format.empty());
  CHECK(column(1).time_format == "DD.MM.YYYY HH:mm");
  CHECK(column(1).decimal == Mark::Comma);
}

TEST_CASE("models of one file share its content and, where numbers alone differ, its plan") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(Json::parse(R"({"hearth": 1, "models": {
    "a": {"file": "office.hearth.json", "set": {"room.C": 2e6}},
    "b": {"file": "./office.hearth.json", "set": {"room.C": 3e6}},
    "later": {"file": "office.hearth.json", "period": {"start": "2024-01-09T00:00:00"}},
    "hot": {"file": "office.hearth.json", "weather": "hot.csv"}}})"));
  const auto key = [&](long run) { return plan_key(set, scenario_run(set, run)); };
  const auto one_case = [&](long run) { return case_key(set, scenario_run(set, run)); };
  for (const ScenarioModel& model : set.models) CHECK(model.model == set.models[0].model);
  CHECK(key(0) == key(1));
  CHECK(key(0) == key(2));
  CHECK(key(0) != key(3));
  CHECK(one_case(0) == one_case(1));
  CHECK(one_case(0) != one_case(2));
  CHECK(one_case(0) != one_case(3));
  CHECK(case_of(set, 1).settings[0].value == Quantity{3e6, std::nullopt});
}

TEST_CASE("the model of a graph follows the weather of the set, as in a simulation") {
  const ScenarioFolder folder;
  const auto graph = folder.write("office.ttl", kOneZoneGraph);
  // -20 degC all year, the coldest climate zone.
  const auto cold = folder.write("cold.epw", epw_text([](const WeatherHour&) {
                                   return WeatherValues{.dry_bulb = -20.0, .dew_point = -25.0};
                                 }));
  ScenarioFileOptions options;
  options.weather = cold;
  LoadOptions with_weather;
  with_weather.weather = cold;
  Diagnostics unused;
  const auto simulated = [&](const LoadOptions& how) {
    SimulationModel model = load_model(graph, standard_components(), how, unused);
    take_weather(cold.string(), standard_components(), DataFiles({}), model);
    return model;
  };
  const Json file = {
      {"hearth", 1},
      {"base", "office.ttl"},
      {"period",
       {{"start", "2024-01-08T00:00:00Z"}, {"end", "2024-01-09T00:00:00Z"}, {"step", 600}}}};
  const ScenarioSet set = folder.read(file, options);
  CHECK(*set.models[0].model == simulated(with_weather));
  CHECK_FALSE(*set.models[0].model == simulated(LoadOptions()));
}

}  // namespace hearth::test::scenario_runs_test
