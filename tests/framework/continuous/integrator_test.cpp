// SPDX-License-Identifier: MIT
// How the continuous engine steps, and where algebraic loops start from.
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"
#include "hearth/tests/support/given_limit.hpp"

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

// ---- bends, rests, long runs --------------------------------------------------------------------

/// A schedule joined by lines.
Component lines(const std::string& id, std::vector<double> times, std::vector<double> values) {
  Component component = instance(id, "Schedule");
  SeriesSpec spec;
  spec.source = TimeTable{std::move(times), std::move(values), Series::Shape::Linear};
  component.config["value"] = spec;
  return component;
}

/// How users run a model: default tolerances, rows every ten minutes.
ContinuousRunOptions as_users_run() {
  ContinuousRunOptions options;
  options.simulation = {};
  options.step = std::chrono::seconds(600);
  return options;
}

TEST_CASE("a ramp after a rest of hours is integrated, at any tolerance and time constant") {
  for (const double tolerance : {1e-4, 1e-6, 1e-9}) {
    for (const double rise : {1.0, 5000.0, 1e8}) {
      for (const double lag : {0.1, 60.0, 6000.0}) {
        CAPTURE(tolerance, rise, lag);
        SimulationModel model;
        model.add_component(lines("P", {0.0, 21600.0, 25200.0}, {0.0, 0.0, rise}));
        model.add_component(instance("energy", "Integrator"));
        model.add_connection("P.scheduleValue -> energy.u");
        model.add_component(instance("late", "Integrator", {{"k", 1.0 / lag}}));
        model.add_component(instance("missing", "Sum"));
        model.set_parameter("missing.k[late]", {-1.0, {}});
        model.add_connection("P.scheduleValue -> missing.u[P]");
        model.add_connection("late.y -> missing.u[late]");
        model.add_connection("missing.y -> late.u");
        ContinuousRunOptions options = as_users_run();
        options.simulation.integrator.relative_tolerance = tolerance;
        options.simulation.integrator.absolute_tolerance = 0.01 * tolerance;
        options.simulation.integrator.longest_step = INFINITY;
        ContinuousBench bench(model, types(), options);
        bench.simulation.advance(36000.0);
        // Half the hour of the ramp and all that follows; errors of steps add up over some hundred.
        const double exact = rise * (1800.0 + 10800.0);
        CHECK(bench.value("energy.y") == Approx(exact).epsilon(100.0 * tolerance));
        CHECK(bench.simulation.statistics().integrator.steps < 3000);
      }
    }
  }
}

TEST_CASE("points on one line are not bends: the integrator continues") {
  SimulationModel model;
  std::vector<double> times, values;
  for (int k = 0; k <= 240; ++k) {
    times.push_back(3600.0 * k);
    values.push_back(k < 100 ? 0.0 : 0.1 * (k - 100));
  }
  model.add_component(lines("u", times, values));
  model.add_component(instance("i", "Integrator"));
  model.add_connection("u.scheduleValue -> i.u");
  ContinuousRunOptions options = as_users_run();
  options.step = std::chrono::hours(1);
  ContinuousBench bench(model, types(), options);
  bench.simulation.advance(867600.0);
  CHECK(bench.value("i.y") == Approx((0.5 * 14.0 * 140.0 + 14.0) * 3600.0).epsilon(1e-6));
  CHECK(bench.simulation.statistics().integrator.restarts == 3);  // start, bend, end of the points
}

/// The part of a sine above a level, integrated.
SimulationModel crest(double period, double level) {
  SimulationModel model;
  model.add_component(
      instance("sine", "SineWave", {{"period", period}, {"phase", -1.5707963267948966}}));
  model.add_component(instance("above", "Sum", {{"c", -level}}));
  model.add_component(constant("none", 0.0));
  model.add_component(instance("crest", "Max"));
  model.add_component(instance("i", "Integrator"));
  model.add_connection("sine.y -> above.u[sine]");
  model.add_connection("above.y -> crest.inputs[above]");
  model.add_connection("none.scheduleValue -> crest.inputs[none]");
  model.add_connection("crest.value -> i.u");
  return model;
}

/// The integral of max(sin - level, 0) over one period.
double crest_area(double period, double level) {
  const double half = std::acos(level);
  return period / std::acos(-1.0) * (std::sin(half) - level * half);
}

TEST_CASE("a rest does not hide what a function of time does next") {
  for (const double period : {60.0, 3600.0, 86400.0}) {
    for (const double level : {0.0, 0.5, 0.9, 0.99}) {
      for (const double tolerance : {1e-6, 1e-9}) {
        CAPTURE(period, level, tolerance);
        ContinuousRunOptions options = as_users_run();
        options.simulation.integrator.relative_tolerance = tolerance;
        options.simulation.integrator.absolute_tolerance = 0.01 * tolerance;
        ContinuousBench bench(crest(period, level), types(), options);
        bench.simulation.advance(10.0 * period);
        // The corners of max are not events: each costs an error of the tolerance's size or more.
        CHECK(bench.value("i.y") ==
              Approx(10.0 * crest_area(period, level)).epsilon(std::sqrt(tolerance)));
      }
    }
  }
}

