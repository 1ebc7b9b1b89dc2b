// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/model_json.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"

namespace model_json_test {

using namespace hearth;
using namespace std::chrono_literals;

namespace {

// The example of the file format's description.
const std::string kExample = R"({ "hearth": 1, "name": "one_room",
  "site": {"latitude": 55.37, "longitude": 10.43, "timezone": "Europe/Copenhagen"},
  "components": {
    "020B": {"type": "BuildingSpace", "iri": "http://example.org/one_room#020B",
      "parameters": {"C_air": 2e6, "R_out": {"value": 0.05, "unit": "K/W", "min": 0.01, "max": 1, "source": "default"}},
      "initial": {"indoorTemperature": "20 degC"}},
    "occupancy": {"type": "Schedule", "config": {"value": {"default": 0, "rules": [{"days": "Mon-Fri", "from": "08:00", "to": "16:00", "value": 4}]}}},
    "weather": {"type": "OutdoorEnvironment", "config": {"outdoorTemperature": {"file": "weather.csv", "column": "t_out", "unit": "degC", "resample": "linear"}}}},
  "connections": ["occupancy.scheduleValue -> 020B.numberOfPeople",
                  {"from": "weather.outdoorTemperature", "to": "020B.outdoorTemperature", "cut": "never"}],
  "measurements": {"020B.indoorTemperature": {"file": "t.csv", "column": "value", "unit": "degC", "sd": 0.05}},
  "simulation": {"start": "2023-11-27T00:00:00+01:00", "end": "2023-12-01T00:00:00+01:00", "step": 1200} }
)";

SimulationModel parse(const std::string& text, const ModelFileOptions& options = {}) {
  Diagnostics diagnostics;
  return parse_model_json(text, "m.json", standard_components(), diagnostics, options);
}

/// Returns the errors of a text; none if it can be read.
std::vector<Diagnostic> errors(const std::string& text, const ModelFileOptions& options = {}) {
  try {
    parse(text, options);
  } catch (const InputError& error) {
    return error.diagnostics().items();
  }
  return {};
}

struct Bad {
  std::string code;
  int line;
  std::string pointer;
  std::string said = "";  ///< part of the message
};

void check_error(const std::string& text, const Bad& bad) {
  INFO(text);
  const std::vector<Diagnostic> found = errors(text);
  for (const Diagnostic& item : found) UNSCOPED_INFO(to_string(item));
  REQUIRE(found.size() == 1);
  CHECK(found[0].code == bad.code);
  CHECK(found[0].where.file == "m.json");
  CHECK(found[0].where.line == bad.line);
  CHECK(found[0].where.pointer == bad.pointer);
  CHECK_THAT(found[0].message, Catch::Contains(bad.said));
}

/// Returns a model with one radiator whose member has this text in line 3.
std::string heater(const std::string& members) {
  return "{\"hearth\": 1, \"components\": {\n\"h\": {\"type\": \"SpaceHeater\",\n" + members +
         "\n}}, \"inputs\": [\"h.in.supplyWaterTemperature\", \"h.in.waterFlowRate\", "
         "\"h.in.indoorTemperature\"]}";
}

/// Returns a model with a schedule and a room and this list of connections in line 4.
std::string connected(const std::string& connections) {
  return "{\"hearth\": 1, \"components\": {\n\"s\": {\"type\": \"Schedule\", \"config\": "
         "{\"value\": 20}},\n\"room\": {\"type\": \"BuildingSpace\"}}, \"connections\": [\n" +
         connections + "], \"inputs\": [\"room.in.outdoorTemperature\"]}";
}

}  // namespace

