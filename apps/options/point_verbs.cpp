// SPDX-License-Identifier: MIT
// The command lines of the verbs that look at a model at one point.
#include "hearth/apps/options/verbs.hpp"

namespace hearth::apps {
namespace {

void add_point(VerbLine& line, PointOptions& point) {
  add_model(line, point.model);
  line.option("--start", point.start, read_time, "TIME",
              "Start, ISO 8601: series have the values of this instant (default: the model's)");
  line.option("--at", point.at, read_time, "TIME",
              "Run from the start to this time first, with the continuous engine");
  line.list("--set", point.settings, read_setting, "ASSIGNMENT",
            "Set a parameter or initial value, such as 'id.name=40 W/K'; repeatable");
  line.list("--input", point.inputs, read_setting, "ASSIGNMENT",
            "Set an input that nothing feeds, such as 'id.in.port=60 degC'; repeatable");
}

void add_search(VerbLine& line, SteadyOptions& options) {
  line.list("--rest", options.rest, read_patterns, "STATE",
            "States 'id@name' that are brought to rest (default: all); repeatable");
  line.list("--min", options.min, read_setting, "ASSIGNMENT",
            "Lower bound of what is found, such as 'id@name=10 degC'; repeatable");
  line.list("--max", options.max, read_setting, "ASSIGNMENT", "Upper bound; repeatable");
  line.option("--tolerance", options.tolerance, read_positive, "NUMBER",
              "What may remain of each condition, relative (default: 1e-10)");
  line.list("--record", options.record, read_patterns, "PATTERN",
            "Outputs to show: PATTERN[,PATTERN] of id.port (default: all)");
  line.option("-o,--output", options.point.output, read_output, "FILE",
              "Also write the result to this file (JSON)");
  line.flag("--json", options.json, true, "Print JSON on stdout");
}

}  // namespace

void describe(VerbLine& line, SteadyOptions& options) {
  line.about(
      "Find where a model rests: the states at which nothing changes, with the series of one\n"
      "instant.",
      {"hearth steady model.hearth.json",
       "hearth steady model.hearth.json --set room.UA=120 -o "
       "steady.json"});
  add_point(line, options.point);
  add_search(line, options);
}

void describe(VerbLine& line, TrimOptions& options) {
  line.about(
      "Find inputs and parameters with which a model rests at wanted values. Without a\n"
      "solution within the bounds the run fails and names the conditions met worst.",
      {"hearth trim model.hearth.json --vary heater.in.supplyWaterTemperature --want "
       "'room.indoorTemperature=21 degC'"});
  add_point(line, options.steady.point);
  line.list(
          "--vary", options.steady.vary,
          [](const std::string& option, const std::string& text) {
            auto [name, guess] = read_guess(option, text);
            return Variation{std::move(name), guess};
          },
          "NAME",
          "Parameter 'id.name', open input 'id.in.port' or state that is found, with '=guess' "
          "or without; repeatable")
      .required();
  line.list("--want", options.steady.want, read_setting, "ASSIGNMENT",
            "Wanted value of an output 'id.port' or a state; repeatable")
      .required();
  add_search(line, options.steady);
}

void describe(VerbLine& line, LinearizeOptions& options) {
  line.about(
      "Linearise a model at a point: dx/dt = A x + B u, y = C x + D u for small deviations, with\n"
      "exact derivatives, as JSON.",
      {"hearth linearize model.hearth.json --steady -o linear.json",
       "hearth linearize model.hearth.json --at 2024-01-15T12:00:00Z --by heater.in.waterFlowRate "
       "--hold 600"});
  add_point(line, options.point);
  line.list("--by", options.by, read_patterns, "INPUT",
            "Open inputs u 'id.in.port' (default: those under 'inputs' of the model); repeatable");
  line.list("--record", options.record, read_patterns, "PATTERN",
            "Outputs y: PATTERN[,PATTERN] of id.port (default: measured outputs, or all)");
  line.flag("--steady", options.steady, true, "Bring the model to rest before");
  line.option("--hold", options.hold, read_step, "STEP",
              "Also write A and B of steps of this length with inputs held");
  line.option("-o,--output", options.point.output, read_output, "FILE",
              "File to write (default: stdout)");
}

}  // namespace hearth::apps
