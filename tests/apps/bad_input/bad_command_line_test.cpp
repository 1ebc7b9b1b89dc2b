// SPDX-License-Identifier: MIT
#include "hearth/tests/apps/bad_input/broken_input.hpp"

namespace bad_command_line_test {

using namespace hearth::test;

namespace {

constexpr int kUsage = 2;
constexpr int kRunFailed = 1;

const std::string kModel = "room.hearth.json";
const Files kFiles = {{kModel, kHeatedRoom}};

/// A run of one day with more options.
Words run_with(const Words& options) { return line_of("simulate", kModel) + kOneDay + options; }

void check_lines_refused(int exit_code, const std::vector<Refusal>& refusals) {
  for (Refusal refusal : refusals) {
    refusal.files = kFiles;
    refusal.exit_code = exit_code;
    check_refused(refusal);
  }
}

}  // namespace

TEST_CASE("a command line without a meaning is refused with the nearest word") {
  const Words model = {"./" + kModel};
  check_lines_refused(
      kUsage,
      {
          {Words{"simulte"} + model,
           {},
           "usage.unknown_verb",
           "simulte",
           "did you mean 'simulate'?"},
          {{"--versoin"}, {}, "usage.unknown_option", "--versoin", "did you mean '--version'?"},
          {run_with({"--stpe", "600"}),
           {},
           "usage.unknown_option",
           "--stpe",
           "did you mean '--step'?"},
          {{"info"}, {}, "usage.option", "hearth info", "MODEL is required"},
          {{"info", ""}, {}, "usage.option", "hearth info", "expected the name of a file"},
          {{"check", ""}, {}, "usage.option", "hearth check", "expected the name of a file"},
          {Words{"info"} + model + model,
           {},
           "usage.unexpected_argument",
           kModel,
           "hearth info --help"},
          {run_with({"--record", ""}), {}, "usage.value", "--record", "PATTERN[,PATTERN]"},
          {{"kpi", "results.csv", "-o", "--json"}, {}, "usage.value", "--output", "./--json"},
          {run_with({"-j", "-2"}), {}, "usage.value", "--threads", "a whole number from 1 to 1024"},
          {run_with({"--threads", "999999999999"}),
           {},
           "usage.value",
           "--threads",
           "a whole number from 1 to 1024"},
          {run_with({"--set", "room.C_air=much"}), {}, "usage.value", "--set", "expected a number"},
          {run_with({"--set", "room.C_air"}), {}, "usage.value", "--set", "'id.name=value'"},
          {run_with({"--coupling", "gauss"}),
           {},
           "usage.value",
           "--coupling",
           "expected balanced, gauss-seidel"},
          {run_with({"--timezone", "Mars"}),
           {},
           "usage.value",
           "--timezone",
           "expected an IANA name"},
          {line_of("simulate", kModel) + Words{"--start", "2024-02-30"},
           {},
           "usage.value",
           "--start",
           "expected a time"},
          {run_with({"--fail-on", "x"}),
           {},
           "usage.value",
           "--fail-on",
           "expected 'id.port.rmse>number'"},
          {{"graph", "./" + kModel, "-f", "png"},
           {},
           "usage.value",
           "--format",
           "did you mean 'svg'?"},
          {{"convert", "./" + kModel, "-o", "./out/model.xml"},
           {},
           "usage.value",
           "--output",
           ".hearth.json or .ttl"},
          {{"components", "SpaceHaeter"}, {}, "usage.value", "TYPE", "did you mean 'SpaceHeater'?"},
      });
}

TEST_CASE("options that the model does not fit are refused with the option or the port") {
  const Words model = line_of("simulate", kModel);
  check_lines_refused(
      3, {
             {run_with({"--set", "room.C_iar=1"}),
              {},
              "model.parameter_unknown",
              "room.C_iar",
              "did you mean 'C_air'?"},
             {run_with({"--set", "romo.C_air=1"}),
              {},
              "model.component_unknown",
              "--set romo.C_air",
              "did you mean 'room'?"},
             {run_with({"--set", "room.C_air=-1"}),
              {},
              "model.out_of_range",
              "room.C_air",
              "outside 1 to"},
             {run_with({"--set", "room.C_air=20 degC"}),
              {},
              "model.unit_mismatch",
              "room.C_air",
              "expected [J/K]"},
             {run_with({"--record", "hall.*"}),
              {},
              "simulation.record_nothing",
              "hall.*",
              "expected one of"},
             {run_with({"--fail-on", "room.indoorTemperature.rmse>1"}),
              {},
              "limit.no_measurement",
              "--fail-on",
              "the model has no measurement of"},
             {model, {}, "simulation.period_missing", kModel, "set --start, --end, --step"},
             {model + Words{"--start", "2024-01-16T00:00Z", "--end", "2024-01-15T00:00Z", "--step",
                            "600"},
              {},
              "simulation.end_before_start",
              "--end",
              "set a later end"},
             {model + Words{"--start", "2024-01-15T00:00Z", "--end", "2024-01-16T00:00Z", "--step",
                            "700"},
              {},
              "simulation.end_off_grid",
              "--end",
              "a whole number of steps of 700 s"},
             {model + Words{"--start", "2024-01-15", "--end", "2024-01-16", "--step", "600"},
              {},
              "data.naive_time",
              "--start",
              "set --timezone ZONE"},
         });
}

TEST_CASE("a folder in the place of a file is refused, and one that is not there as well") {
  for (const std::string& verb : kModelVerbs) {
    const bool any_kind = verb == "check";
    check_refused({line_of(verb, "out"), kFiles,
                   any_kind ? "file.directory" : "input.file_directory", "out", "folder"});
    check_refused({line_of(verb, "none.hearth.json"), kFiles,
                   any_kind ? "file.missing" : "input.file_missing", "none.hearth.json",
                   any_kind ? "does not exist" : "looked in"});
  }
  check_refused({line_of("calibrate", "out"), kFiles, "file.directory", "out", "expected a file"});
}

TEST_CASE("results have a name of their own in a folder that can be made") {
  const Words run = {"simulate", "./" + kModel, "-o"};
  check_lines_refused(
      kUsage,
      {
          {run + Words{"./out"} + kOneDay, {}, "usage.value", "--output", "the name of a file"},
          {run + Words{"./" + kModel} + kOneDay,
           {},
           "usage.value",
           "--output",
           "choose another name"},
          {run + Words{"./out/"} + kOneDay, {}, "usage.value", "--output", "the name of a file"},
          {run + Words{"./none/"} + kOneDay, {}, "usage.value", "--output", "the name of a file"},
          {run_with({"--save-state", "./out"}),
           {},
           "usage.value",
           "--save-state",
           "the name of a file"},
          {{"calibrate", "./problem.json", "--apply", "./out"},
           {},
           "usage.value",
           "--apply",
           "the name of a file"},
          {{"graph", "./" + kModel, "-o", "./" + kModel},
           {},
           "usage.value",
           "--output",
           "choose another name"},
          {{"convert", "./" + kModel, "-o", "./" + kModel},
           {},
           "usage.value",
           "--output",
           "choose another name"},
      });
  const std::string remedy = "the folder cannot be created";
  check_lines_refused(
      kRunFailed,
      {
          {run + Words{"./" + kModel + "/results.csv"} + kOneDay, {}, "file.write", kModel, remedy},
          {run_with({"--save-state", "./" + kModel + "/state.json"}),
           {},
           "file.write",
           kModel,
           remedy},
      });
}

TEST_CASE("a run that breaks on its way keeps its rows and is marked as failed") {
  check_lines_refused(
      kRunFailed,
      {{run_with({"--set", "outdoors.outdoorTemperature=1e308", "--set", "room.C_air=1"}),
        {},
        "simulation.not_finite",
        "room.indoorTemperature",
        "in the step to"}});
}

}  // namespace bad_command_line_test