TEST_CASE("the example of the format's description is read in full") {
  const SimulationModel model = parse(kExample);
  CHECK(model.name == "one_room");
  CHECK(model.site == Site{55.37, 10.43, "Europe/Copenhagen"});

  const Component& room = model.component("020B");
  CHECK(room.type == "BuildingSpace");
  CHECK(room.iri == "http://example.org/one_room#020B");
  CHECK(room.parameters.at("C_air").value == Entries(Quantity{2e6, std::nullopt}));
  const ParameterSetting& resistance = room.parameters.at("R_out");
  CHECK(resistance.value == Entries(Quantity{0.05, unit::K_per_W}));
  CHECK(resistance.min == Quantity{0.01, unit::K_per_W});
  CHECK(resistance.max == Quantity{1.0, unit::K_per_W});
  CHECK(resistance.source == "default");
  CHECK(room.initial.at("indoorTemperature") == Entries(Quantity{20.0, unit::degC}));

  const WeeklyRules rules{0.0, {{0x1f, 480, 960, 4.0}}, false};
  CHECK(std::get<SeriesSpec>(model.component("occupancy").config.at("value")) ==
        SeriesSpec{rules, std::nullopt, Sample::Mean});
  const auto& weather =
      std::get<SeriesSpec>(model.component("weather").config.at("outdoorTemperature"));
  const auto& column = std::get<FileColumn>(weather.source);
  CHECK(column.file == "weather.csv");
  CHECK(std::get<std::string>(column.column) == "t_out");
  CHECK(column.unit == unit::degC);
  CHECK(column.resample == Resample::Linear);

  REQUIRE(model.connections().size() == 2);
  CHECK(to_string(*model.connections().begin()) ==
        "occupancy.scheduleValue -> 020B.numberOfPeople");
  CHECK(std::next(model.connections().begin())->cut == CutPin::Never);

  const Measurement& measured = model.measurements.at("020B.indoorTemperature");
  CHECK(measured.column.file == "t.csv");
  CHECK(measured.sd == 0.05);

  CHECK(model.defaults.start == Instant(std::chrono::sys_days{2023y / 11 / 26} + 23h));
  CHECK(*model.defaults.end - *model.defaults.start == 96h);
  CHECK(model.defaults.step == 1200s);
  CHECK_FALSE(validate(model, standard_components()).has_errors());
}

TEST_CASE("every part of a model knows its file, line and pointer") {
  const SimulationModel model = parse(kExample);
  const Where& room = model.component("020B").where;
  CHECK(room.file == "m.json");
  CHECK(room.line == 4);
  CHECK(room.pointer == "/components/020B");
  CHECK(room.component == "020B");
  CHECK(std::next(model.connections().begin())->where.line == 10);
  CHECK(std::next(model.connections().begin())->where.pointer == "/connections/1");
  CHECK(model.measurements.at("020B.indoorTemperature").where.line == 11);
  CHECK(model.measurements.at("020B.indoorTemperature").where.pointer ==
        "/measurements/020B.indoorTemperature");
}

TEST_CASE("the example is written compactly and read back equal") {
  const SimulationModel model = parse(kExample);
  const std::string text = write_model_json(model);
  CHECK(text == R"({
  "hearth": 1,
  "name": "one_room",
  "site": {"latitude": 55.37, "longitude": 10.43, "timezone": "Europe/Copenhagen"},
  "components": {
    "020B": {
      "type": "BuildingSpace",
      "iri": "http://example.org/one_room#020B",
      "parameters": {
        "C_air": 2000000,
        "R_out": {"value": 0.05, "unit": "K/W", "min": 0.01, "max": 1, "source": "default"}
      },
      "initial": {"indoorTemperature": "20 degC"}
    },
    "occupancy": {
      "type": "Schedule",
      "config": {
        "value": {
          "default": 0,
          "rules": [{"days": "Mon-Fri", "from": "08:00", "to": "16:00", "value": 4}]
        }
      }
    },
    "weather": {
      "type": "OutdoorEnvironment",
      "config": {
        "outdoorTemperature": {
          "file": "weather.csv",
          "column": "t_out",
          "unit": "degC",
          "resample": "linear"
        }
      }
    }
  },
  "connections": [
    "occupancy.scheduleValue -> 020B.numberOfPeople",
    {"from": "weather.outdoorTemperature", "to": "020B.outdoorTemperature", "cut": "never"}
  ],
  "measurements": {
    "020B.indoorTemperature": {"file": "t.csv", "column": "value", "unit": "degC", "sd": 0.05}
  },
  "simulation": {
    "start": "2023-11-27T00:00:00+01:00",
    "end": "2023-12-01T00:00:00+01:00",
    "step": 1200
  }
}
)");
  CHECK(parse(text) == model);
}

