// SPDX-License-Identifier: MIT
#include "hearth/framework/analysis/steady_state.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/framework/analysis/linearization.hpp"
#include "hearth/tests/dynamics/case_file.hpp"
#include "hearth/tests/framework/analysis/steady_state_models.hpp"

namespace hearth::test::steady_state_test {
namespace {

using estimation::trim;

void check_tank(const CaseFile& given, ContinuousBench& bench, const SteadyState& found) {
  CaseFile file = given;
  INFO(found.method << ", " << found.iterations << " iterations, residual " << found.residual());
  file.check_value("v", found.value("tank.in.v"));
  CHECK(found.value("tank@h") == Approx(5.0).epsilon(1e-12));
  CHECK(bench.value("tank.h") == Approx(5.0).epsilon(1e-12));
  const Linearization near = linearize(bench.simulation, {"tank.in.v"}, {"tank.h"});
  file.check_value("A", near.A(0, 0));
  file.check_value("B", near.B(0, 0));
  file.check_value("C", near.C(0, 0));
  file.check_value("D", near.D(0, 0));
  file.check_complete();
  check_rest(bench, 1000.0);
}

TEST_CASE("D42: the steady state of a tank from a guess where a derivative is infinite") {
  const auto file = CaseFile::read("D42");
  if (!file) return;
  const auto target = GENERATE(as<std::string>(), "tank.h", "tank@h");
  INFO("wanted of " << target);
  const double guess = file->start("h_guess");
  SteadyStateProblem problem;
  problem.unknowns = {{.name = "tank.in.v", .guess = file->start("v_guess")}};
  problem.targets = {{target, 5.0}};
  SECTION("by Newton's method") {
    ContinuousBench bench(tank(guess), types());
    const SteadyState found = find_steady_state(bench.simulation, problem);
    CHECK(found.method == "Newton");
    check_tank(*file, bench, found);
  }
  SECTION("within bounds, by least squares") {
    problem.unknowns[0].min = 0.0;
    problem.unknowns.push_back({.name = "tank@h", .min = 0.0});
    ContinuousBench bench(tank(guess), types());
    const SteadyState found = trim(bench.simulation, problem);
    CHECK(found.method == "least squares");
    check_tank(*file, bench, found);
    for (const SteadyState::Value& value : found.values) {
      CHECK(value.bound == ActiveBound::None);
    }
  }
  SECTION("with a guess of the level below 0, where the model has no values") {
    problem.unknowns.push_back({.name = "tank@h", .guess = -0.01});
    ContinuousBench bench(tank(guess), types());
    check_tank(*file, bench, trim(bench.simulation, problem));
  }
}

TEST_CASE("D45: the steady state of a Riccati equation without the way there") {
  auto file = CaseFile::read("D45");
  if (!file) return;
  SimulationModel model;
  model.add_component(instance("s", "Riccati", {{"R", file->number("R")}}));
  ContinuousBench bench(model, types());
  const SteadyState found = find_steady_state(bench.simulation);
  file->check_values("algebraic solution s11, s12, s22",
                     {found.value("s@s11"), found.value("s@s12"), found.value("s@s22")});
  check_rest(bench, 20.0);
}

TEST_CASE("a row of nodes that radiate comes to rest where a long run does") {
  ContinuousBench run(radiating_row(), types());
  run.simulation.advance(1e6);  // hundreds of time constants
  ContinuousBench bench(radiating_row(), types());
  SteadyStateProblem far;
  far.unknowns = {{.name = "n1@T", .guess = 900.0}, {.name = "n2@T", .guess = -200.0}};
  const SteadyState found = find_steady_state(bench.simulation, far);
  for (const char* id : {"n1", "n2", "n3"}) {
    const std::string name(id);
    // The run is within its tolerance, 1e-11 per step.
    CHECK(found.value(name + "@T") == Approx(run.value(name + ".T")).epsilon(1e-9));
  }
  // By hand: what flows into the last node is what it radiates.
  const double t2 = found.value("n2@T"), t3 = found.value("n3@T");
  const double radiated =
      0.9 * 5.670374419e-8 * 2.0 * (std::pow(t3 + 273.15, 4) - std::pow(-20.0 + 273.15, 4));
  CHECK((t2 - t3) / 0.1 == Approx(radiated).epsilon(1e-10));
  CHECK(found.residual() < 1e-14);
  check_rest(bench, 1e5);
}

TEST_CASE("a parameter is found with what is derived from it, within its range") {
  SimulationModel known = radiating_row();
  known.set_parameter("n3.emissivity", {0.3, {}});
  ContinuousBench direct(known, types());
  find_steady_state(direct.simulation);
  SteadyStateProblem problem;
  problem.unknowns = {{.name = "n3.emissivity"}};
  problem.targets = {{"n3.T", direct.value("n3.T")}};
  ContinuousBench bench(radiating_row(), types());
  const SteadyState found = find_steady_state(bench.simulation, problem);
  CHECK(found.method == "Newton");
  CHECK(found.value("n3.emissivity") == Approx(0.3).epsilon(1e-10));
  CHECK(found.value("n1@T") == Approx(direct.value("n1.T")).epsilon(1e-12));
  check_rest(bench, 1e5);
  // Warmer than what is around it: only a negative emissivity would do.
  problem.targets = {{"n3.T", 25.0}};
  for (const bool any : {false, true}) {
    const SimulationError error = failure([&] {
      any ? trim(bench.simulation, problem) : find_steady_state(bench.simulation, problem);
    });
    CHECK(error.code() == "simulation.steady_state_not_found");
    CHECK_THAT(error.what(), Catch::Contains("n3.emissivity ended at "));
    CHECK(error.diagnostics().items()[0].where.component == "n3");
  }
  check_rest(bench, 1e5);
}

TEST_CASE("chosen states come to rest, the others keep their values") {
  // x' = v, v' = force - x: v is held at 0.5, so that x moves on.
  SimulationModel model;
  model.add_component(instance("m", "Oscillator"));
  model.set_initial("m.x", {2.0, {}});
  model.set_initial("m.v", {0.5, {}});
  model.inputs = {"m.in.force"};
  ContinuousBench bench(model, types());
  bench.simulation.set_input(bench.plan.open_input("m.in.force"), 3.0);
  SteadyStateProblem problem;
  problem.states = std::vector<std::string>{"m@v"};
  problem.unknowns = {{.name = "m@x"}};
  CHECK(code_of([&] { find_steady_state(bench.simulation, problem); }) == "analysis.not_square");
  // m@v rests where the force balances the spring; its own value is free.
  const SteadyState found = trim(bench.simulation, problem);
  CHECK(found.value("m@x") == Approx(3.0).epsilon(1e-12));
  CHECK(found.value("m@v") == Approx(0.5).epsilon(1e-12));
  CHECK(found.conditions.size() == 1);
}

TEST_CASE("an algebraic loop inside is solved on the way") {
  // y = cos(y + x), x' = y - 0.5: at rest y = 0.5 and x = acos(0.5) - 0.5.
  SimulationModel model;
  model.add_component(instance("sum", "Sum"));
  model.add_component(instance("f", "Cosine"));
  model.add_component(instance("g", "Gain", {{"k", 1.0}, {"c", -0.5}}));
  model.add_component(instance("i", "Integrator"));
  model.add_connection("f.y -> sum.u[1]");
  model.add_connection("i.y -> sum.u[2]");
  model.add_connection("sum.y -> f.u");
  model.add_connection("f.y -> g.u");
  model.add_connection("g.y -> i.u");
  ContinuousBench bench(model, types());
  REQUIRE(bench.simulation.flow().loops.size() == 1);
  const SteadyState found = find_steady_state(bench.simulation);
  // The loop itself is solved to 1e-12.
  CHECK(found.value("i@x") == Approx(std::acos(0.5) - 0.5).epsilon(1e-11));
  CHECK(bench.value("f.y") == Approx(0.5).epsilon(1e-11));
}

TEST_CASE("a model without states has wanted values too") {
  SimulationModel model;
  model.add_component(instance("g", "Gain", {{"k", 3.0}, {"c", 1.0}}));
  model.inputs = {"g.in.u"};
  ContinuousBench bench(model, types());
  SteadyStateProblem problem;
  problem.unknowns = {{.name = "g.in.u"}};
  problem.targets = {{"g.y", 7.0}};
  CHECK(find_steady_state(bench.simulation, problem).value("g.in.u") == Approx(2.0).epsilon(1e-15));
  CHECK(bench.value("g.y") == Approx(7.0).epsilon(1e-15));
  bench.simulation.advance(10.0);
  CHECK(bench.value("g.y") == Approx(7.0).epsilon(1e-15));
}

TEST_CASE("a steady state is that of the present instant") {
  // The supply rises at 100 s; before what is due there has happened, the left limit counts.
  SimulationModel model = heater();
  model.inputs = {"heater.in.flow"};
  model.add_component(listed("supply", 0));
  model.add_connection("supply.scheduleValue -> heater.supply");
  ListResolver resolver({{{{0.0, 50.0}, {100.0, 70.0}}, Series::Shape::Hold}});
  ContinuousRunOptions options;
  options.resolver = &resolver;
  ContinuousBench bench(model, types(), options);
  bench.simulation.set_input(bench.plan.open_input("heater.in.flow"), 100.0 / 4180.0);
  bench.simulation.advance(100.0);
  CHECK(find_steady_state(bench.simulation).value("heater@T") == Approx(35.0).epsilon(1e-12));
  bench.simulation.settle();
  CHECK(find_steady_state(bench.simulation).value("heater@T") == Approx(45.0).epsilon(1e-12));
  check_rest(bench, 1e4);
}

TEST_CASE("guards that the steady state crosses fire when the run continues") {
  SimulationModel model;
  model.add_component(instance("room", "HeatedRoom"));
  model.add_component(instance("relay", "TwoPoint"));
  model.add_connection("room.T -> relay.measurement");
  model.add_connection("relay.s -> room.s");
  ContinuousBench bench(model, types());
  SteadyStateProblem problem;
  problem.states = std::vector<std::string>{"room@T"};
  // The heater is off: 0 degC, and the relay switches on at once.
  CHECK(find_steady_state(bench.simulation, problem).value("room@T") == Approx(0.0).margin(1e-12));
  CHECK(bench.simulation.events().empty());
  bench.simulation.settle();
  CHECK(bench.event_times("relay.cold") == std::vector<double>{0.0});
  CHECK(bench.value("relay.s") == 1.0);
}

TEST_CASE("a sample is taken once at an instant, whatever is set there") {
  SimulationModel model = tank(1.0);
  model.add_component(instance("c", "Counter")).clock = SampleClock{1.0, 0.0, {}};
  ContinuousBench bench(model, types());
  bench.simulation.settle();
  CHECK(bench.value("c.y") == 1.0);
  bench.simulation.set_input(bench.plan.open_input("tank.in.v"), 5.0);
  bench.simulation.settle();
  bench.simulation.advance(0.0);
  bench.simulation.settle();
  CHECK(bench.value("c.y") == 1.0);
  bench.simulation.advance(1.5);
  CHECK(bench.value("c.y") == 2.0);
}

}  // namespace
}  // namespace hearth::test::steady_state_test
