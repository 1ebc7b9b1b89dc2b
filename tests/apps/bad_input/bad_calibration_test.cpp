// SPDX-License-Identifier: MIT
#include "hearth/tests/apps/bad_input/broken_input.hpp"

namespace bad_calibration_test {

using namespace hearth::test;

namespace {

const std::string kProblem = R"({
  "hearth": 1, "model": "room.hearth.json", "step": 600,
  "periods": [{"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-15T01:00:00+01:00"}],
  "parameters": [
    {"name": "C", "targets": ["room.C_air"], "initial": 2e6, "min": 1e6, "max": 1e7},
    {"name": "UA", "targets": ["heater.UA"], "initial": 60, "min": 10, "max": 200}
  ],
  "measurements": [
    {"port": "room.indoorTemperature", "file": "t.csv", "column": "t", "sd": 0.05}
  ]
})";

const std::string kMeasured =
    "time,t\n2024-01-15T00:00:00+01:00,19\n2024-01-15T00:20:00+01:00,19.2\n"
    "2024-01-15T01:00:00+01:00,19.5\n";

const Files kBeside = {{"room.hearth.json", kHeatedRoom}, {"t.csv", kMeasured}};
const Bench kBench{"problem.json", {"check", "calibrate"}, kBeside};

std::string problem(const std::string& from, const std::string& to) {
  return edited(kProblem, from, to);
}
/// With other members in the line of the version.
std::string with(const std::string& member) { return problem("\"step\": 600", member); }
std::string bounds(const std::string& text) { return problem("\"min\": 10, \"max\": 200", text); }

}  // namespace

TEST_CASE("the problem that is broken below is sound itself") {
  const Workshop shop;
  for (const auto& [name, text] : kBeside) shop.write(name, text);
  const std::string file = shop.write("problem.json", kProblem);
  CHECK(run_hearth(shop, {"calibrate", file, "-o", (shop / "result.json").string()}).code == 0);
}

TEST_CASE("a calibration file that cannot be read is refused with line and remedy") {
  check_all_refused(
      kBench,
      {
          {"a missing comma", problem("\"step\": 600,", "\"step\": 600"), "json.syntax",
           "problem.json:3", "expected '}'"},
          {"cut off", kProblem.substr(0, 400), "json.syntax", "problem.json", "is not closed"},
          {"empty", "", "json.empty", "problem.json:1", "expected a JSON object"},
          {"an unknown key", problem("\"initial\": 60", "\"inital\": 60"), "json.unknown_key",
           "problem.json:6 /parameters/1/inital", "did you mean 'initial'?"},
          {"a key twice", problem("\"min\": 10", "\"min\": 10, \"min\": 20"), "json.key_duplicate",
           "problem.json:6 /parameters/1/min", "remove one"},
          {"no model", problem("\"model\": \"room.hearth.json\", ", ""), "json.missing_key",
           "problem.json:1", "the key 'model' is missing"},
          {"a model that is not there", problem("room.hearth.json", "hall.hearth.json"),
           "input.file_missing", "problem.json:2 /model", "a path from the folder"},
          {"an unknown solver", with("\"step\": 600, \"solver\": \"newton\""), "json.choice",
           "problem.json:2 /solver", "expected \"auto\", \"ceres\", \"trf\""},
          {"an unknown loss", with("\"step\": 600, \"loss\": \"square\""), "json.choice",
           "problem.json:2 /loss", "did you mean 'squared'?"},
          {"no start", with("\"step\": 600, \"multistart\": {\"n\": 0}"), "json.range",
           "problem.json:2 /multistart/n", "expected 1 to 100000"},
      });
}