TEST_CASE("comments and x- keys are passed over") {
  const SimulationModel model = parse(R"(// a model
{ "hearth": 1, "x-author": {"anything": [1]}, "$schema": "model.schema.json",
  "site": {"x-city": "Odense"},
  "components": { /* one */ "s": {"type": "Schedule", "x-note": 1,
    "config": {"value": {"value": 3, "x-source": "guess"}, "x-old": 4}} } })");
  CHECK(model.components().size() == 1);
  CHECK(model.component("s").config.size() == 1);
}

TEST_CASE("an id may begin with x-") {
  const SimulationModel model =
      parse(R"({"hearth": 1, "components": {"x-ray room": {"type": "BuildingSpace"}}})");
  CHECK(model.find("x-ray room") != nullptr);
}

TEST_CASE("a file of another version or kind is one error") {
  check_error("[1]", {"json.type", 1, "", "an array"});
  check_error("{\n\"components\": {}}", {"model.version", 1, "", "\"hearth\": 1"});
  check_error("{\n\"hearth\": 2, \"rooms\": {}}", {"model.version", 2, "/hearth", "number 2"});
  check_error("{\"hearth\": \"1\"}", {"model.version", 1, "/hearth", "the string \"1\""});
}

TEST_CASE("a wrong value at the top is reported with what was expected") {
  const auto top = [](const std::string& member) { return "{\"hearth\": 1,\n" + member + "}"; };
  check_error(top("\"name\": 3"), {"json.type", 2, "/name", "a string"});
  check_error(top("\"component\": {}"),
              {"json.unknown_key", 2, "/component", "did you mean 'components'?"});
  check_error(top("\"components\": []"), {"json.type", 2, "/components", "an object"});
  check_error(top("\"connections\": {}"), {"json.type", 2, "/connections", "an array"});
  check_error(top("\"measurements\": []"), {"json.type", 2, "/measurements", "an object"});
  check_error(top("\"inputs\": \"a\""), {"json.type", 2, "/inputs", "an array"});
  check_error(top("\"inputs\": [1]"), {"json.type", 2, "/inputs/0", "a string"});
  check_error(top("\"site\": {\"latitude\": 91}"),
              {"json.range", 2, "/site/latitude", "-90 to 90"});
  check_error(top("\"site\": {\"longitude\": \"east\"}"),
              {"json.type", 2, "/site/longitude", "a number"});
  check_error(top("\"site\": {\"timezone\": \"Europe/Odense\"}"),
              {"data.zone_unknown", 2, "/site/timezone", "Europe/Odense"});
  check_error(top("\"site\": {\"zone\": 1}"), {"json.unknown_key", 2, "/site/zone"});
  check_error(top("\"simulation\": {\"step\": 0}"),
              {"json.range", 2, "/simulation/step", "above 0"});
  check_error(top("\"simulation\": {\"step\": \"20 m\"}"),
              {"json.duration", 2, "/simulation/step", "PT20M"});
  check_error(top("\"simulation\": {\"start\": \"tomorrow\"}"),
              {"data.time_invalid", 2, "/simulation/start", "ISO 8601"});
  check_error(top("\"simulation\": {\"start\": \"2023-11-27T00:00\"}"),
              {"data.naive_time", 2, "/simulation/start", "offset"});
  check_error(top("\"simulation\": {\"stop\": 1}"), {"json.unknown_key", 2, "/simulation/stop"});
  check_error(top("\"name\": \"a\", \"name\": \"b\""),
              {"json.key_duplicate", 2, "/name", "line 2"});
}

TEST_CASE("naive times take the site's zone, otherwise the requested one") {
  const std::string times =
      R"("simulation": {"start": "2023-11-27T00:00", "end": "2023-11-28", "step": "PT20M"})";
  const Instant expected(std::chrono::sys_days{2023y / 11 / 26} + 23h);
  CHECK(parse(R"({"hearth": 1, "site": {"timezone": "Europe/Copenhagen"}, )" + times + "}")
            .defaults.start == expected);
  CHECK(parse("{\"hearth\": 1, " + times + "}", {.timezone = "Europe/Copenhagen"}).defaults.start ==
        expected);
  CHECK(errors("{\"hearth\": 1, " + times + "}").size() == 2);
  CHECK(errors("{\"hearth\": 1, " + times + "}", {.timezone = "Nowhere"})[0].code ==
        "data.zone_unknown");
}

