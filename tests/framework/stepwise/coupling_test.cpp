// SPDX-License-Identifier: MIT
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::coupling_test {
namespace {

const Registry& types() { return test_components(); }

RunOptions coupled(Coupling coupling, long steps = 10) {
  RunOptions options;
  options.steps = steps;
  options.compile.coupling = coupling;
  return options;
}

/// Two nodes of 1 MJ/K at 20 and 10 degC, 0.01 K/W apart, the first heated by 100 W.
SimulationModel two_nodes() {
  SimulationModel model;
  model.add_component(instance("a", "Node"));
  model.add_component(instance("b", "Node"));
  model.set_initial("b.temperature", {10.0, {}});
  model.add_component(constant("heat", 100.0));
  model.add_connection("heat.scheduleValue -> a.heat");
  model.add_connection("a.temperature -> b.neighbour");
  model.add_connection("b.temperature -> a.neighbour");
  return model;
}

TEST_CASE("jacobi is the explicit scheme: each node sees the other as it was") {
  Bench<double> bench(two_nodes(), types(), coupled(Coupling::Jacobi));
  bench.simulation.initialize();
  double a = 20.0, b = 10.0;
  const double left = std::exp(-600.0 / 1e4);
  for (int k = 0; k < 10; ++k) {
    const double a_end = b + 1.0;  // 100 W through 0.01 K/W
    const double next = a_end + (a - a_end) * left;
    b = a + (b - a) * left;
    a = next;
    bench.steps(1);
    CHECK(bench.value("a.temperature") == Approx(a).epsilon(1e-13));
    CHECK(bench.value("b.temperature") == Approx(b).epsilon(1e-13));
  }
}

TEST_CASE("under jacobi sources deliver at once and all else a step later") {
  SimulationModel model;
  model.add_component(listed("u", 0, Sample::End));
  model.add_component(instance("g", "Gain"));
  model.add_component(instance("h", "Gain"));
  model.add_connection("u.scheduleValue -> g.u");
  model.add_connection("g.y -> h.u");
  ListResolver resolver({{{{0.0, 0.0}, {600.0, 1.0}}}});
  RunOptions options = coupled(Coupling::Jacobi, 2);
  options.resolver = &resolver;
  CHECK(run_signal(model, types(), "g.y", options) == std::vector<double>{0.0, 1.0, 1.0});
  CHECK(run_signal(model, types(), "h.y", options) == std::vector<double>{0.0, 0.0, 1.0});
}

TEST_CASE("under jacobi row 0 is swept in order as always") {
  SimulationModel model;
  model.add_component(constant("u", 2.0));
  model.add_component(instance("g", "Gain"));
  model.add_component(instance("h", "Gain"));
  model.add_connection("u.scheduleValue -> g.u");
  model.add_connection("g.y -> h.u");
  CHECK(run_signal(model, types(), "h.y", coupled(Coupling::Jacobi)).front() == 2.0);
}

/// y = gain y + shift, through two components.
SimulationModel algebraic_loop(double gain, double shift) {
  SimulationModel model;
  model.add_component(instance("a", "Gain", {{"gain", gain}, {"shift", shift}}));
  model.add_component(instance("b", "Gain"));
  model.set_initial("a.y", {0.0, {}});
  model.add_connection("a.y -> b.u");
  model.add_connection("b.y -> a.u");
  return model;
}

TEST_CASE("iterate solves an algebraic loop that repetition would not") {
  // y = -3 y + 8 has the solution 2; repetition triples the error.
  const auto rows =
      run_signal(algebraic_loop(-3.0, 8.0), types(), "b.y", coupled(Coupling::Iterate));
  CHECK(rows.back() == Approx(2.0).epsilon(1e-8));
  const auto repeated =
      run_signal(algebraic_loop(-3.0, 8.0), types(), "b.y", coupled(Coupling::GaussSeidel));
  CHECK(std::abs(repeated.back()) > 1e3);
}

TEST_CASE("a loop is solved although its Jacobian is singular where it starts") {
  // y = min(y + 1, 11): a Newton step from 0 would be infinite.
  for (const Coupling coupling : {Coupling::Iterate, Coupling::Balanced}) {
    SimulationModel model;
    model.add_component(instance("a", "Gain", {{"shift", 1.0}}));
    model.add_component(instance("least", "Min"));
    model.add_component(constant("most", 11.0));
    model.set_initial("a.y", {0.0, {}});
    model.add_connection("a.y -> least.inputs[a]");
    model.add_connection("most.scheduleValue -> least.inputs[most]");
    model.add_connection("least.value -> a.u");
    const auto rows = run_signal(model, types(), "least.value", coupled(coupling));
    CHECK(rows.back() == Approx(11.0).epsilon(1e-8));
  }
}

TEST_CASE("iterate solves a loop that is not linear") {
  // y = sin(2 y + 1)
  SimulationModel model;
  model.add_component(instance("a", "Gain", {{"gain", 2.0}, {"shift", 1.0}}));
  model.add_component(instance("b", "Sine"));
  model.set_initial("a.y", {0.0, {}});
  model.add_connection("a.y -> b.u");
  model.add_connection("b.y -> a.u");
  const double y = run_signal(model, types(), "b.y", coupled(Coupling::Iterate)).back();
  CHECK(y == Approx(std::sin(2.0 * y + 1.0)).epsilon(1e-7));
}

TEST_CASE("iterate is implicit Euler of the coupled system") {
  Bench<double> bench(two_nodes(), types(), coupled(Coupling::Iterate));
  bench.simulation.initialize();
  double a = 20.0, b = 10.0;
  const double c = 600.0 / 1e4;  // step over time constant
  for (int k = 0; k < 10; ++k) {
    // (1 + c) a+ - c b+ = a + 0.06 K;  (1 + c) b+ - c a+ = b
    const double determinant = (1.0 + c) * (1.0 + c) - c * c;
    const double next = ((1.0 + c) * (a + 0.06) + c * b) / determinant;
    b = ((1.0 + c) * b + c * (a + 0.06)) / determinant;
    a = next;
    bench.steps(1);
    // The tolerance of the solver is 1e-8 of 1 + |θ|, in each step.
    CHECK(bench.value("a.temperature") == Approx(a).epsilon(1e-7));
    CHECK(bench.value("b.temperature") == Approx(b).epsilon(1e-7));
    // No heat is lost between them: 0.1 W s/J per step.
    CHECK(bench.value("a.temperature") + bench.value("b.temperature") ==
          Approx(30.0 + 0.06 * (k + 1)).epsilon(1e-7));
  }
}

TEST_CASE("components outside of loops step exactly under iterate") {
  SimulationModel model = two_nodes();
  model.add_component(instance("c", "Relax"));
  model.add_component(constant("one", 1.0));
  model.add_connection("one.scheduleValue -> c.u");
  CHECK(run_signal(model, types(), "c.x", coupled(Coupling::Iterate, 1)).back() ==
        Approx(1.0 - std::exp(-0.6)).epsilon(1e-13));
}

TEST_CASE("a loop reads the components before it and feeds those after it in the same step") {
  SimulationModel model = algebraic_loop(0.0, 0.0);
  model.add_component(instance("sum", "Digits"));
  model.remove_connection("b.y -> a.u");
  model.add_connection("sum.y -> a.u");
  model.add_connection("b.y -> sum.u[1]");
  model.add_component(listed("u", 0, Sample::End));
  model.add_connection("u.scheduleValue -> sum.u[0]");
  model.set_parameter("a.gain", {-0.1, {}});
  model.set_initial("b.y", {0.0, {}});
  model.set_initial("sum.y", {0.0, {}});
  model.add_component(instance("after", "Gain"));
  model.add_connection("b.y -> after.u");
  // sum = u + 10 b, a = b = -0.1 sum: b = -0.1 u - b, so b = -0.05 u
  ListResolver resolver({{{{0.0, 0.0}, {600.0, 4.0}, {1200.0, 8.0}}}});
  RunOptions options = coupled(Coupling::Iterate, 2);
  options.resolver = &resolver;
  const auto rows = run_signal(model, types(), "after.y", options);
  CHECK(rows[1] == Approx(-0.2).epsilon(1e-7));
  CHECK(rows[2] == Approx(-0.4).epsilon(1e-7));
}

TEST_CASE("a loop without a solution fails with an error that names it and the time") {
  // The residual of y = y + shift is the shift wherever y is, until rounding hides it at large y.
  for (const Coupling coupling : {Coupling::Iterate, Coupling::Balanced}) {
    for (const double shift : {1.0, 0.05, 1e-6}) {
      CAPTURE(coupling, shift);
      try {
        run_signal(algebraic_loop(1.0, shift), types(), "b.y", coupled(coupling));
        FAIL("no error");
      } catch (const SimulationError& error) {
        CHECK(error.code() == "simulation.loop_not_converged");
        CHECK(error.diagnostics().items().front().where.component == "a");
        CHECK_THAT(error.what(), Catch::Contains("600") || Catch::Contains("to 0 s"));
        CHECK_THAT(error.what(), Catch::Contains("shorten the step"));
      }
    }
  }
}

TEST_CASE("passes of an iteration take one sample and fire one event") {
  // s holds what it saw; thermostat and node form a loop with it.
  SimulationModel model;
  model.add_component(instance("s", "Sampler"));
  model.add_component(instance("r", "Relax")).initial["x"] = Quantity{8.0, {}};
  model.add_connection("r.x -> s.u");
  model.add_connection("s.seen -> r.u");
  CHECK(run_signal(model, types(), "s.count", coupled(Coupling::Iterate, 3)) ==
        std::vector<double>{0, 1, 2, 3});

  // From 20 towards 0 it is soon too cold: x = 20 / 1.6, and then the event, once.
  SimulationModel room;
  room.add_component(instance("thermostat", "Thermostat"));
  room.add_component(instance("r", "Relax")).initial["x"] = Quantity{20.0, {}};
  room.add_connection("thermostat.on -> r.u");
  room.add_connection("r.x -> thermostat.measurement");
  Bench<double> bench(room, types(), coupled(Coupling::Iterate));
  CHECK(bench.plan.loops.size() == 1);
  bench.simulation.initialize();
  bench.steps(1);
  CHECK(bench.value("r.x") == Approx(20.0 / 1.6).epsilon(1e-8));
  CHECK(bench.value("thermostat.coldEvents") == 1.0);
  bench.steps(1);
  CHECK(bench.value("r.x") == Approx((20.0 / 1.6 + 0.6) / 1.6).epsilon(1e-8));
  bench.steps(4);
  CHECK(bench.value("thermostat.coldEvents") == 1.0);
}

TEST_CASE("derivatives through an iterated loop agree with differences") {
  const auto value = [](double gain, double shift) {
    SimulationModel model = algebraic_loop(gain, shift);
    return run_signal(model, types(), "b.y", coupled(Coupling::Iterate, 1)).back();
  };
  Bench<Jet8> bench(algebraic_loop(-3.0, 8.0), types(), coupled(Coupling::Iterate, 1));
  bench.simulation.set_parameter(bench.plan.parameter("a.gain"), Jet8(-3.0, 0));
  bench.simulation.set_parameter(bench.plan.parameter("a.shift"), Jet8(8.0, 1));
  bench.simulation.initialize();
  bench.steps(1);
  const Jet8 y = bench.value("b.y");
  // y = shift / (1 - gain): 0.25 by shift, shift / (1 - gain)² = 0.5 by gain.
  CHECK(y.v[0] == Approx(0.5).epsilon(1e-7));
  CHECK(y.v[1] == Approx(0.25).epsilon(1e-7));
  CHECK(y.a == value(-3.0, 8.0));
}

TEST_CASE("derivatives through iterated steps of a coupled system agree with differences") {
  const auto end = [](double capacity, double resistance) {
    SimulationModel model = two_nodes();
    model.set_parameter("a.capacity", {capacity, {}});
    model.set_parameter("b.resistance", {resistance, {}});
    return run_signal(model, types(), "b.temperature", coupled(Coupling::Iterate)).back();
  };
  Bench<Jet8> bench(two_nodes(), types(), coupled(Coupling::Iterate));
  bench.simulation.set_parameter(bench.plan.parameter("a.capacity"), Jet8(1e6, 0));
  bench.simulation.set_parameter(bench.plan.parameter("b.resistance"), Jet8(0.01, 1));
  bench.simulation.initialize();
  bench.steps(10);
  const Jet8 b = bench.value("b.temperature");
  // The solver's tolerance of 1e-8 limits differences: 1e-7 K over a change of 0.02 K or more.
  CHECK(b.v[0] == Approx((end(1.05e6, 0.01) - end(0.95e6, 0.01)) / 1e5).epsilon(5e-3));
  CHECK(b.v[1] == Approx((end(1e6, 0.0102) - end(1e6, 0.0098)) / 4e-4).epsilon(5e-3));
}

}  // namespace
}  // namespace hearth::test::coupling_test
