// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/weather_choice.hpp"
#include "hearth/estimation/calibration/prepared_problem.hpp"
#include "hearth/ontology/load_model.hpp"
#include "hearth/tests/estimation/calibration/known_room.hpp"
#include "hearth/tests/support/graph_texts.hpp"
#include "hearth/tests/support/weather_texts.hpp"

namespace hearth::test::calibration_file_test {
namespace {

/// A calibration file that is wrong in one way, and the message about it.
struct Flaw {
  std::string code;
  std::string pointer;
  std::string remedy;  ///< words of the message that say what was expected, or what to do
  std::function<void(Json&)> make;
};

std::vector<Flaw> flaws_of_parameters() {
  const auto set = [](const char* key, Json value) {
    return [=](Json& p) { p["parameters"][0][key] = value; };
  };
  return {
      {"model.parameter_unknown", "/parameters/0", "did you mean 'C_air'?",
       set("targets", {"room.C_aire"})},
      {"model.component_unknown", "/parameters/0", "did you mean 'room'?",
       set("targets", {"rooom.C_air"})},
      {"model.path_malformed", "/parameters/0", "expected 'component.name'",
       set("targets", {"C_air"})},
      {"model.initial_unknown", "/parameters/0", "did you mean 'wallTemperature'?",
       set("targets", {"room@wallTemperatur"})},
      {"model.key_unknown", "/parameters/0", "no key 'x'", set("targets", {"room.C_air[x]"})},
      {"calibration.no_target", "/parameters/0", "set 'targets'", set("targets", Json::array())},
      {"calibration.target_duplicate", "/parameters/1", "set each target only once",
       [](Json& p) {
         p["parameters"][1] = p["parameters"][0];
         p["parameters"][1]["name"] = "C again";
       }},
      {"calibration.unit_mismatch", "/parameters/0", "is in [J/K]", set("unit", "W")},
      {"json.unit_unknown", "/parameters/0/unit", "did you mean", set("unit", "J/KK")},
      {"calibration.start_outside", "/parameters/0", "move the start or widen the bounds",
       set("initial", 1e9)},
      {"calibration.bounds_empty", "/parameters/0", "expected min < max", set("max", 1e4)},
      {"calibration.bounds_empty", "/parameters/0", "expected min < max", set("max", 1e6)},
      {"calibration.bounds_beyond_range", "/parameters/1", "narrow the bounds",
       [](Json& p) { p["parameters"][1]["min"] = -1.0; }},  // a negative resistance
      {"calibration.scale_invalid", "/parameters/0", "scale log needs min > 0, found 0",
       [](Json& p) {
         p["parameters"][0].update({{"min", 0}, {"scale", "log"}});
       }},
      {"calibration.scale_invalid", "/parameters/0", "scale logit needs two finite bounds",
       [](Json& p) {
         p["parameters"][0].erase("max");
         p["parameters"][0]["scale"] = "logit";
       }},
      {"json.choice", "/parameters/0/scale", "expected \"linear\", \"log\", \"logit\"",
       set("scale", "logarithmic")},
      {"calibration.prior_invalid", "/parameters/0", "sd > 0",
       set("prior", {{"mean", 1e6}, {"sd", 0}})},
      {"json.missing_key", "/parameters/0/prior", "'sd'", set("prior", {{"mean", 1e6}})},
      {"json.unknown_key", "/parameters/0/mim", "did you mean 'min'?", set("mim", 1)},
      {"json.missing_key", "/parameters/0", "'initial'",
       [](Json& p) { p["parameters"][0].erase("initial"); }},
      {"calibration.parameter_duplicate", "/parameters/1", "'C' appears twice",
       [](Json& p) { p["parameters"][1]["name"] = "C"; }},
      {"calibration.no_parameter", "/parameters", "at least one",
       [](Json& p) { p["parameters"] = Json::array(); }},
      {"json.type", "/parameters", "expected an array", [](Json& p) { p["parameters"] = 3; }},
  };
}

std::vector<Flaw> flaws_of_measurements() {
  const auto set = [](const char* key, Json value) {
    return [=](Json& p) { p["measurements"][0][key] = value; };
  };
  return {
      {"model.output_unknown", "/measurements/0", "did you mean 'room.indoorTemperature'?",
       set("port", "room.indoorTemprature")},
      {"model.output_unknown", "/measurements/0", "did you mean 'room.indoorTemperature'?",
       set("port", "rooom.indoorTemperature")},
      {"calibration.measurement_duplicate", "/measurements/1", "remove one",
       [](Json& p) { p["measurements"].push_back(p["measurements"][0]); }},
      {"calibration.no_measurement", "/measurements", "at least one",
       [](Json& p) { p["measurements"] = Json::array(); }},
      {"calibration.no_file", "/measurements/0", "set 'file' and 'column'",
       [](Json& p) {
         p["measurements"][0] = {{"port", "room.indoorTemperature"}, {"sd", 1}};
       }},
      {"calibration.sd_missing", "/measurements/0", "set 'sd' > 0",
       [](Json& p) { p["measurements"][0].erase("sd"); }},
      {"data.measurement_missing", "/measurements/0",
       "correct the path, or set --data-dir to the folder", set("file", "nothing.csv")},
      {"calibration.exclude_reversed", "/measurements/0", "set a later 'end'",
       set("exclude", {{{"start", "2023-01-02T00:00:00Z"}, {"end", "2023-01-01T00:00:00Z"}}})},
      {"calibration.unit_mismatch", "/measurements/0", "is in [degC], not in [W]",
       set("unit", "W")},
  };
}

std::vector<Flaw> flaws_of_periods() {
  const auto set = [](const char* key, Json value) {
    return [=](Json& p) { p["periods"][0][key] = value; };
  };
  return {
      {"calibration.no_period", "/periods", "at least one",
       [](Json& p) { p["periods"] = Json::array(); }},
      {"calibration.warmup_too_long", "/periods/0", "no rows remain", set("warmup", "P2D")},
      {"json.duration", "/periods/0/warmup", "expected", set("warmup", "an hour")},
      {"calibration.no_data", "/measurements/0", "check period and step",
       [](Json& p) {  // a year after the measurement
         p["periods"][0] = {{"start", "2024-01-01T00:00:00Z"}, {"end", "2024-01-02T00:00:00Z"}};
       }},
      {"calibration.no_data", "/measurements/0", "or set 'resample'",
       [](Json& p) {  // between the stamps of the measurement
         p["periods"][0] = {{"start", "2023-01-01T00:01:00Z"}, {"end", "2023-01-01T20:01:00Z"}};
       }},
      {"calibration.no_data", "/measurements/0", "check period and step",
       [](Json& p) {
         p["validation"] = {{{"start", "2024-01-01T00:00:00Z"}, {"end", "2024-01-02T00:00:00Z"}}};
       }},
      {"data.naive_time", "/periods/0/start", "append an offset",
       set("start", "2023-01-01T00:00:00")},
      {"data.time_invalid", "/periods/0/start", "", set("start", "yesterday")},
      {"simulation.end_before_start", "/periods/0", "the end must be after the start",
       set("end", "2022-01-01T00:00:00Z")},
      {"simulation.end_off_grid", "/periods/0", "a whole number of steps",
       [](Json& p) { p["step"] = 7000; }},
      {"limit.exceeded", "/periods/0", "--limit compared-rows=N",
       [](Json& p) {
         p["step"] = 0.001;
         p["periods"][0] = {{"start", "0001-01-08T00:00:00Z"}, {"end", "9999-01-08T00:00:00Z"}};
       }},
      {"simulation.step_invalid", "/step", "longer than 0 s", [](Json& p) { p["step"] = 0; }},
      {"json.missing_key", "", "'step'", [](Json& p) { p.erase("step"); }},
      {"json.missing_key", "/periods/0", "'end'", [](Json& p) { p["periods"][0].erase("end"); }},
  };
}

std::vector<Flaw> flaws_of_the_file() {
  const auto set = [](const char* key, Json value) { return [=](Json& p) { p[key] = value; }; };
  return {
      {"json.unknown_key", "/paramters", "did you mean 'parameters'?", set("paramters", 1)},
      {"json.version", "/hearth", "only version 1 is supported", set("hearth", 2)},
      {"json.missing_key", "", "'hearth'", [](Json& p) { p.erase("hearth"); }},
      {"input.file_missing", "/model", "from the folder of the calibration file",
       set("model", "rooms.hearth.json")},
      {"json.missing_key", "", "'model'", [](Json& p) { p.erase("model"); }},
      {"json.choice", "/solver", "expected \"auto\", \"ceres\", \"trf\"", set("solver", "simplex")},
      {"json.choice", "/loss", "\"huber\"", set("loss", "absolute")},
      {"json.range", "/loss/scale", "", set("loss", {{"kind", "huber"}, {"scale", 0}})},
      {"json.choice", "/input_hold", "expected \"sample\", \"zero\", \"first\"",
       set("input_hold", "second")},
      {"json.choice", "/error_model", "output_error", set("error_model", "one_step")},
      {"json.range", "/multistart/n", "", set("multistart", {{"n", 0}})},
      {"model.parameter_unknown", "/fixed/room.C_aire", "did you mean 'C_air'?",
       set("fixed", {{"room.C_aire", 1}})},
      {"model.out_of_range", "/fixed/room.C_wall", "-1 J/K is outside 1 to",
       set("fixed", {{"room.C_wall", -1}})},
  };
}

/// Returns whether a message of that code names that place of the file and that remedy.
bool reported(const Diagnostics& faults, const Flaw& flaw) {
  const auto& items = faults.items();
  return std::any_of(items.begin(), items.end(), [&](const Diagnostic& item) {
    return item.severity == Severity::Error && item.code == flaw.code &&
           item.where.file.ends_with("problem.json") && item.where.line > 0 &&
           item.where.pointer == flaw.pointer &&
           item.message.find(flaw.remedy) != std::string::npos;
  });
}

void check_flaws(const std::vector<Flaw>& flaws) {
  const KnownRoom room;
  for (const Flaw& flaw : flaws) {
    Json problem = KnownRoom::problem();
    flaw.make(problem);
    const Diagnostics faults = room.faults(problem);
    std::string said;
    for (const Diagnostic& item : faults.items()) said += to_string(item) + "\n";
    INFO("expected " << flaw.code << " at " << flaw.pointer << ": " << flaw.remedy << "\n" << said);
    CHECK(reported(faults, flaw));
  }
}

TEST_CASE("a calibration file without a flaw is accepted") {
  CHECK_FALSE(KnownRoom().faults(KnownRoom::problem()).has_errors());
}

TEST_CASE("wrong parameters of a calibration file are refused with place and remedy") {
  check_flaws(flaws_of_parameters());
}

TEST_CASE("wrong measurements of a calibration file are refused with place and remedy") {
  check_flaws(flaws_of_measurements());
  for (const double sd : {0.0, -1.0}) {
    check_flaws({{"calibration.sd_missing", "/measurements/0", "set 'sd' > 0",
                  [sd](Json& p) { p["measurements"][0]["sd"] = sd; }}});
  }
}

TEST_CASE("wrong periods of a calibration file are refused with place and remedy") {
  check_flaws(flaws_of_periods());
}

TEST_CASE("a wrong head or option of a calibration file is refused with place and remedy") {
  check_flaws(flaws_of_the_file());
}

TEST_CASE("everything wrong in a calibration file is reported at once") {
  Json problem = KnownRoom::problem();
  problem["parameters"][0]["initial"] = 1e9;
  problem["measurements"][0].erase("sd");
  problem["step"] = 0;
  const std::vector<std::string> found = codes(KnownRoom().faults(problem));
  for (const char* code :
       {"calibration.start_outside", "calibration.sd_missing", "simulation.step_invalid"}) {
    INFO(code);
    CHECK(std::count(found.begin(), found.end(), code) == 1);
  }
}

TEST_CASE("a column that a measured file does not have is reported for that file") {
  Json problem = KnownRoom::problem();
  problem["measurements"][0]["column"] = "volue";
  const std::string said = message_of(KnownRoom().faults(problem), "data.column_missing");
  CHECK_THAT(said, Catch::Contains("measured.csv") && Catch::Contains("did you mean 'value'?"));
}

TEST_CASE("a calibration runs with the coupling and cycle removal its file names") {
  const KnownRoom room;
  Json problem = KnownRoom::problem();
  CHECK_FALSE(room.read(problem).compile.coupling.has_value());  // the model decides
  problem["coupling"] = "iterate";
  problem["cycle_removal"] = "state-edges";
  const CalibrationProblem read = room.read(problem);
  const PreparedProblem prepared(read, test_components());
  CHECK(prepared.plan().options.coupling == Coupling::Iterate);
  CHECK(prepared.plan().options.cycle_removal == CycleRemoval::StateEdges);
  problem["coupling"] = "iterative";
  CHECK(room.faults(problem).has_errors());
}

TEST_CASE("a measurement the model has needs its port only") {
  const KnownRoom room;
  room.write("room.hearth.json", R"({"hearth": 1, "name": "room",
    "components": {
      "room": {"type": "BuildingSpace"},
      "out": {"type": "Schedule", "config": {"value": "5 degC"}}},
    "connections": ["out.scheduleValue -> room.outdoorTemperature"],
    "measurements": {"room.indoorTemperature": {"file": "measured.csv", "column": "value",
                                                "unit": "degC", "sd": 0.1}}})");
  const CalibrationProblem full = room.read(KnownRoom::problem());
  Json problem = KnownRoom::problem();
  problem["measurements"] = {{{"port", "room.indoorTemperature"}}};
  const CalibrationProblem brief = room.read(problem);
  CHECK(brief.measurements[0].sd == full.measurements[0].sd);
  CHECK(brief.measurements[0].column.file == full.measurements[0].column.file);
  problem["measurements"][0]["sd"] = 0.2;
  CHECK(room.read(problem).measurements[0].sd == 0.2);
}

TEST_CASE("numbers of a parameter and a measurement may name their unit") {
  const KnownRoom room;
  const CalibrationProblem plain = room.read(KnownRoom::problem());
  Json problem = KnownRoom::problem();
  Json& capacity = problem["parameters"][0];
  REQUIRE(capacity["targets"][0] == "room.C_air");
  const auto in_kJ = [](const Json& number) {
    return nlohmann::json(number.get<double>() / 1000.0).dump() + " kJ/K";
  };
  for (const char* key : {"initial", "min", "max"}) capacity[key] = in_kJ(capacity[key]);
  capacity["prior"] = {{"mean", "2 MJ/K"}, {"sd", "500 kJ/K"}};
  problem["measurements"][0]["sd"] = "0.18 degF";
  const CalibrationProblem named = room.read(problem);
  const auto& parameter = named.parameters[0];
  CHECK(parameter.unit == parse_unit("kJ/K"));
  CHECK(parameter.parameter.initial == Approx(plain.parameters[0].parameter.initial / 1000.0));
  CHECK(parameter.parameter.min == Approx(plain.parameters[0].parameter.min / 1000.0));
  CHECK(parameter.parameter.max == Approx(plain.parameters[0].parameter.max / 1000.0));
  CHECK(parameter.parameter.prior->mean == Approx(2000.0));
  CHECK(parameter.parameter.prior->sd == Approx(500.0));
  CHECK(PreparedProblem(named, test_components()).deviations()[0] == Approx(0.1));
  // `unit` is that of numbers that name none.
  capacity["unit"] = "MJ/K";
  capacity["min"] = 0.5;
  const CalibrationProblem mixed = room.read(problem);
  CHECK(mixed.parameters[0].parameter.min == 0.5);
  CHECK(mixed.parameters[0].parameter.prior->sd == Approx(0.5));
  CHECK(mixed.parameters[0].parameter.initial ==
        Approx(plain.parameters[0].parameter.initial / 1e6));
}

TEST_CASE("units that do not fit a parameter or a measurement are refused") {
  const KnownRoom room;
  const auto code = [&room](const std::function<void(Json&)>& make) {
    Json problem = KnownRoom::problem();
    make(problem);
    const Diagnostics found = room.faults(problem);
    return found.empty() ? "" : found.items().front().code;
  };
  CHECK(code([](Json& p) { p["parameters"][0]["initial"] = "2 MJ/K"; }) ==
        "calibration.unit_mixed");
  CHECK(code([](Json& p) {
          p["parameters"][0]["unit"] = "J/K";
          p["parameters"][0]["initial"] = "2 kW";
        }) == "calibration.unit_mismatch");
  CHECK(code([](Json& p) { p["measurements"][0]["sd"] = "2 W"; }) == "calibration.unit_mismatch");
  CHECK(code([](Json& p) { p["measurements"][0]["sd"] = "0 K"; }) == "json.type");
}

TEST_CASE("numbers that are fixed and estimated, and validation by what is fitted, are warned of") {
  const KnownRoom room;
  const auto warnings = [&](const std::function<void(Json&)>& change) {
    Json problem = KnownRoom::problem();
    change(problem);
    std::vector<std::string> codes;
    const PreparedProblem prepared(room.read(problem), test_components());
    for (const Diagnostic& item : prepared.diagnostics().items()) {
      if (item.severity == Severity::Warning) codes.push_back(item.code + item.where.pointer);
    }
    return codes;
  };
  CHECK(warnings([](Json&) {}).empty());
  CHECK(warnings([](Json& p) {
          p["fixed"] = {{"room.C_air", 3e6}};
        }) == std::vector<std::string>{"calibration.fixed_unused/fixed/room.C_air"});
  CHECK(warnings([](Json& p) { p["fixed"] = {{"room.C_wall", 3e6}}; }).empty());
  CHECK(warnings([](Json& p) { p["validation"] = p["periods"]; }) ==
        std::vector<std::string>{"calibration.validation_fitted/validation/0"});
}

TEST_CASE("the model of a graph follows the weather of the calibration, as in a simulation") {
  const KnownRoom folder;
  const auto graph = folder.write("office.ttl", kOneZoneGraph);
  // -20 degC all year, the coldest climate zone.
  const auto cold = folder.write("cold.epw", epw_text([](const WeatherHour&) {
                                   return WeatherValues{.dry_bulb = -20.0, .dew_point = -25.0};
                                 }));
  const Registry& registry = standard_components();
  CalibrationFileOptions options;
  options.weather = cold;
  LoadOptions with_weather;
  with_weather.weather = cold;
  Diagnostics unused;
  const auto simulated = [&](const LoadOptions& how) {
    SimulationModel model = load_model(graph, registry, how, unused);
    take_weather(cold.string(), registry, DataFiles({}), model);
    return model;
  };
  Json problem = KnownRoom::problem();
  problem["model"] = "office.ttl";
  const CalibrationProblem read =
      read_calibration(folder.write("graph.json", problem.dump()), registry, options, unused);
  CHECK(read.model == simulated(with_weather));
  CHECK_FALSE(read.model == simulated(LoadOptions()));
}

TEST_CASE("a bare sd is in the unit of the file, wherever that is named") {
  const KnownRoom room;
  std::string text = "time,value [degF]\n";
  for (int k = 0; k <= 288; ++k) {
    text += format_time(kStart + k * std::chrono::seconds(600), Zone::fixed(Duration(0))) + ",68\n";
  }
  room.write("fahrenheit.csv", text);
  Json problem = KnownRoom::problem();
  Json& measurement = problem["measurements"][0];
  measurement["file"] = "fahrenheit.csv";
  measurement["sd"] = 0.9;
  measurement["unit"] = "degF";
  CHECK(PreparedProblem(room.read(problem), test_components()).deviations()[0] == Approx(0.5));
  measurement.erase("unit");
  CHECK(PreparedProblem(room.read(problem), test_components()).deviations()[0] == Approx(0.5));
}

}  // namespace
}  // namespace hearth::test::calibration_file_test
