// SPDX-License-Identifier: MIT
// How the continuous engine steps, and where algebraic loops start from.
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"

namespace hearth::test::integrator_test {
namespace {

const Registry& types() { return dynamics_components(); }

/// Returns the error of x' = -x from 1 at 1 s.
double error_of(Method method, double fixed_step) {
  ContinuousRunOptions options;
  options.simulation.integrator.method = method;
  options.simulation.integrator.fixed_step = fixed_step;
  SimulationModel model;
  model.add_component(instance("lag", "Lag"));
  ContinuousBench bench(model, types(), options);
  bench.simulation.advance(1.0);
  return std::abs(bench.value("lag.y") - std::exp(-1.0));
}

TEST_CASE("Euler is of first order in its fixed step, Runge-Kutta of fourth") {
  // Half the step: the error falls by 2^order, up to terms of the next order.
  CHECK(error_of(Method::Euler, 0.01) / error_of(Method::Euler, 0.005) ==
        Approx(2.0).epsilon(0.02));
  CHECK(error_of(Method::RungeKutta4, 0.1) / error_of(Method::RungeKutta4, 0.05) ==
        Approx(16.0).epsilon(0.1));
}

TEST_CASE("CVODE chooses its steps by the tolerance, with either family of formulas") {
  for (const Method method : {Method::Bdf, Method::Adams}) {
    double error = 1.0;
    long steps = 0;
    for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
      ContinuousRunOptions options;
      options.simulation.integrator.method = method;
      options.simulation.integrator.relative_tolerance = tolerance;
      options.simulation.integrator.absolute_tolerance = 0.01 * tolerance;
      SimulationModel model;
      model.add_component(instance("lag", "Lag"));
      ContinuousBench bench(model, types(), options);
      bench.simulation.advance(1.0);
      const double found = std::abs(bench.value("lag.y") - std::exp(-1.0));
      CHECK(found < error);
      CHECK(found < 100.0 * tolerance);
      CHECK(bench.simulation.statistics().integrator.steps > steps);
      error = found;
      steps = bench.simulation.statistics().integrator.steps;
    }
  }
}

/// y = y^2 - 2 + s with s' = 0.1: two solutions, from 2 and -1 on.
SimulationModel two_solutions(double start) {
  SimulationModel model;
  model.add_component(constant("rate", 0.1));
  model.add_component(instance("s", "Integrator"));
  model.add_component(instance("y", "Sum"));
  model.add_component(instance("square", "Square"));
  model.set_initial("y.y", {start, {}});
  model.add_connection("rate.scheduleValue -> s.u");
  model.add_connection("y.y -> square.u");
  model.add_connection("square.y -> y.u[square]");
  model.add_connection("s.y -> y.u[s]");
  Component& sum = model.component("y");
  sum.parameters["c"].value = Quantity{-2.0, {}};
  return model;
}

TEST_CASE("an algebraic loop starts from given outputs, then from its values of before") {
  for (const double side : {1.0, -1.0}) {
    ContinuousBench bench(two_solutions(0.5 + 1.4 * side), types());
    for (const double t : {0.0, 1.0, 5.0, 10.0}) {
      bench.simulation.advance(t);
      const double solution = 0.5 + side * std::sqrt(2.25 - 0.1 * t);
      CHECK(bench.value("y.y") == Approx(solution).epsilon(1e-9));
    }
  }
}

}  // namespace
}  // namespace hearth::test::integrator_test
