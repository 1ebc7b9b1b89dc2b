// SPDX-License-Identifier: MIT
#include "hearth/framework/plan/plan.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

#include "hearth/framework/model/resolved_model.hpp"
#include "hearth/framework/plan/trace_run.hpp"
#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::plan_test {
namespace {

const Registry& types() { return test_components(); }

TraceResult trace_of(const SimulationModel& model, const std::string& id) {
  Diagnostics diagnostics;
  const ResolvedModel resolved = resolve(model, types(), diagnostics);
  return trace(resolved.components[resolved.index_of(id)]);
}

TraceResult trace_of_type(const std::string& type) {
  SimulationModel model;
  model.add_component(instance("x", type));
  return trace_of(model, "x");
}

TEST_CASE("what an output depends on is found by running the component") {
  const TraceResult heater = trace_of_type("SpaceHeater");
  // Inputs: supply, flow, room. The outlet is a state; the power sees the room.
  CHECK(heater.feedthrough == std::vector<std::vector<int>>{{}, {2}});
  CHECK(heater.carriers == std::vector<Carrier>{Carrier::State, Carrier::Algebraic});

  const TraceResult room = trace_of_type("BuildingSpace");
  CHECK(room.feedthrough == std::vector<std::vector<int>>(3));
  CHECK(room.carriers == std::vector<Carrier>(3, Carrier::State));

  const TraceResult pid = trace_of_type("PidController");
  CHECK(pid.feedthrough == std::vector<std::vector<int>>(2));
  CHECK(pid.carriers == std::vector<Carrier>(2, Carrier::Update));

  const TraceResult damper = trace_of_type("Damper");
  CHECK(damper.feedthrough == std::vector<std::vector<int>>{{0}, {0}});
  CHECK(damper.carriers == std::vector<Carrier>(2, Carrier::Algebraic));
}

TEST_CASE("an output of state and held values carries what jumps") {
  const TraceResult bucket = trace_of_type("Bucket");
  CHECK(bucket.carriers == std::vector<Carrier>{Carrier::State, Carrier::Update});
}

TEST_CASE("feedthrough is found for more inputs than one pass has seeds") {
  SimulationModel model;
  model.add_component(instance("d", "Digits"));
  for (int i = 0; i < 130; ++i) {
    const std::string id = "u" + std::to_string(i);
    model.add_component(constant(id, 1.0));
    model.add_connection(id + ".scheduleValue -> d.u");
  }
  const TraceResult result = trace_of(model, "d");
  REQUIRE(result.feedthrough.size() == 2);
  CHECK(result.feedthrough[0].size() == 130);
  CHECK(std::is_sorted(result.feedthrough[0].begin(), result.feedthrough[0].end()));
  CHECK(result.feedthrough[0].front() == 0);
  CHECK(result.feedthrough[0].back() == 129);
  CHECK(result.feedthrough[1].empty());
}

TEST_CASE("inputs that the matrix of the states depends on are found by running the component") {
  // The flow multiplies the elements; supply and room do not.
  CHECK(trace_of_type("SpaceHeater").factors == std::vector<int>{1});
  // Supply and exhaust flow multiply the air; outdoor and supply temperature, sun and people do
  // not.
  CHECK(trace_of_type("BuildingSpace").factors == std::vector<int>{1, 2});
  CHECK(trace_of_type("Relax").factors.empty());
  CHECK(trace_of_type("CurvedRadiator").factors.empty());  // not affine: it has no such matrix
}

TEST_CASE("an output that equals an input is found by running the component") {
  CHECK(trace_of_type("Damper").copied_inputs == std::vector<int>{0, -1});
  CHECK(trace_of_type("SpaceHeater").copied_inputs == std::vector<int>{-1, -1});
  CHECK(trace_of_type("Gain").copied_inputs == std::vector<int>{-1});  // whatever its gain is
  SimulationModel model;
  model.add_component(constant("measured", 1.0));
  model.add_component(instance("sensor", "Sensor"));
  model.add_connection("measured.scheduleValue -> sensor.measuredValue");
  CHECK(trace_of(model, "sensor").copied_inputs == std::vector<int>{0});
}

TEST_CASE("affinity in the state is found by running the component") {
  for (const char* type : {"SpaceHeater", "BuildingSpace", "Relax", "Node", "Bucket"}) {
    CHECK(trace_of_type(type).affine);
  }
  CHECK_FALSE(trace_of_type("CurvedRadiator").affine);
}

// ---- three rooms ---------------------------------------------------------------------------

/// Three rooms in a row, each with a radiator on a valve, all under one sky.
SimulationModel three_rooms() {
  SimulationModel model;
  model.add_component(constant("out", 5.0));
  model.add_component(constant("supply", 60.0));
  model.add_component(constant("position", 0.5));
  for (const std::string n : {"1", "2", "3"}) {
    model.add_component(instance("room" + n, "BuildingSpace"));
    model.add_component(instance("heater" + n, "SpaceHeater"));
    model.add_component(instance("valve" + n, "Valve"));
    model.add_connection("out.scheduleValue -> room" + n + ".outdoorTemperature");
    model.add_connection("supply.scheduleValue -> heater" + n + ".supplyWaterTemperature");
    model.add_connection("position.scheduleValue -> valve" + n + ".valvePosition");
    model.add_connection("valve" + n + ".waterFlowRate -> heater" + n + ".waterFlowRate");
    model.add_connection("room" + n + ".indoorTemperature -> heater" + n + ".indoorTemperature");
    model.add_connection("heater" + n + ".Power -> room" + n + ".heatGain");
  }
  for (const auto& [a, b] : {std::pair("1", "2"), std::pair("2", "3")}) {
    for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
      model.add_connection(std::string("room") + from + ".indoorTemperature -> room" + to +
                           ".adjacentZoneTemperature");
    }
  }
  return model;
}

