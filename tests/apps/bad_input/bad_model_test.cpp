// SPDX-License-Identifier: MIT
#include "hearth/tests/apps/bad_input/broken_input.hpp"

namespace bad_model_test {

using namespace hearth::test;

namespace {

const Bench kBench{"room.hearth.json", kModelVerbs, {}, kOneDay};

std::string room(const std::string& from, const std::string& to) {
  return edited(kHeatedRoom, from, to);
}

std::string run_of(const std::string& start, const std::string& end, const std::string& step) {
  return extended(kHeatedRoom, "\"simulation\": {\"start\": \"" + start + "\", \"end\": \"" + end +
                                   "\", \"step\": " + step + "}");
}

}  // namespace

TEST_CASE("a model that is not JSON is refused with line and remedy") {
  std::string deep = "{\"hearth\": 1, \"components\": ";
  for (int i = 0; i < 100000; ++i) deep += "{\"a\": ";
  check_all_refused(
      kBench,
      {
          {"a missing comma", room("{\"UA\": 60},", "{\"UA\": 60}"), "json.syntax",
           "room.hearth.json:6", "expected '}'"},
          {"cut off", kHeatedRoom.substr(0, 300), "json.syntax", "room.hearth.json:7",
           "the object that begins in line 3 is not closed"},
          {"empty", "", "json.empty", "room.hearth.json:1", "expected a JSON object"},
          {"an array", "[1, 2]", "json.type", "room.hearth.json:1", "expected an object"},
          {"Latin-1",
           room("heated_room",
                "K\xFC"
                "che"),
           "json.encoding", "room.hearth.json:2", "save the file as UTF-8"},
          {"nested without end", deep, "json.depth", "room.hearth.json:1", "deeper than 256"},
          {"a key twice", room("\"UA\": 60", "\"UA\": 60, \"UA\": 40"), "json.key_duplicate",
           "room.hearth.json:6 /components/heater/parameters/UA", "remove one"},
          {"NaN", room("\"UA\": 60", "\"UA\": NaN"), "json.number", "room.hearth.json:6",
           "expected a finite number"},
          {"too large", room("\"UA\": 60", "\"UA\": 1e999"), "json.number", "room.hearth.json:6",
           "expected less than 1.8e308"},
          {"another version", room("\"hearth\": 1", "\"hearth\": 2"), "model.version",
           "room.hearth.json:2 /hearth", "expected version 1"},
      });
}

TEST_CASE("keys and values that a model does not know are refused with their pointer") {
  const std::string rule = "/components/setpoint/config/value/rules/0";
  check_all_refused(
      kBench,
      {
          {"an unknown key", room("{\"UA\": 60}", "{\"UA\": 60}, \"paramters\": {}"),
           "json.unknown_key", "room.hearth.json:6 /components/heater/paramters",
           "did you mean 'parameters'?"},
          {"a missing key", room("\"type\": \"SpaceHeater\", ", ""), "json.missing_key",
           "room.hearth.json:6 /components/heater", "the key 'type' is missing"},
          {"a word for a number", room("\"UA\": 60", "\"UA\": \"sixty\""), "json.type",
           "room.hearth.json:6 /components/heater/parameters/UA", "expected a number"},
          {"an unknown unit", room("0.05 K/W", "0.05 Kelvin/Watt"), "json.unit_unknown",
           "room.hearth.json:4 /components/room/parameters/R_out", "K/W"},
          {"no component", R"({"hearth": 1, "components": {}})", "model.empty",
           "room.hearth.json /components", "add at least one"},
          {"an unknown type", room("\"SpaceHeater\"", "\"SpaceHaeter\""), "model.type_unknown",
           "room.hearth.json:6 /components/heater/type", "did you mean 'SpaceHeater'?"},
          {"an unknown type", room("\"SpaceHeater\"", "\"Chimney\""), "model.type_unknown",
           "room.hearth.json:6 /components/heater/type", "expected one of AbsorptionChiller"},
          {"an id with a dot", room("\"outdoors\": {", "\"out.doors\": {"), "model.id_invalid",
           "room.hearth.json:13 /components/out.doors", "letters, digits"},
          {"no period of a clock", room("\"config\": {\"is", "\"clock\": {}, \"config\": {\"is"),
           "json.missing_key", "room.hearth.json:9 /components/controller/clock",
           "the key 'period' is missing"},
          {"a clock that stands",
           room("\"config\": {\"is", "\"clock\": {\"period\": 0}, \"config\": {\"is"),
           "model.clock_invalid", "/components/controller", "expected period > 0 s"},
          {"days of no week", room("Mon-Fri", "Mon-Fir"), "json.days", rule + "/days",
           "expected days such as"},
          {"a rule over midnight", room(R"("06:00", "to": "18:00")", R"("22:00", "to": "06:00")"),
           "json.rule_times", rule, "write a rule over midnight as two rules"},
          {"no time of day", room("\"06:00\"", "\"6 am\""), "json.time_of_day", rule + "/from",
           "expected a time of day from \"00:00\" to \"24:00\""},
          {"rules without a default", room("\"default\": 18, ", ""), "json.missing_key",
           "room.hearth.json:10 /components/setpoint/config/value", "the key 'default' is missing"},
          {"an unknown zone", extended(kHeatedRoom, R"("site": {"timezone": "Europe/Kopenhagen"})"),
           "data.zone_unknown", "room.hearth.json:25 /site/timezone",
           "did you mean 'Europe/Copenhagen'?"},
          {"a latitude beyond the pole", extended(kHeatedRoom, R"("site": {"latitude": 95})"),
           "json.range", "room.hearth.json:25 /site/latitude", "expected -90 to 90"},
      });
}

TEST_CASE("parts of a model that do not fit together are refused with component and port") {
  const std::string controlled = "\"controller.inputSignal -> valve.valvePosition\"";
  const std::string measured =
      R"("measurements": {"room.indoorTemperature": {"file": "t.csv", "column": "t", "unit": "W"}})";
  check_all_refused(
      kBench,
      {
          {"an unknown output", room("heater.Power ->", "heater.Pwer ->"), "model.port_unknown",
           "room.hearth.json:17 /connections/1 heater.Pwer", "did you mean 'Power'?"},
          {"an unknown component", room("-> room.heatGain", "-> hall.heatGain"),
           "model.component_unknown", "room.hearth.json:17 /connections/1 hall",
           "expected one of controller, heater"},
          {"an unknown parameter", room("\"UA\": 60", "\"UB\": 60"), "model.parameter_unknown",
           "room.hearth.json:6 /components/heater heater.UB", "did you mean 'UA'?"},
          {"an unknown initial value", room("{\"Power\": 0}", "{\"heat\": 0}"),
           "model.initial_unknown", "room.hearth.json:6 /components/heater heater.heat",
           "expected one of"},
          {"out of range", room("\"UA\": 60", "\"UA\": -60"), "model.out_of_range",
           "room.hearth.json:6 /components/heater heater.UA", "outside 1e-06 to 1e+09"},
          {"no elements", room("{\"UA\": 60}", "{\"UA\": 60}, \"config\": {\"nelements\": 0}"),
           "model.count_invalid", "heater.nelements", "a whole number from 1 to 10000"},
          {"an open input", room("    \"valve.waterFlowRate -> heater.waterFlowRate\",\n", ""),
           "model.input_missing", "room.hearth.json:6 /components/heater heater.waterFlowRate",
           "connect an output to it"},
          {"two sources",
           room(controlled, controlled + ", \"setpoint.scheduleValue -> valve.valvePosition\""),
           "model.input_taken", "room.hearth.json:21 /connections/6 valve.valvePosition",
           "remove one"},
          {"a connection twice", room(controlled, controlled + ", " + controlled),
           "model.connection_duplicate", "room.hearth.json:21 /connections/6", "remove one"},
          {"half a connection", room("heater.Power -> room", "heater.Power - room"),
           "model.connection_malformed", "room.hearth.json:17 /connections/1",
           "expected \"source.output -> target.input\""},
          {"units of a parameter", room("0.05 K/W", "0.05 W/K"), "model.unit_mismatch",
           "room.hearth.json:4 /components/room room.R_out", "expected [K/W]"},
          {"units of a connection",
           room("\"valve.waterFlowRate -> heater", "\"heater.Power -> heater"),
           "model.unit_mismatch", "room.hearth.json:22 /connections/6",
           "heater.Power [W] -> heater.waterFlowRate [kg/s]"},
          {"the unit of a measurement", extended(kHeatedRoom, measured), "model.unit_mismatch",
           "room.hearth.json:25 /measurements/room.indoorTemperature room.indoorTemperature",
           "expected [degC]"},
          {"a measurement of no output",
           extended(kHeatedRoom, R"("measurements": {"room.warmth": {"file": "t.csv"}})"),
           "model.measurement_unknown", "room.hearth.json:25 /measurements/room.warmth",
           "expected one of"},
          {"an input set from outside that is none",
           extended(kHeatedRoom, R"("inputs": ["valve.in.position"])"), "model.input_unknown",
           "valve.in.position", "did you mean 'valve.in.valvePosition'?"},
          {"an input set from outside and connected",
           extended(kHeatedRoom, R"("inputs": ["valve.in.valvePosition"])"), "model.input_taken",
           "valve.in.valvePosition", "remove one"},
      });
}

TEST_CASE("a cycle that may not be cut is refused with one of its connections") {
  const std::string text = edited(
      room("\"heater.Power -> room.heatGain\"",
           R"({"from": "heater.Power", "to": "room.heatGain", "cut": "never"})"),
      "\"room.indoorTemperature -> heater.indoorTemperature\"",
      R"({"from": "room.indoorTemperature", "to": "heater.indoorTemperature", "cut": "never"})");
  check_all_refused(
      {"room.hearth.json", {"check", "info", "graph", "simulate"}, {}, kOneDay},
      {{"pinned", text, "model.cycle_pinned", "room.hearth.json:17 /connections/1 heater.Power",
        "remove \"cut\": \"never\" from one of them"}});
}

TEST_CASE("a run that a model describes wrongly is refused with its pointer") {
  const std::string start = "2024-01-15T00:00:00+01:00", end = "2024-01-16T00:00:00+01:00";
  check_all_refused(
      {"room.hearth.json", {"check", "simulate"}},
      {
          {"a negative step", run_of(start, end, "-600"), "json.duration",
           "room.hearth.json:25 /simulation/step", "expected seconds in whole milliseconds"},
          {"a step of nothing", run_of(start, end, "0"), "json.range",
           "room.hearth.json:25 /simulation/step", "expected a step above 0 s"},
          {"no such day", run_of("2024-02-30T00:00:00Z", end, "600"), "data.time_invalid",
           "room.hearth.json:25 /simulation/start", "expected ISO 8601"},
          {"no zone", run_of("2024-01-15T00:00:00", end, "600"), "data.naive_time",
           "room.hearth.json:25 /simulation/start", "--timezone ZONE"},
          {"an end before the start", run_of(end, start, "600"), "simulation.end_before_start",
           "room.hearth.json /simulation/end", "set a later end"},
          {"an end off the grid", run_of(start, end, "700"), "simulation.end_off_grid",
           "room.hearth.json /simulation/end", "a whole number of steps of 700 s"},
      });
}

TEST_CASE("a run with more rows than fit on the disk fails before it begins") {
  // 3e12 rows of 13 numbers: 80 TB at least.
  const Files files = {
      {"room.hearth.json", run_of("2000-01-01T00:00:00Z", "2100-01-01T00:00:00Z", "0.001")}};
  Words line = line_of("simulate", "room.hearth.json");
  line.insert(line.end(), {"--limit", "run-steps=4000000000000"});
  check_refused({line, files, "run.disk_full", "room.hearth.json", "record fewer signals", 1});
}

}  // namespace bad_model_test