TEST_CASE("the longest step is set by the run, or left out") {
  const auto steps = [](double longest, double slope = 1.0) {
    ContinuousRunOptions options = as_users_run();
    options.simulation.integrator.longest_step = longest;
    SimulationModel model;
    model.add_component(lines("u", {0.0, 1e6}, {1.0, 1.0 + slope}));
    model.add_component(instance("i", "Integrator"));
    model.add_connection("u.scheduleValue -> i.u");
    ContinuousBench bench(model, types(), options);
    bench.simulation.advance(864000.0);
    return bench.simulation.statistics().integrator.steps;
  };
  CHECK(steps(INFINITY) < 400);
  CHECK(steps(0.0) > 1440);  // the step of the run
  CHECK(steps(0.0) < 2000);
  CHECK(steps(60.0) > 14400);
  CHECK(steps(0.0, 0.0) < 400);  // nothing follows the clock
}

TEST_CASE("steps are counted between stops: ticks without effect end no run") {
  SimulationModel model;
  model.add_component(constant("zero", 0.0));
  model.add_component(instance("i", "Integrator"));
  model.add_connection("zero.scheduleValue -> i.u");
  Component hold = instance("hold", "ZeroOrderHold");
  hold.clock = SampleClock{1.0, 0.0, {}};
  model.add_component(hold);
  model.add_connection("i.y -> hold.u");
  ContinuousRunOptions options = as_users_run();
  options.simulation.integrator.most_steps = 1000;
  ContinuousBench bench(model, types(), options);
  bench.simulation.advance(86400.0);
  CHECK(bench.simulation.statistics().ticks == 86400);
}

TEST_CASE("too many steps between two stops are refused as what they are") {
  ContinuousRunOptions options;
  options.simulation.integrator.most_steps = 10;
  SimulationModel model;
  model.add_component(instance("lag", "Lag"));
  ContinuousBench bench(model, types(), options);
  try {
    bench.simulation.advance(100.0);
    FAIL("no error");
  } catch (const SimulationError& error) {
    CHECK(error.code() == "simulation.integration_failed");
    CHECK_THAT(error.what(), Catch::Contains("lag.x") && Catch::Contains("10 steps") &&
                                 Catch::Contains("between two restarts") &&
                                 !Catch::Contains("without bounds"));
  }
}

TEST_CASE("a run that is asked to stop ends between two steps, and continues with the same bits") {
  SimulationModel model;
  model.add_component(instance("lag", "Lag"));
  ContinuousBench whole(model, types());
  whole.simulation.advance(100.0);
  ContinuousBench bench(model, types());
  int questions = 0;
  bench.simulation.stop_when([&questions] { return ++questions == 6; });
  bench.simulation.advance(100.0);
  CHECK(bench.simulation.time() > 0.0);
  CHECK(bench.simulation.time() < 100.0);
  CHECK(bench.simulation.statistics().integrator.steps == 5);
  bench.simulation.stop_when({});
  bench.simulation.advance(100.0);
  CHECK(bench.simulation.time() == 100.0);
  CHECK(bench.value("lag.y") == whole.value("lag.y"));
  CHECK(bench.simulation.statistics().integrator.steps ==
        whole.simulation.statistics().integrator.steps);
}

TEST_CASE("the steps of a whole run are limited, and counted anew after a return") {
  SimulationModel model;
  model.add_component(instance("lag", "Lag"));
  for (const Method method : {Method::Bdf, Method::Euler}) {
    ContinuousRunOptions options;
    options.simulation.integrator.method = method;
    if (method == Method::Euler) options.simulation.integrator.fixed_step = 0.01;
    ContinuousBench bench(model, types(), options);
    const ContinuousSnapshot start = bench.simulation.snapshot();
    const GivenLimit limit(WorkLimit::IntegratorSteps, 20);
    bench.simulation.advance(0.001);
    bench.simulation.restore(start);
    try {
      bench.simulation.advance(100.0);
      FAIL("no error");
    } catch (const SimulationError& error) {
      CHECK(error.code() == "simulation.integration_failed");
      CHECK_THAT(error.what(), Catch::Contains("lag.x") && Catch::Contains("20 steps") &&
                                   Catch::Contains("--limit integrator-steps=N"));
    }
    CHECK(bench.simulation.statistics().integrator.steps < 100);
  }
}

}  // namespace
}  // namespace hearth::test::integrator_test