TEST_CASE("a wrong component is reported with its place") {
  const auto check = [](const std::string& component, const Bad& bad) {
    check_error("{\"hearth\": 1, \"components\": {\n\"a/b\":\n" + component + "}}", bad);
  };
  check("3", {"json.type", 3, "/components/a~1b", "an object"});
  check("{}", {"json.missing_key", 3, "/components/a~1b", "'type'"});
  check("{\"type\": 3}", {"json.type", 3, "/components/a~1b/type"});
  check("{\"type\": \"Schedul\", \"config\": {\"anything\": 1}}",
        {"model.type_unknown", 3, "/components/a~1b/type", "did you mean 'Schedule'?"});
  check("{\"type\": \"Schedule\", \"parameter\": {}}",
        {"json.unknown_key", 3, "/components/a~1b/parameter", "did you mean 'parameters'?"});
  check("{\"type\": \"Schedule\", \"iri\": 1}", {"json.type", 3, "/components/a~1b/iri"});
}

TEST_CASE("an id that is not allowed is reported") {
  check_error("{\"hearth\": 1, \"components\": {\n\"a.b\": {\"type\": \"Schedule\"}}}",
              {"model.id_invalid", 2, "/components/a.b", "'.'"});
}

TEST_CASE("a configuration is read by the type's schema") {
  const SimulationModel model = parse(R"({"hearth": 1, "components": {
    "h": {"type": "SpaceHeater", "config": {"nelements": 10}},
    "c": {"type": "PidController", "config": {"isReverse": true}, "clock": {"period": 600}},
    "s": {"type": "Schedule", "config": {"value": 10}}}})");
  CHECK(std::get<int>(model.component("h").config.at("nelements")) == 10);
  CHECK(std::get<bool>(model.component("c").config.at("isReverse")));
  CHECK(model.component("c").clock == SampleClock{600.0, 0.0});
  CHECK(std::get<double>(std::get<SeriesSpec>(model.component("s").config.at("value")).source) ==
        10.0);
}

TEST_CASE("a clock may begin and end before the run") {
  const SimulationModel model = parse(R"({"hearth": 1, "components": {
    "c": {"type": "PidController", "clock": {"period": 600, "offset": -1200, "end": -600.5}}}})");
  CHECK(model.component("c").clock == SampleClock{600.0, -1200.0, -600.5});
  CHECK(parse(write_model_json(model)) == model);
}

TEST_CASE("a wrong configuration, parameter or clock is reported with its pointer") {
  check_error(
      heater(R"("config": {"nelement": 3})"),
      {"model.config_unknown", 3, "/components/h/config/nelement", "did you mean 'nelements'?"});
  check_error(heater(R"("config": {"nelements": 2.5})"),
              {"json.type", 3, "/components/h/config/nelements", "a whole number"});
  check_error(heater(R"("config": 1)"), {"json.type", 3, "/components/h/config", "an object"});
  check_error(heater(R"("parameters": [])"), {"json.type", 3, "/components/h/parameters"});
  check_error(heater(R"("parameters": {"UA": "40 W/Q"})"),
              {"json.unit_unknown", 3, "/components/h/parameters/UA", "'W/Q'"});
  check_error(heater(R"("parameters": {"UA": true})"),
              {"json.type", 3, "/components/h/parameters/UA", "found true"});
  check_error(heater(R"("parameters": {"UA": {"value": 3, "mim": 1}})"),
              {"json.unknown_key", 3, "/components/h/parameters/UA/mim", "'min'"});
  check_error(heater(R"("parameters": {"UA": {"unit": "W/K"}})"),
              {"json.missing_key", 3, "/components/h/parameters/UA", "'value'"});
  check_error(heater(R"("initial": {"elementTemperature": {"1": "20 C", "2": "warm"}})"),
              {"json.type", 3, "/components/h/initial/elementTemperature/2", "\"warm\""});
  check_error(heater(R"("initial": {"elementTemperature": {"value": 20, "min": 1}})"),
              {"json.unknown_key", 3, "/components/h/initial/elementTemperature/min"});
  check_error(heater(R"("clock": 600)"), {"json.type", 3, "/components/h/clock", "an object"});
  check_error(heater(R"("clock": {"offset": 60})"),
              {"json.missing_key", 3, "/components/h/clock", "'period'"});
  check_error(heater(R"("clock": {"period": -1})"),
              {"json.range", 3, "/components/h/clock/period", "at least 0"});
  check_error(heater(R"("clock": {"period": 60, "jitter": -1})"),
              {"json.range", 3, "/components/h/clock/jitter", "at least 0"});
  check_error(heater(R"("clock": {"period": 60, "end": "later"})"),
              {"json.duration", 3, "/components/h/clock/end"});
}

