// SPDX-License-Identifier: MIT
// What the continuous engine and its trajectories refuse: code, place and message of each error.
#include <limits>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"
#include "hearth/tests/framework/continuous/check_error.hpp"

namespace hearth::test::refusal_test {
namespace {

const Registry& types() { return dynamics_components(); }

void check_event(const std::string& event, const std::string& code, const std::string& place,
                 const std::vector<std::string>& parts) {
  SimulationModel model;
  model.add_component(instance("S", "Ramp"));
  model.add_component(instance("m", "Mover"));
  model.add_component(instance("g", "Gain"));
  model.inputs.push_back("g.in.u");
  model.add_event(event);
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    check_error<ModelError>([&] { compile(model, types(), {.engine = engine}); }, code, place,
                            parts);
  }
}

TEST_CASE("an event connection from an event that is not there names both ends and those there") {
  check_event("S.zreo -> m.flip", "model.event_unknown", "S.zreo",
              {"S.zreo -> m.flip", "Ramp has no event 'zreo'", "did you mean 'zero'?"});
  check_event("g.full -> m.flip", "model.event_unknown", "g.full",
              {"g.full -> m.flip", "Gain has no event 'full'", "none exists"});
  check_event("S.zero -> m.flop", "model.event_unknown", "m.flop",
              {"S.zero -> m.flop", "Mover has no event 'flop'", "did you mean 'flip'?"});
  check_event("S.zero -> g.reset", "model.event_unknown", "g.reset",
              {"S.zero -> g.reset", "this component type receives no events"});
}

TEST_CASE("an event connection to a guard names both ends and what can be received") {
  check_event("m.flip -> S.zero", "model.event_not_received", "S.zero",
              {"m.flip -> S.zero", "'zero' is a guard of Ramp", "receives no events"});
}

TEST_CASE("an event connection between components that are not there names both") {
  SimulationModel model;
  model.add_component(instance("m", "Mover"));
  check_error<ModelError>([&] { model.add_event("n.flip -> m.flip"); }, "model.component_unknown",
                          "n", {"n.flip -> m.flip", "no component 'n'"});
}

TEST_CASE("an id that is taken is refused with the id") {
  SimulationModel model;
  model.add_component(instance("m", "Mover"));
  check_error<ModelError>([&] { model.add_component(instance("m", "Ramp")); }, "model.id_duplicate",
                          "m", {"rename"});
}

// ---- engines -----------------------------------------------------------------------------------

TEST_CASE("a plan or inputs of the stepwise engine are refused by the continuous engine") {
  SimulationModel model;
  model.add_component(instance("lag", "Lag"));
  const RunRequest request = ContinuousBench::request({});
  const Plan stepwise = compile(model, types());
  const RunInputs inputs = resolve_inputs(stepwise, request);
  check_error<ModelError>([&] { ContinuousSimulation(stepwise, inputs); }, "model.engine_mismatch",
                          "", {"the plan was made for the stepwise engine", "Engine::Continuous"});
  const Plan continuous = compile(model, types(), {.engine = Engine::Continuous});
  check_error<ModelError>([&] { ContinuousSimulation(continuous, inputs); },
                          "model.engine_mismatch", "",
                          {"the inputs were resolved for a plan of the stepwise engine"});
}

// ---- trajectories ------------------------------------------------------------------------------

SimulationModel lag() {
  SimulationModel model;
  model.add_component(instance("lag", "Lag"));
  return model;
}

TEST_CASE("a signal that a trajectory does not keep is named with those it keeps") {
  ContinuousBench bench(lag(), types());
  bench.run(TimeSpan::at({1.0}));
  check_error<InputError>([&] { bench.at("lag.z", 1.0); }, "trajectory.signal_unknown", "lag.z",
                          {"did you mean 'lag.y'?"});
  check_error<InputError>([&] { bench.trajectory.column("temperature"); },
                          "trajectory.signal_unknown", "temperature", {"expected lag.y"});
}

TEST_CASE("a time that a trajectory does not keep is refused, not interpolated") {
  ContinuousBench bench(lag(), types());
  check_error<InputError>([&] { bench.at("lag.y", 1.0); }, "trajectory.time_unknown", "1",
                          {"the trajectory is empty"});
  bench.run(TimeSpan::at({1.0, 2.0}));
  check_error<InputError>([&] { bench.at("lag.y", 1.5); }, "trajectory.time_unknown", "1.5",
                          {"contains 2 times from 1 to 2 s", "add the time to the span"});
  CHECK_THROWS_AS(bench.at("lag.y", std::numeric_limits<double>::quiet_NaN()), InputError);
}

TEST_CASE("times of a span that do not rise are refused before anything runs") {
  ContinuousBench bench(lag(), types());
  check_error<InputError>(
      [&] {
        bench.run(TimeSpan::at({1.0, 3.0, 2.5}));
      },
      "simulation.times_unsorted", "2.5", {"2.5", "3", "sort"});
  check_error<InputError>(
      [&] {
        bench.run(TimeSpan::at({1.0, 1.0}));
      },
      "simulation.times_unsorted", "1", {"each of them once"});
  CHECK(bench.trajectory.rows() == 0);
  CHECK(bench.simulation.time() == 0.0);
}

TEST_CASE("advancing to the present instant does not let it happen twice") {
  SimulationModel model;
  model.add_component(instance("c", "Counter")).clock = SampleClock{1.0, 0.0, {}};
  ContinuousBench bench(model, types());
  bench.simulation.advance(1.0);
  CHECK(bench.value("c.y") == 1.0);
  bench.simulation.settle();
  CHECK(bench.value("c.y") == 2.0);
  bench.simulation.advance(1.0);
  bench.simulation.settle();
  CHECK(bench.value("c.y") == 2.0);
  bench.simulation.advance(1.5);
  CHECK(bench.value("c.y") == 2.0);
}

}  // namespace
}  // namespace hearth::test::refusal_test
