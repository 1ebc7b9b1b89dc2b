// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include <catch2/catch.hpp>

#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::determinism_test {
namespace {

const Registry& types() { return test_components(); }

constexpr std::array<Coupling, 4> kCouplings{Coupling::GaussSeidel, Coupling::Jacobi,
                                             Coupling::Iterate, Coupling::Balanced};

// ---- threads -------------------------------------------------------------------------------

/// Rooms in a row, neighbours coupled both ways, each with a room temperature of its own: one level
/// with far more than the 20 us of work from which on threads share it.
SimulationModel many_rooms(int count) {
  SimulationModel model;
  model.add_component(constant("out", -3.0));
  std::string before;
  for (int i = 0; i < count; ++i) {
    const std::string id = "room" + std::to_string(i);
    Component room = instance(id, "BuildingSpace", {{"C_air", 1e6 + 100.0 * i}});
    room.initial["indoorTemperature"] = Quantity{15.0 + 0.01 * (i % 1000), {}};
    model.add_component(room);
    model.add_connection("out.scheduleValue -> " + id + ".outdoorTemperature");
    if (!before.empty()) {
      model.add_connection(before + ".indoorTemperature -> " + id + ".adjacentZoneTemperature");
      model.add_connection(id + ".indoorTemperature -> " + before + ".adjacentZoneTemperature");
    }
    before = id;
  }
  return model;
}

TEST_CASE("results do not depend on the number of threads") {
  const SimulationModel model = many_rooms(3000);
  RunOptions options;
  options.steps = 8;  // costs are measured in the first four
  options.compile.cycle_removal = CycleRemoval::StateEdges;
  options.compile.coupling = GENERATE(Coupling::GaussSeidel, Coupling::Balanced);
  const Results serial = run_all(model, types(), options);
  options.worth_parallel = 0.0;  // share every stage, however fast the machine
  for (const int threads : {2, 4}) {
    options.threads = threads;
    const Results parallel = run_all(model, types(), options);
    CHECK(parallel.values == serial.values);
  }
}

/// Rooms with radiators, independent of each other; loops of their own are solved in each.
SimulationModel heated_rooms(int count) {
  SimulationModel model;
  model.add_component(constant("out", -3.0));
  model.add_component(constant("supply", 55.0));
  model.add_component(constant("flow", 0.02));
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    model.add_component(instance("heater" + n, "SpaceHeater"));
    model.add_component(instance("room" + n, "BuildingSpace", {{"C_air", 1e6 + 1e3 * i}}));
    model.add_connection("out.scheduleValue -> room" + n + ".outdoorTemperature");
    model.add_connection("supply.scheduleValue -> heater" + n + ".supplyWaterTemperature");
    model.add_connection("flow.scheduleValue -> heater" + n + ".waterFlowRate");
    model.add_connection("room" + n + ".indoorTemperature -> heater" + n + ".indoorTemperature");
    model.add_connection("heater" + n + ".Power -> room" + n + ".heatGain");
  }
  return model;
}

TEST_CASE("loops of independent parts are solved by several threads alike") {
  RunOptions options;
  options.steps = 8;
  const Results serial = run_all(heated_rooms(400), types(), options);
  options.worth_parallel = 0.0;
  for (const int threads : {2, 4}) {
    options.threads = threads;
    CHECK(run_all(heated_rooms(400), types(), options).values == serial.values);
  }
}