TEST_CASE("a number over an index set is one for all or one for each key") {
  const SimulationModel model = parse(R"({"hearth": 1, "components": {"room": {
    "type": "BuildingSpace", "parameters": {
      "R_int": {"corridor": 0.01, "hall": "0.02 K/W"},
      "C_int": {"value": {"value": 1, "hall": "2 MJ/K"}, "unit": "J/K", "max": 5}},
    "initial": {"interiorWallTemperature": {"value": 70, "unit": "degF"}}}}})");
  const Component& room = model.component("room");
  CHECK(room.parameters.at("R_int").value ==
        Entries(std::map<std::string, Quantity>{{"corridor", {0.01, std::nullopt}},
                                                {"hall", {0.02, unit::K_per_W}}}));
  CHECK(room.parameters.at("C_int").value ==
        Entries(std::map<std::string, Quantity>{{"value", {1.0, unit::J_per_K}},
                                                {"hall", {2.0, unit::MJ_per_K}}}));
  CHECK(room.parameters.at("C_int").max == Quantity{5.0, unit::J_per_K});
  CHECK(room.initial.at("interiorWallTemperature") == Entries(Quantity{70.0, unit::degF}));
}

TEST_CASE("a wrong connection is reported with its place") {
  const std::string good = "\"s.scheduleValue -> room.adjacentZoneTemperature\"";
  CHECK(errors(connected(good)).empty());
  check_error(connected("3"), {"json.type", 4, "/connections/0", "source.output"});
  check_error(connected("\"s.scheduleValue - room.adjacentZoneTemperature\""),
              {"model.connection_malformed", 4, "/connections/0", "source.output -> target.input"});
  check_error(connected("\"s.scheduleValue -> room\""),
              {"model.connection_malformed", 4, "/connections/0"});
  check_error(connected(good + ",\n" + good), {"model.connection_duplicate", 5, "/connections/1"});
  check_error(connected("\"s.scheduleValue -> rom.outdoorTemperature\""),
              {"model.component_unknown", 4, "/connections/0", "did you mean 'room'?"});
  check_error(connected(R"({"from": "s.scheduleValue"})"),
              {"json.missing_key", 4, "/connections/0", "'to'"});
  check_error(connected(R"({"from": "s", "to": "room.adjacentZoneTemperature"})"),
              {"model.connection_malformed", 4, "/connections/0/from", "source.output"});
  check_error(
      connected(
          R"({"from": "s.scheduleValue", "to": "room.adjacentZoneTemperature", "cut": "no"})"),
      {"json.choice", 4, "/connections/0/cut", "\"never\", \"prefer\""});
  check_error(
      connected(R"({"from": "s.scheduleValue", "to": "room.adjacentZoneTemperature", "pin": 1})"),
      {"json.unknown_key", 4, "/connections/0/pin"});
}

TEST_CASE("a connection names the key of an index set") {
  const SimulationModel model = parse(connected("\"s.scheduleValue -> room.heatGain[a [1]]\""));
  CHECK(model.connections().begin()->to == Endpoint{"room", "heatGain", "a [1]"});
}

