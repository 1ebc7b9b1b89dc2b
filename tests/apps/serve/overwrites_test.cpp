// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/boptest/overwrites.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/ontology/load_model.hpp"

namespace overwrites_test {

using namespace hearth;
using namespace hearth::apps;

namespace {

const std::filesystem::path kExamples = std::filesystem::path(HEARTH_SOURCE_DIR) / "examples";

SimulationModel example(const std::string& name) {
  Diagnostics diagnostics;
  return load_model(kExamples / name, standard_components(), {}, diagnostics);
}

Results results_of(const SimulationModel& model, const std::string& folder,
                   const CompileOptions& compile, const std::vector<std::string>& record) {
  DataResolver resolver({.folders = {kExamples / folder}});
  const RunDefaults& times = model.defaults;
  RunSettings settings{.period = {*times.start, *times.end, *times.step},
                       .timezone = model.site.timezone,
                       .compile = compile,
                       .resolver = &resolver,
                       .record = record};
  Run run(model, standard_components(), settings);
  return run.to_end();
}

void check_same_bits(const std::string& folder, const std::string& file,
                     const CompileOptions& compile) {
  const SimulationModel model = example(folder + "/" + file);
  const Plan plain = hearth::compile(model, standard_components(), compile);
  const OverwritableModel overwritable = with_overwrites(plain);
  CHECK(!overwritable.signals.empty());
  std::vector<std::string> all;
  for (const Signal& signal : plain.signals) all.push_back(signal.name);
  const Results expected = results_of(model, folder, compile, all);
  const Results found = results_of(overwritable.model, folder, compile, all);
  REQUIRE(expected.values.size() == found.values.size());
  CHECK(std::equal(expected.values.begin(), expected.values.end(), found.values.begin(),
                   [](double a, double b) { return a == b || (a != a && b != b); }));
}

TEST_CASE("an overwritable model has bitwise the results of the model if nothing is overwritten") {
  for (const Coupling coupling : {Coupling::Balanced, Coupling::GaussSeidel, Coupling::Iterate}) {
    CompileOptions options;
    options.coupling = coupling;
    INFO(static_cast<int>(coupling));
    check_same_bits("air_handling_unit", "office.hearth.json", options);
    check_same_bits("solar_room", "room.hearth.json", options);
  }
}

TEST_CASE("setpoints, commands and schedules of the office can be overwritten") {
  const SimulationModel model = example("air_handling_unit/office.hearth.json");
  const OverwritableModel found = with_overwrites(hearth::compile(model, standard_components()));
  std::vector<std::string> names;
  for (const OverwrittenSignal& signal : found.signals) names.push_back(signal.signal);
  CHECK(names == std::vector<std::string>{
                     "cooling_setpoint.scheduleValue", "heating_setpoint.scheduleValue",
                     "north_cooling.inputSignal", "north_heating.inputSignal",
                     "people_north.scheduleValue", "people_south.scheduleValue",
                     "south_cooling.inputSignal", "south_heating.inputSignal",
                     "supply_setpoint.scheduleValue", "unit/economizer.damperPosition"});
}

TEST_CASE("an overwritten command takes effect") {
  const SimulationModel model = example("air_handling_unit/office.hearth.json");
  const OverwritableModel found = with_overwrites(hearth::compile(model, standard_components()));
  DataResolver resolver;
  const RunDefaults& times = model.defaults;
  RunSettings settings{.period = {*times.start, *times.end, *times.step},
                       .timezone = model.site.timezone,
                       .resolver = &resolver};
  Run run(found.model, standard_components(), settings);
  run.start();
  const std::string block = "overwrite/north_heating/inputSignal";
  run.set(block + ".in.u", 1.0);
  run.set(block + ".in.activate", 1.0);
  run.step();
  CHECK(run.value(block + ".y") == 1.0);
  CHECK(run.value("north_box.heatingPower") > 0.0);
}

TEST_CASE("models in which an inserted block would delay values offer only their open inputs") {
  SimulationModel model = example("air_handling_unit/office.hearth.json");
  CompileOptions jacobi;
  jacobi.coupling = Coupling::Jacobi;
  CHECK(with_overwrites(hearth::compile(model, standard_components(), jacobi)).signals.empty());
  model.defaults.input_hold = InputHold::First;
  CHECK(with_overwrites(hearth::compile(model, standard_components())).signals.empty());
}

TEST_CASE("ports of setpoints and commands are recognised by their names") {
  CHECK(is_command("setpointValue"));
  CHECK(is_command("outletAirTemperatureSetpoint"));
  CHECK(is_command("valvePosition"));
  CHECK(is_command("heatingSignal"));
  CHECK_FALSE(is_command("actualValue"));
  CHECK_FALSE(is_command("airFlowRate"));
}

}  // namespace
}  // namespace overwrites_test
