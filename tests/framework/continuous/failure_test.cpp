// SPDX-License-Identifier: MIT
// Runs of the continuous engine that cannot continue: what they say and what they keep.
#include <string>

#include <catch2/catch.hpp>

#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"
#include "hearth/tests/framework/continuous/check_error.hpp"

namespace hearth::test::failure_test {
namespace {

const Registry& types() { return dynamics_components(); }

/// x' = x^2 from 1: without bounds at 1 s.
SimulationModel explosion() {
  SimulationModel model;
  model.add_component(instance("x", "Integrator"));
  model.add_component(instance("square", "Square"));
  model.set_initial("x.x", {1.0, {}});
  model.add_connection("x.y -> square.u");
  model.add_connection("square.y -> x.u");
  return model;
}

/// x' = 1e308 x
SimulationModel growth() {
  SimulationModel model;
  model.add_component(instance("x", "Integrator", {{"k", 1e308}}));
  model.set_initial("x.x", {1.0, {}});
  model.add_connection("x.y -> x.u");
  return model;
}

/// A tank below its bottom: h' = -sqrt(h) is not a number.
SimulationModel drain() {
  SimulationModel model;
  model.add_component(instance("tank", "Tank"));
  model.set_initial("tank.h", {-1.0, {}});
  return model;
}

TEST_CASE("an integration that cannot continue names the state, the time and a remedy") {
  ContinuousRunOptions options;
  options.start = 100.0;
  for (const Method method : {Method::Bdf, Method::Adams}) {
    options.simulation.integrator.method = method;
    ContinuousBench bench(explosion(), types(), options);
    check_error<SimulationError>([&] { bench.run(TimeSpan::until(102.0)); },
                                 "simulation.integration_failed", "x.x",
                                 {"at 10", " s", "loosen the tolerances"});
    CHECK(bench.simulation.time() == Approx(101.0).margin(1e-3));
  }
}

TEST_CASE("a rate that is not finite ends the run with the name of its state") {
  ContinuousBench bench(drain(), types());
  check_error<SimulationError>([&] { bench.run(TimeSpan::until(1.0)); },
                               "simulation.integration_failed", "tank.h",
                               {"at 0 s", "the rate of this state is not finite", "check"});
}

TEST_CASE("a method of fixed steps that leaves the numbers names the state and a remedy") {
  for (const Method method : {Method::Euler, Method::RungeKutta4}) {
    ContinuousRunOptions options;
    options.simulation.integrator.method = method;
    options.simulation.integrator.fixed_step = 0.1;
    ContinuousBench bench(growth(), types(), options);
    check_error<SimulationError>([&] { bench.run(TimeSpan::until(10.0)); },
                                 "simulation.integration_failed", "x.x",
                                 {"at 0.", "no longer finite", "take shorter steps"});
  }
}

TEST_CASE("a circle of events in the continuous engine ends in an error that names one") {
  SimulationModel model;
  model.add_component(instance("S", "Ramp", {{"slope", 2.0}}));
  model.set_initial("S.x", {-1.0, {}});
  model.add_component(instance("a", "Mover"));
  model.add_component(instance("b", "Mover"));
  model.add_event("S.zero -> a.flip");
  model.add_event("a.flip -> b.flip");
  model.add_event("b.flip -> a.flip");
  ContinuousBench bench(model, types());
  try {
    bench.run(TimeSpan::until(2.0));
    FAIL("expected an error");
  } catch (const SimulationError& error) {
    const Diagnostic& first = error.diagnostics().items().front();
    CHECK(first.code == "simulation.events_unsettled");
    CHECK(first.where.port == "flip");
    CHECK_THAT(first.message, Catch::Contains("at 0.5") && Catch::Contains("100 rounds") &&
                                  Catch::Contains("break the cycle"));
  }
}

TEST_CASE("a trajectory of a failed run keeps what came before the failure") {
  ContinuousBench bench(explosion(), types());
  CHECK_THROWS_AS(bench.run(TimeSpan::at({0.25, 0.5, 2.0})), SimulationError);
  REQUIRE(bench.trajectory.rows() == 2);
  CHECK(bench.at("x.y", 0.5) == Approx(2.0));  // 1/(1 - t)
  CHECK_THROWS_AS(bench.at("x.y", 2.0), InputError);
  ContinuousBench steps(explosion(), types());
  CHECK_THROWS_AS(steps.run(TimeSpan::until(2.0)), SimulationError);
  REQUIRE(steps.trajectory.rows() > 10);
  CHECK(steps.trajectory.time(steps.trajectory.rows() - 1) < 1.0 + 1e-6);
}

TEST_CASE("a run that failed keeps whole rows up to the failure and no more") {
  RunSettings settings;
  settings.period = {kStart, kStart + std::chrono::seconds(3), std::chrono::milliseconds(250)};
  settings.compile.engine = Engine::Continuous;
  Run run(explosion(), types(), settings);
  CHECK_THROWS_AS(run.to_end(), SimulationError);
  const Results& kept = run.results();
  REQUIRE(kept.rows() == 4);  // 0, 0.25, 0.5 and 0.75 s of 3 s
  CHECK(kept.values.size() == 4 * kept.signals.size());
  for (long k = 0; k < kept.rows(); ++k) {
    const double t = seconds(kept.time(k) - kStart);
    CHECK(kept.row(k)[1] == Approx(1.0 / (1.0 - t)).epsilon(1e-4));  // tolerances are 1e-6 a step
  }
}

TEST_CASE("a simulation that failed does not report to observers any more") {
  RunSettings settings;
  settings.period = {kStart, kStart + std::chrono::seconds(3), std::chrono::seconds(1)};
  settings.compile.engine = Engine::Continuous;
  Run run(explosion(), types(), settings);
  CHECK_THROWS_AS(run.to_end(), SimulationError);
  const long rows = run.results().rows();
  ContinuousSimulation& simulation = *run.continuous();
  simulation.reset();
  simulation.initialize();
  simulation.advance(0.5, {0.25, 0.5});
  CHECK(run.results().rows() == rows);
}

}  // namespace
}  // namespace hearth::test::failure_test