TEST_CASE("all errors of a file are thrown at once, those of wiring too") {
  const std::vector<Diagnostic> found = errors(R"({"hearth": 1,
    "site": {"latitude": 100},
    "components": {
      "s": {"type": "Schedule", "config": {"value": "much"}},
      "h": {"type": "SpaceHeater", "parameters": {"UB": 1}}},
    "connections": ["s.scheduleValue - h.waterFlowRate"]})");
  std::vector<std::string> codes;
  for (const Diagnostic& item : found) codes.push_back(item.code);
  // Not reported: inputs of `h` that are open and a schedule without a value; both follow from
  // what could not be read.
  CHECK(codes == std::vector<std::string>{"json.range", "json.type", "model.connection_malformed",
                                          "model.parameter_unknown"});
}

TEST_CASE("wiring alone is left to validate") {
  const SimulationModel model =
      parse(R"({"hearth": 1, "components": {"h": {"type": "SpaceHeater"}}})");
  CHECK(validate(model, standard_components()).has_errors());
}

TEST_CASE("a connected sensor with a file is given a measurement") {
  const std::string model = R"({"hearth": 1, "components": {
    "s": {"type": "Schedule", "config": {"value": 1}},
    "sensor": {"type": "Sensor", "config": {"value": {"file": "t.csv", "column": "t"}}},
    "free": {"type": "Sensor", "config": {"value": {"file": "u.csv"}}}},
    "connections": ["s.scheduleValue -> sensor.measuredValue"])";
  const SimulationModel offered = parse(model + "}");
  REQUIRE(offered.measurements.size() == 1);
  const Measurement& measurement = offered.measurements.at("sensor.measuredValue");
  CHECK(measurement.column.file == "t.csv");
  CHECK(measurement.where.line == 3);
  CHECK(measurement.where.pointer == "/components/sensor/config/value");
  CHECK(parse(write_model_json(offered)) == offered);

  const SimulationModel given =
      parse(model + R"(, "measurements": {"sensor.measuredValue": {"file": "v.csv"}}})");
  CHECK(given.measurements.at("sensor.measuredValue").column.file == "v.csv");
}

TEST_CASE("a wrong measurement is reported with its pointer") {
  const auto check = [](const std::string& measurement, const Bad& bad) {
    check_error(R"({"hearth": 1, "components": {"s": {"type": "Schedule", "config": {"value": 1}}},
      "measurements": {"s.scheduleValue": )" +
                    measurement + "}}",
                bad);
  };
  check("\"t.csv\"", {"json.type", 2, "/measurements/s.scheduleValue", "an object"});
  check("{\"column\": 1}", {"json.missing_key", 2, "/measurements/s.scheduleValue", "'file'"});
  check("{\"file\": \"t.csv\", \"sd\": -1}",
        {"json.range", 2, "/measurements/s.scheduleValue/sd", "at least 0"});
}

TEST_CASE("a damaged file is read or refused with its lines, never worse") {
  std::mt19937 random(7);
  const auto below = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  const std::string letters = "{}[]\":,0-e.x/*\n\\\xC3";
  for (int i = 0; i < 3000; ++i) {
    std::string text = kExample;
    for (std::size_t k = below(4); k > 0; --k)
      text[below(text.size())] = letters[below(letters.size())];
    if (i % 3 == 0) text.erase(below(text.size()), below(40) + 1);
    if (i % 5 == 0) text.resize(below(text.size()));
    INFO(text);
    for (const Diagnostic& item : errors(text)) {
      CHECK_FALSE(item.code.empty());
      CHECK(item.where.file == "m.json");
      CHECK(item.where.line >= 1);
    }
  }
}

TEST_CASE("what a file cannot hold is not written") {
  const auto code = [](const SimulationModel& model) -> std::string {
    try {
      write_model_json(model);
    } catch (const ModelError& error) {
      CHECK(error.diagnostics().items()[0].where.component == "s");
      return error.code();
    }
    return "";
  };
  SimulationModel model = parse(R"({"hearth": 1, "components": {"s": {"type": "Schedule"}}})");
  model.component("s").parameters["a"].value = Quantity{std::nan(""), std::nullopt};
  CHECK(code(model) == "json.not_finite");
  model.component("s").parameters["a"].value = Quantity{1.0, unit::any};
  CHECK(code(model) == "json.unit_unknown");
}