TEST_CASE("parameters that cannot be estimated are refused with their pointer") {
  const std::string place = "problem.json:6 /parameters/1";
  check_all_refused(
      kBench, {
                  {"an unknown parameter", problem("heater.UA", "heater.UB"),
                   "model.parameter_unknown", place + " heater.UB", "did you mean 'UA'?"},
                  {"an unknown component", problem("heater.UA", "haeter.UA"),
                   "model.component_unknown", place + " haeter", "did you mean 'heater'?"},
                  {"no target", problem("[\"heater.UA\"]", "[]"), "calibration.no_target", place,
                   "set 'targets'"},
                  {"a target twice", problem("heater.UA", "room.C_air"),
                   "calibration.target_duplicate", place, "set each target only once"},
                  {"a start outside", problem("\"initial\": 60", "\"initial\": 600"),
                   "calibration.start_outside", place, "move the start or widen the bounds"},
                  {"bounds the wrong way round", bounds("\"min\": 200, \"max\": 10"),
                   "calibration.bounds_empty", place, "expected min < max"},
                  {"a logarithm of zero", bounds("\"min\": 0, \"max\": 200, \"scale\": \"log\""),
                   "calibration.scale_invalid", place, "log needs min > 0"},
                  {"bounds without physics", bounds("\"min\": -10, \"max\": 200"),
                   "calibration.bounds_beyond_range", place, "narrow the bounds"},
                  {"an unknown scale", bounds("\"scale\": \"loog\""), "json.choice",
                   place + "/scale", "did you mean 'log'?"},
                  {"a prior without width",
                   bounds("\"min\": 10, \"max\": 200, \"prior\": {\"mean\": 60, \"sd\": 0}"),
                   "calibration.prior_invalid", place, "sd > 0"},
                  {"another unit", bounds("\"min\": 10, \"max\": 200, \"unit\": \"K/W\""),
                   "calibration.unit_mismatch", place, "is in [W/K]"},
              });
}

TEST_CASE("measurements and periods that cannot be compared are refused with their pointer") {
  const std::string place = "problem.json:9 /measurements/0";
  const std::string period =
      R"({"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-15T01:00:00+01:00"})";
  const std::string before =
      R"({"start": "2024-01-15T01:00:00+01:00", "end": "2024-01-15T00:00:00+01:00"})";
  check_all_refused(
      kBench,
      {
          {"an unknown port", problem("room.indoorTemperature", "room.indoorTemprature"),
           "model.output_unknown", "problem.json:9", "did you mean 'room.indoorTemperature'?"},
          {"a missing file", problem("t.csv", "none.csv"), "data.measurement_missing", place,
           "correct the path, or set --data-dir to the folder"},
          {"no file", problem("\"file\": \"t.csv\", \"column\": \"t\", ", ""),
           "calibration.no_file", place, "set 'file' and 'column'"},
          {"a standard deviation of zero", problem("0.05", "0"), "calibration.sd_missing", place,
           "set 'sd' > 0"},
          {"a negative standard deviation", problem("0.05", "-1"), "calibration.sd_missing", place,
           "set 'sd' > 0"},
          {"another year", edited(problem("2024", "2023"), "2024", "2023"), "calibration.no_data",
           place, "set 'resample'"},
          {"no period", problem(period, ""), "calibration.no_period", "problem.json:3 /periods",
           "add at least one period"},
          {"an end before the start", problem(period, before), "simulation.end_before_start",
           "problem.json:3 /periods/0", "the end must be after the start"},
          {"an end off the grid", with("\"step\": 700"), "simulation.end_off_grid",
           "problem.json:3 /periods/0", "must be a whole number of steps"},
          {"a step of nothing", with("\"step\": 0"), "simulation.step_invalid",
           "problem.json:2 /step", "longer than 0 s"},
          {"a warm-up without an end",
           problem("01:00:00+01:00\"}", "01:00:00+01:00\", \"warmup\": \"P1D\"}"),
           "calibration.warmup_too_long", "problem.json:3 /periods/0",
           "no rows remain for the comparison"},
      });
}

TEST_CASE("a broken model of a calibration is refused in the model's own file") {
  const std::string model = edited(kHeatedRoom, "\"UA\"", "\"UB\"");
  check_all_refused(
      {"problem.json", {"check", "calibrate"}, {{"room.hearth.json", model}, {"t.csv", kMeasured}}},
      {{"a parameter", kProblem, "model.parameter_unknown",
        "room.hearth.json:6 /components/heater heater.UB", "did you mean 'UA'?"}});
}

}  // namespace bad_calibration_test