TEST_CASE("the error for loops that are not solved does not depend on the number of threads") {
  // y = y + 10 u in the last loops has no solution from the fifth step on, in which u becomes 1.
  SimulationModel model;
  model.add_component(listed("u", 0, Sample::End));
  for (int i = 0; i < 300; ++i) {
    const std::string n = std::to_string(i);
    model.add_component(instance("a" + n, "Gain", {{"gain", i < 200 ? 0.5 : 1.0}}));
    model.add_component(instance("b" + n, "Digits"));
    model.add_connection("a" + n + ".y -> b" + n + ".u[0]");
    model.add_connection("u.scheduleValue -> b" + n + ".u[1]");
    model.add_connection("b" + n + ".y -> a" + n + ".u");
    model.set_initial("a" + n + ".y", {0.0, {}});
    model.set_initial("b" + n + ".y", {0.0, {}});
  }
  ListResolver resolver({{{{0.0, 0.0}, {2400.0, 0.0}, {3000.0, 1.0}, {6000.0, 1.0}}}});
  RunOptions options;
  options.compile.coupling = Coupling::Iterate;
  options.steps = 8;
  options.resolver = &resolver;
  const auto message = [&] {
    try {
      run_all(model, types(), options);
    } catch (const SimulationError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string serial = message();
  CHECK_THAT(serial, Catch::Contains("a200") && Catch::Contains("3000"));
  options.worth_parallel = 0.0;
  options.threads = 4;
  CHECK(message() == serial);
}

// ---- order of the model --------------------------------------------------------------------

struct Parts {
  std::vector<Component> components;
  std::vector<std::string> connections;
};

/// Rooms, radiators, controllers and a curved radiator, with a loop through all of them.
Parts building() {
  Parts parts;
  parts.components = {constant("out", -3.0), constant("supply", 55.0), constant("wanted", 21.0)};
  for (const std::string n : {"A", "B", "C"}) {
    Component pid =
        instance("pid" + n, "PidController", {{"kp", 0.02}, {"Ti", 1500.0}, {"Td", 60}});
    pid.config["isReverse"] = true;
    parts.components.push_back(pid);
    parts.components.push_back(instance("valve" + n, "Valve", {{"valveAuthority", 0.3}}));
    parts.components.push_back(instance("heater" + n, "SpaceHeater"));
    Component room = instance("room" + n, "BuildingSpace", {{"R_out", 0.02}});
    room.initial["indoorTemperature"] = Quantity{17.0, {}};
    parts.components.push_back(room);
    parts.components.push_back(instance("curved" + n, "CurvedRadiator"));
    const auto add = [&](const std::string& from, const std::string& to) {
      parts.connections.push_back(from + " -> " + to);
    };
    add("out.scheduleValue", "room" + n + ".outdoorTemperature");
    add("supply.scheduleValue", "heater" + n + ".supplyWaterTemperature");
    add("wanted.scheduleValue", "pid" + n + ".setpointValue");
    add("room" + n + ".indoorTemperature", "pid" + n + ".actualValue");
    add("pid" + n + ".inputSignal", "valve" + n + ".valvePosition");
    add("valve" + n + ".waterFlowRate", "heater" + n + ".waterFlowRate");
    add("room" + n + ".indoorTemperature", "heater" + n + ".indoorTemperature");
    add("heater" + n + ".Power", "room" + n + ".heatGain");
    add("valve" + n + ".waterFlowRate", "curved" + n + ".flow");
    add("room" + n + ".indoorTemperature", "curved" + n + ".room");
    add("curved" + n + ".power", "room" + n + ".heatGain");
  }
  parts.connections.push_back("roomA.indoorTemperature -> roomB.adjacentZoneTemperature");
  parts.connections.push_back("roomB.indoorTemperature -> roomA.adjacentZoneTemperature");
  parts.connections.push_back("roomC.indoorTemperature -> roomB.adjacentZoneTemperature");
  parts.connections.push_back("roomB.indoorTemperature -> roomC.adjacentZoneTemperature");
  return parts;
}

SimulationModel model_of(const Parts& parts) {
  SimulationModel model;
  for (const Component& component : parts.components) model.add_component(component);
  for (const std::string& connection : parts.connections) model.add_connection(connection);
  return model;
}

TEST_CASE("results do not depend on the order in which a model is built") {
  Parts parts = building();
  for (const Coupling coupling : kCouplings) {
    RunOptions options;
    options.steps = 20;
    options.compile = {Engine::Stepwise, CycleRemoval::StateEdges, coupling};
    const Results first = run_all(model_of(parts), types(), options);
    std::mt19937 random(7);
    for (int i = 0; i < 3; ++i) {
      std::shuffle(parts.components.begin(), parts.components.end(), random);
      std::shuffle(parts.connections.begin(), parts.connections.end(), random);
      CHECK(run_all(model_of(parts), types(), options).values == first.values);
    }
  }
}

// ---- what components keep from step to step ------------------------------------------------

void compare_steps(Bench<double>& a, Bench<double>& b, long steps) {
  for (long k = 0; k < steps; ++k) {
    a.steps(1);
    b.steps(1);
    for (std::size_t cell = 0; cell < a.plan.signals.size(); ++cell) {
      const double left = a.simulation.value(static_cast<int>(cell));
      const double right = b.simulation.value(static_cast<int>(cell));
      if (left == right) continue;
      INFO(a.plan.signals[cell].name << " in row " << k);
      CHECK(left == right);
      return;
    }
  }
}

TEST_CASE("matrices that were kept and matrices found anew give the same step, bit for bit") {
  RunOptions options;
  options.steps = 60;
  options.compile.cycle_removal = CycleRemoval::StateEdges;
  options.input_hold = GENERATE(InputHold::Zero, InputHold::First);
  options.compile.coupling = GENERATE(Coupling::GaussSeidel, Coupling::Balanced);
  const SimulationModel model = model_of(building());
  Bench<double> kept(model, types(), options);
  kept.simulation.initialize();
  kept.steps(30);
  Bench<double> fresh(model, types(), options);
  fresh.simulation.initialize();
  fresh.simulation.restore(kept.simulation.snapshot());
  compare_steps(kept, fresh, 30);
}

TEST_CASE("kept matrices follow parameters") {
  RunOptions options;
  options.compile.cycle_removal = CycleRemoval::StateEdges;
  const SimulationModel model = model_of(building());
  Bench<double> changed(model, types(), options);
  changed.simulation.initialize();
  changed.steps(5);
  SimulationModel other = model;
  for (const auto& [name, value] : {std::pair{"roomA.C_air", 3e5}, {"heaterB.UA", 12.0}}) {
    changed.simulation.set_parameter(changed.plan.parameter(name), value);
    other.set_parameter(name, Quantity{value, {}});
  }
  changed.simulation.initialize();
  Bench<double> fresh(other, types(), options);
  fresh.simulation.initialize();
  compare_steps(changed, fresh, 5);
}

// ---- scalars -------------------------------------------------------------------------------

/// Compares all outputs of runs on `double` and on Jets that are seeded, bit for bit.
void compare_scalars(const SimulationModel& model, const RunOptions& options,
                     const std::vector<std::string>& seeded) {
  Bench<double> plain(model, types(), options);
  Bench<Jet8> jets(model, types(), options);
  for (std::size_t i = 0; i < seeded.size(); ++i) {
    const CellRef parameter = jets.plan.parameter(seeded[i]);
    const double value = jets.simulation.value(parameter.cells.front()).a;
    jets.simulation.set_parameter(parameter, Jet8(value, static_cast<int>(i)));
  }
  plain.simulation.initialize();
  jets.simulation.initialize();
  for (long k = 0; k <= options.steps; ++k) {
    if (k > 0) plain.steps(1);
    if (k > 0) jets.steps(1);
    for (std::size_t cell = 0; cell < plain.plan.signals.size(); ++cell) {
      const double a = plain.simulation.value(static_cast<int>(cell));
      const double b = jets.simulation.value(static_cast<int>(cell)).a;
      if (a == b) continue;
      INFO(plain.plan.signals[cell].name << " in row " << k);
      CHECK(a == b);
      return;
    }
  }
}

TEST_CASE("the value of a Jet is the double, bit for bit") {
  RunOptions options;
  options.steps = 300;
  options.compile.cycle_removal = CycleRemoval::StateEdges;
  const std::vector<std::string> seeded{"roomA.C_air", "roomB.R_out",     "heaterA.UA",
                                        "pidA.kp",     "pidA.Ti",         "valveA.valveAuthority",
                                        "roomA.R_int", "curvedA.exponent"};
  SimulationModel model = model_of(building());
  for (const char* n : {"A", "B", "C"}) {
    model.set_parameter(std::string("heater") + n + ".UA", {37.0, {}});
  }
  for (const Coupling coupling : kCouplings) {
    INFO("coupling " << static_cast<int>(coupling));
    options.compile.coupling = coupling;
    compare_scalars(model, options, seeded);
  }
}

TEST_CASE("the value of a Jet is the double under first-order hold") {
  SimulationModel model = model_of(building());
  model.remove_component("out");
  model.add_component(listed("out", 0));
  for (const char* n : {"A", "B", "C"}) {
    model.add_connection(std::string("out.scheduleValue -> room") + n + ".outdoorTemperature");
  }
  ListResolver resolver({{{{0.0, 0.0}, {1e5, -10.0}}, Series::Shape::Linear}});
  RunOptions options;
  options.steps = 50;
  options.resolver = &resolver;
  options.input_hold = InputHold::First;
  options.compile.cycle_removal = CycleRemoval::StateEdges;
  compare_scalars(model, options, {"roomA.C_air", "curvedA.exponent"});
}

TEST_CASE("an iterated loop that starts at rest gives the same double and Jet afterwards") {
  // Nothing moves in the first steps, so that the solver needs no Jacobian for its values then.
  SimulationModel model;
  model.add_component(instance("a", "Gain", {{"gain", -3.0}}));
  model.add_component(instance("b", "Sine"));
  model.add_component(instance("d", "Digits"));
  model.add_component(listed("u", 0, Sample::End));
  model.set_initial("a.y", {0.0, {}});
  model.set_initial("b.y", {0.0, {}});
  model.set_initial("d.y", {0.0, {}});
  model.add_connection("u.scheduleValue -> d.u[0]");
  model.add_connection("b.y -> d.u[1]");
  model.add_connection("d.y -> a.u");
  model.add_connection("a.y -> b.u");
  ListResolver resolver({{{{0.0, 0.0}, {1800.0, 0.3}, {2400.0, 0.7}, {3600.0, 0.1}}}});
  RunOptions options;
  options.steps = 10;
  options.resolver = &resolver;
  options.compile.coupling = Coupling::Iterate;
  compare_scalars(model, options, {"a.gain"});
}

}  // namespace
}  // namespace hearth::test::determinism_test