TEST_CASE("a model is read from a file and paths stay as written") {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / "hearth_model_json_test.hearth.json";
  std::ofstream(path) << kExample;
  Diagnostics diagnostics;
  const SimulationModel model = read_model_json(path, standard_components(), diagnostics);
  std::filesystem::remove(path);
  CHECK(model == parse(kExample));
  CHECK(model.component("weather").where.file == path.string());
  CHECK(diagnostics.empty());
}

TEST_CASE("rules of files fill the columns and are written once") {
  const std::string text = R"({"hearth": 1,
    "files": {"bms.csv": {"time": ["Date", "Time"], "time_format": "DD.MM.YYYY HH:mm",
                          "decimal": ",", "thousands": ".", "separator": ";", "missing": ["Bad", -999],
                          "duplicates": "last", "scale": 0.1, "offset": 1, "timezone": "Europe/Rome"}},
    "components": {
      "a": {"type": "Schedule", "config": {"value": {"file": "bms.csv", "column": "a"}}},
      "b": {"type": "Schedule", "config": {"value": {"file": "data/bms.csv", "column": 2,
            "duplicates": "error", "missing": "---"}}}}})";
  const SimulationModel model = parse(text);
  const auto column = [](const SimulationModel& of, const char* id) {
    return std::get<FileColumn>(
        std::get<SeriesSpec>(of.components().at(id).config.at("value")).source);
  };
  const FileColumn a = column(model, "a");
  CHECK(a.clock_column == ColumnName("Time"));
  CHECK(a.time_format == "DD.MM.YYYY HH:mm");
  CHECK(a.decimal == Mark::Comma);
  CHECK(a.thousands == Mark::Point);
  CHECK(a.separator == Separator::Semicolon);
  CHECK(a.missing == std::vector<std::string>{"Bad", "-999"});
  CHECK(a.scale == 0.1);
  CHECK(a.offset == 1.0);
  CHECK(a.duplicates == Duplicates::Last);
  const FileColumn b = column(model, "b");
  CHECK(b.duplicates == Duplicates::Error);
  CHECK(b.missing == std::vector<std::string>{"---"});
  CHECK(b.timezone == "Europe/Rome");
  const std::string written = write_model_json(model);
  CHECK(parse(written) == model);
  CHECK(parse(written).files == model.files);
  CHECK(written.find("DD.MM.YYYY") == written.rfind("DD.MM.YYYY"));
}

TEST_CASE("rules of files are checked") {
  const auto with = [](const std::string& rules) {
    return R"({"hearth": 1, "files": )" + rules + R"(, "components": {"a": {"type": "Schedule",
      "config": {"value": {"file": "t.csv", "column": 1}}}}})";
  };
  const auto code = [&](const std::string& rules) {
    const std::vector<Diagnostic> found = errors(with(rules));
    return found.empty() ? std::string() : found.front().code;
  };
  CHECK(code(R"({"t.csv": {"time_formt": "unix"}})") == "json.unknown_key");
  CHECK(code(R"({"t.csv": {"file": "t.csv"}})") == "json.unknown_key");
  CHECK(code(R"({"t.csv": {"time_format": "dd/mm/yyyy HH:MM"}})") == "data.time_format");
  CHECK(code(R"({"t.csv": {"time": ["a", "b", "c"]}})") == "json.type");
  CHECK(code(R"({"t.csv": {"decimal": "dot"}})") == "json.choice");
  CHECK(code(R"({"t.csv": {"missing": [true]}})") == "json.type");
  Diagnostics diagnostics;
  parse_model_json(with(R"({"t2.csv": {"time_format": "unix"}})"), "m.json", standard_components(),
                   diagnostics);
  REQUIRE(diagnostics.items().size() == 1);
  CHECK(diagnostics.items()[0].code == "data.file_rule_unused");
  CHECK(diagnostics.items()[0].where.pointer == "/files/t2.csv");
}

}  // namespace model_json_test