Plan plan_of(Coupling coupling, CycleRemoval removal) {
  return compile(three_rooms(), types(), {Engine::Stepwise, removal, coupling});
}

TEST_CASE("the policy of state edges cuts what carries a state, neighbours both ways") {
  const Plan plan = plan_of(Coupling::GaussSeidel, CycleRemoval::StateEdges);
  std::vector<std::string> cut;
  for (const LagSlot& lag : plan.lags) {
    CHECK(lag.carrier == Carrier::State);
    cut.push_back(to_string(*lag.connection));
  }
  std::sort(cut.begin(), cut.end());
  const auto adjacent = [](int from, int to) {
    return "room" + std::to_string(from) + ".indoorTemperature -> room" + std::to_string(to) +
           ".adjacentZoneTemperature";
  };
  std::vector<std::string> expected{adjacent(1, 2), adjacent(2, 1), adjacent(2, 3), adjacent(3, 2)};
  for (const char* n : {"1", "2", "3"}) {
    expected.push_back(std::string("room") + n + ".indoorTemperature -> heater" + n +
                       ".indoorTemperature");
  }
  std::sort(expected.begin(), expected.end());
  CHECK(cut == expected);
  CHECK(plan.order.groups.size() == 1);
}

TEST_CASE("levels of three rooms: sources, valves, radiators, rooms") {
  const Plan plan = plan_of(Coupling::GaussSeidel, CycleRemoval::StateEdges);
  std::vector<std::size_t> sizes;
  for (const auto& level : plan.order.levels) sizes.push_back(level.size());
  CHECK(sizes == std::vector<std::size_t>{3, 3, 3, 3});
  // Instances of one type inside a level are one batch.
  for (const Stage& stage : plan.stages) CHECK(stage.batches.size() == 1);
  CHECK(plan.instances.back().id == "room3");
}

TEST_CASE("under greedy removal algebraic connections need initial values") {
  try {
    plan_of(Coupling::GaussSeidel, CycleRemoval::Greedy);
    FAIL("no error");
  } catch (const ModelError& error) {
    for (const auto& item : error.diagnostics().items()) {
      CHECK(item.code == "model.initial_missing");
      CHECK(item.where.port == "Power");
    }
  }
}

TEST_CASE("under jacobi all but the sources run at once") {
  const Plan plan = plan_of(Coupling::Jacobi, CycleRemoval::StateEdges);
  REQUIRE(plan.stages.size() == 2);
  CHECK(plan.stages[0].batches.size() == 1);
  CHECK(plan.stages[1].batches.size() == 3);
}

TEST_CASE("under iterate a loop of rooms and radiators is solved as one") {
  const Plan plan = plan_of(Coupling::Iterate, CycleRemoval::StateEdges);
  REQUIRE(plan.loops.size() == 1);
  CHECK(plan.loops[0].slots.size() == 6);
  CHECK(plan.loops[0].feedback.size() == 7);
}

TEST_CASE("a self-connection is a loop of one") {
  SimulationModel model;
  model.add_component(instance("r", "Relax")).initial["x"] = Quantity{1.0, {}};
  model.add_connection("r.x -> r.u");
  Bench<double> bench(model, types());
  REQUIRE(bench.plan.lags.size() == 1);
  bench.simulation.initialize();
  bench.steps(5);
  CHECK(bench.value("r.x") == 1.0);
}

TEST_CASE("parallel connections are removed together") {
  SimulationModel model;
  model.add_component(instance("a", "Relax"));
  model.add_component(instance("d", "Digits"));
  model.add_connection("a.x -> d.u[1]");
  model.add_connection("a.difference -> d.u[2]");
  model.add_connection("d.y -> a.u");
  model.set_initial("d.y", {0.0, {}});
  model.set_initial("a.difference", {0.0, {}});
  const Plan plan = compile(model, types());
  // a has two connected ports and the tie goes to it.
  CHECK(plan.lags.size() == 2);
  CHECK(plan.order.levels.size() == 2);
}

TEST_CASE("a plan that was moved is as good as before") {
  Plan first = plan_of(Coupling::GaussSeidel, CycleRemoval::StateEdges);
  const Plan plan = std::move(first);
  const RunInputs inputs = resolve_inputs(plan, request_of({}));
  const ConfigObjects<double> setup(plan, inputs);
  Simulation<double> simulation(setup);
  simulation.initialize();
  simulation.step();
  CHECK(plan.lags.front().connection->from.component.starts_with("room"));
  CHECK(simulation.value(plan.signal("room1.indoorTemperature")) > 15.0);
}

TEST_CASE("names of a saved state are unique") {
  for (const Coupling coupling : {Coupling::GaussSeidel, Coupling::Jacobi, Coupling::Iterate}) {
    std::vector<std::string> names = plan_of(coupling, CycleRemoval::StateEdges).snapshot_names();
    std::sort(names.begin(), names.end());
    CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
    CHECK(names.front() != "");
  }
}

TEST_CASE("whole numbers and flags reach a component") {
  SimulationModel model;
  Component component = instance("c", "Configured");
  component.config["number"] = 7;
  component.config["flag"] = false;
  model.add_component(component);
  model.add_component(instance("standard", "Configured"));
  Bench<double> bench(model, types());
  bench.simulation.initialize();
  CHECK(bench.value("c.number") == 7.0);
  CHECK(bench.value("c.flag") == 0.0);
  CHECK(bench.value("standard.number") == 3.0);
  CHECK(bench.value("standard.flag") == 1.0);
  CHECK(bench.value("standard.power") == 5.0);
}

}  // namespace
}  // namespace hearth::test::plan_test
