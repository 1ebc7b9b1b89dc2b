// SPDX-License-Identifier: MIT
// Events in the stepwise engine: handed on at the end of a step, or located within it.
#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/dynamics/case_file.hpp"
#include "hearth/tests/dynamics/stepwise_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"

namespace hearth::test::stepwise_event_test {
namespace {

/// S passes 0 at 1/3 s and doubles the speed of c, which turns l round.
SimulationModel chain() {
  SimulationModel model;
  model.add_component(instance("S", "Ramp", {{"slope", 2.0}}));
  model.add_component(instance("c", "Mover"));
  model.add_component(instance("l", "Mover"));
  model.set_initial("S.x", {-2.0 / 3.0, {}});
  model.set_initial("c.v", {-1.0, {}});
  model.add_event("S.zero -> c.twice");
  model.add_event("c.twice -> l.flip");
  return model;
}

TEST_CASE("stepwise, an event connection hands its event on at the end of the step") {
  StepwiseBench bench(chain(), 1.0, false);
  bench.simulation.step();
  CHECK(bench.value("c.x") == Approx(-1.0));
  CHECK(bench.value("c.v") == -2.0);
  CHECK(bench.value("l.v") == -1.0);
  bench.simulation.step();
  CHECK(bench.value("c.x") == Approx(-3.0));
  CHECK(bench.value("c.v") == -2.0);
}

TEST_CASE("an event in row 0 reaches its receivers in row 0") {
  SimulationModel model = chain();
  model.component("S").initial.clear();
  model.set_initial("S.x", {0.5, {}});
  StepwiseBench quiet(model, 1.0, false);
  CHECK(quiet.value("c.v") == -1.0);  // beyond 0 from the start and fires both ways: no event
}

TEST_CASE("stepwise results of events are the same in every coupling") {
  for (const Coupling coupling :
       {Coupling::GaussSeidel, Coupling::Jacobi, Coupling::Iterate, Coupling::Balanced}) {
    StepwiseBench bench(chain(), 1.0, false, coupling);
    bench.simulation.step();
    CHECK(bench.value("c.v") == -2.0);
    CHECK(bench.value("l.v") == -1.0);
  }
}

TEST_CASE("a circle of events in the stepwise engine ends in an error that names one") {
  SimulationModel model = chain();
  model.add_event("l.flip -> c.twice");
  StepwiseBench bench(model, 1.0, false);
  try {
    bench.simulation.step();
    FAIL("expected an error");
  } catch (const SimulationError& error) {
    CHECK(error.code() == "simulation.events_unsettled");
    CHECK_FALSE(error.diagnostics().items().front().where.component.empty());
  }
}

TEST_CASE("D19 in one step of 1 s with the event located inside it") {
  auto file = CaseFile::read("D19");
  if (!file) return;
  SimulationModel model = chain();
  model.set_initial("c.x", {file->start("c"), {}});
  model.set_initial("c.v", {file->start("c_v"), {}});
  model.set_initial("l.x", {file->start("l"), {}});
  model.set_initial("l.v", {file->start("l_v"), {}});
  StepwiseBench bench(model, 1.0, true, GENERATE(Coupling::GaussSeidel, Coupling::Balanced));
  bench.simulation.step();
  // Positions are as exact as the instant of the event, 1e-8 s, times a change of speed of 3.
  const auto at_end = file->json()["expected"];
  int compared = 0;
  for (const auto& entry : at_end) {
    if (!entry.contains("t") || entry["t"] != 1.0) continue;
    const std::string name = entry["quantity"];
    const std::string signal = name.substr(0, 1) + (name.size() > 1 ? ".v" : ".x");
    CHECK(bench.value(signal) == Approx(entry["value"].get<double>()).margin(3e-8));
    ++compared;
  }
  CHECK(compared >= 2);
}

TEST_CASE("D09 in steps of 0.25 s with the bounces located inside them") {
  auto file = CaseFile::read("D09");
  if (!file) return;
  SimulationModel model;
  model.add_component(
      instance("ball", "Ball", {{"g", file->number("g")}, {"e", file->number("e")}}));
  model.set_initial("ball.h", {file->start("h"), {}});
  model.set_initial("ball.v", {file->start("v"), {}});
  StepwiseBench bench(model, 0.25, true, GENERATE(Coupling::GaussSeidel, Coupling::Balanced));
  for (int k = 0; k < 40; ++k) bench.simulation.step();
  // At 10 s, after three bounces: by the formulas of free flight.
  const double g = file->number("g");
  const double e = file->number("e");
  const double h0 = file->start("h");
  const double v0 = file->start("v");
  double speed = std::sqrt(v0 * v0 + 2.0 * g * h0);
  double time = (v0 + speed) / g;
  while (time + 2.0 * e * speed / g < 10.0) {
    speed *= e;
    time += 2.0 * speed / g;
  }
  speed *= e;
  const double rest = 10.0 - time;
  // Each bounce is late by up to 1e-8 s at 20 m/s.
  CHECK(bench.value("ball.h") == Approx(speed * rest - 0.5 * g * rest * rest).margin(2e-6));
  CHECK(bench.value("ball.v") == Approx(speed - g * rest).margin(1e-6));
}

TEST_CASE("a step that events divide again and again ends in an error") {
  SimulationModel model;
  model.add_component(instance("ball", "Ball", {{"e", 0.1}}));
  StepwiseBench bench(model, 10.0, true, GENERATE(Coupling::GaussSeidel, Coupling::Balanced));
  try {
    bench.simulation.step();
    FAIL("expected an error");
  } catch (const SimulationError& error) {
    CHECK(error.code() == "simulation.events_excessive");
    CHECK_THAT(error.what(), Catch::Contains("ball.floor") && Catch::Contains("hysteresis"));
  }
}

}  // namespace
}  // namespace hearth::test::stepwise_event_test
