// SPDX-License-Identifier: MIT
// The command lines of the verbs that examine a model at one point.
#include "hearth/apps/options/verbs.hpp"

namespace hearth::apps {
namespace {

void add_point(VerbLine& line, PointOptions& point) {
  add_model(line, point.model);
  line.option("--start", point.start, read_time, "TIME",
              "Set the instant at which series are evaluated or, with --at, the start of the "
              "simulation, ISO 8601 (default: start of the model)");
  line.option("--at", point.at, read_time, "TIME",
              "First simulate from the start to this time with the continuous engine, and evaluate "
              "series at this time");
  line.list("--set", point.settings, read_setting, "ASSIGNMENT",
            "Set a parameter or initial value, such as 'id.name=40 W/K'; repeatable");
  line.list("--input", point.inputs, read_setting, "ASSIGNMENT",
            "Set an input without a connection, such as 'id.in.port=60 degC'; repeatable");
}

void add_search(VerbLine& line, SteadyOptions& options) {
  line.list("--rest", options.rest, read_patterns, "STATE",
            "Select the states 'id@name' that must not change; repeatable (default: all)");
  line.list(
      "--min", options.min, read_setting, "ASSIGNMENT",
      "Set the lower bound of a state or varied quantity, such as 'id@name=10 degC'; repeatable");
  line.list("--max", options.max, read_setting, "ASSIGNMENT",
            "Set the upper bound of a state or varied quantity; repeatable");
  line.option("--tolerance", options.tolerance, read_positive, "NUMBER",
              "Set the relative tolerance of each condition (default: 1e-10)");
  line.list("--record", options.record, read_patterns, "PATTERN",
            "Select the outputs to show: PATTERN[,PATTERN] for id.port (default: all)");
  line.option("-o,--output", options.point.output, read_output, "FILE",
              "Also write the result to this file (JSON)");
  line.flag("--json", options.json, true, "Print JSON on stdout");
}

}  // namespace

void describe(VerbLine& line, SteadyOptions& options) {
  line.about(
      "Find a steady state of a model: state values at which all states remain constant,\nwith "
      "constant series.",
      {"hearth steady model.hearth.json",
       "hearth steady model.hearth.json --set room.UA=120 -o steady.json"});
  add_point(line, options.point);
  add_search(line, options);
}

void describe(VerbLine& line, TrimOptions& options) {
  line.about(
      "Find inputs, parameters or states for which outputs and states have specified values in a\n"
      "steady state. If no solution lies within the bounds, the command fails and names the\n"
      "conditions with the largest residuals.",
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
          "Vary this parameter 'id.name', unconnected input 'id.in.port' or state 'id@name', "
          "optionally with '=guess'; repeatable")
      .required();
  line.list("--want", options.steady.want, read_setting, "ASSIGNMENT",
            "Specify the value of an output 'id.port' or a state; repeatable")
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
            "Select the inputs u, which are unconnected inputs 'id.in.port'; repeatable (default: "
            "'inputs' of the model)");
  line.list(
      "--record", options.record, read_patterns, "PATTERN",
      "Select the outputs y: PATTERN[,PATTERN] for id.port (default: measured outputs, or all)");
  line.flag("--steady", options.steady, true, "First bring the model to a steady state");
  line.option("--hold", options.hold, read_step, "STEP",
              "Also write the discrete-time A and B for inputs that are constant during this step "
              "(zero-order hold)");
  line.option("-o,--output", options.point.output, read_output, "FILE",
              "Write to this file (default: stdout)");
}

}  // namespace hearth::apps
