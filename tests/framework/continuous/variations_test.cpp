// SPDX-License-Identifier: MIT
// Variations of what is hard for a hybrid simulation, each with its true values, as users run them:
// default tolerances. What cannot be computed has to end with an error that names it. Those of
// loops are in loop_test, bends, rests and long clocks in integrator_test too, ticks on crossings
// in instant_test.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/stepwise_run.hpp"

namespace hearth::test::variations_test {
namespace {

const Registry& types() { return dynamics_components(); }

ContinuousRunOptions as_users_run(Duration step = std::chrono::seconds(600)) {
  ContinuousRunOptions options;
  options.simulation = {};
  options.step = step;
  return options;
}

/// Makes a Schedule that delivers points, held or joined by lines.
Component points(const std::string& id, std::vector<double> times, std::vector<double> values,
                 Series::Shape shape = Series::Shape::Linear) {
  Component component = instance(id, "Schedule");
  SeriesSpec spec;
  spec.source = TimeTable{std::move(times), std::move(values), shape};
  component.config["value"] = spec;
  return component;
}

Component clocked(Component component, double period, double offset = 0.0) {
  component.clock = SampleClock{period, offset, {}};
  return component;
}

/// Adds x' = slope from x(0).
void add_line(SimulationModel& model, const std::string& id, double slope, double start = 0.0) {
  model.add_component(constant(id + "Slope", slope));
  model.add_component(instance(id, "Integrator"));
  model.set_initial(id + ".x", {start, {}});
  model.add_connection(id + "Slope.scheduleValue -> " + id + ".u");
}

std::string code_of_run(const SimulationModel& model, double end,
                        const ContinuousRunOptions& options = as_users_run()) {
  try {
    ContinuousBench bench(model, types(), options);
    bench.simulation.advance(end);
  } catch (const Error& error) {
    return error.code();
  }
  return "";
}

/// Steps a model with located events to `end` and returns the bench.
std::unique_ptr<StepwiseBench> stepped(const SimulationModel& model, double step, double end) {
  auto bench = std::make_unique<StepwiseBench>(model, step, true);
  for (long k = 0; k < std::lround(end / step); ++k) bench->simulation.step();
  return bench;
}

// ---- 2: start and stop at one instant -----------------------------------------------------------

/// Two lines that pass two relays `apart` seconds after each other at 2 s; one sets, one clears.
SimulationModel start_and_stop(double apart) {
  SimulationModel model;
  add_line(model, "a", 1.0);
  model.add_component(instance("start", "Relay", {{"on", 2.0}, {"off", -1e9}}));
  model.add_component(instance("stop", "Relay", {{"on", 2.0 + apart}, {"off", -1e9}}));
  model.add_component(instance("pump", "Latch"));
  for (const std::string id : {"start", "stop"}) model.add_connection("a.y -> " + id + ".u");
  model.add_event("start.closes -> pump.set");
  model.add_event("stop.closes -> pump.clear");
  return model;
}

TEST_CASE("start and stop at one instant: the receiver decides, beyond the coincidence the order") {
  for (const double apart : {0.0, 2e-10, 5e-10, 5e-9, 1e-6}) {
    CAPTURE(apart);
    ContinuousBench bench(start_and_stop(apart), types(), as_users_run());
    bench.simulation.advance(3.0);
    CHECK(bench.value("pump.y") == 0.0);
    CHECK(bench.simulation.events().size() == 4);
    ContinuousBench reversed(start_and_stop(-apart), types(), as_users_run());
    reversed.simulation.advance(3.0);
    CHECK(reversed.value("pump.y") == (apart > 1e-9 ? 1.0 : 0.0));
  }
  CHECK(stepped(start_and_stop(0.0), 0.3, 3.0)->value("pump.y") == 0.0);
  CHECK(stepped(start_and_stop(0.1), 0.3, 3.0)->value("pump.y") == 0.0);
  CHECK(stepped(start_and_stop(-0.1), 0.3, 3.0)->value("pump.y") == 1.0);
}

// ---- 3, 19: chatter -----------------------------------------------------------------------------

/// x' = -1 while the relay is closed, otherwise 1.
SimulationModel switched(double band) {
  SimulationModel model;
  model.add_component(instance("x", "Integrator"));
  model.add_component(
      instance("relay", "Relay", {{"on", 1.0}, {"off", 1.0 - band}, {"high", -1.0}, {"low", 1.0}}));
  model.add_connection("x.y -> relay.u");
  model.add_connection("relay.y -> x.u");
  return model;
}

TEST_CASE(
    "a relay without a hysteresis ends the run with an error that names it, with one it runs") {
  CHECK(code_of_run(switched(0.0), 2.0) == "simulation.events_excessive");
  CHECK(code_of_run(switched(1e-9), 2.0) == "simulation.events_excessive");
  ContinuousBench bench(switched(1e-3), types(), as_users_run());
  bench.simulation.advance(2.0);
  CHECK(bench.simulation.events().size() == Approx(1000).margin(2));
  CHECK(bench.value("x.y") == Approx(0.9995).margin(6e-4));
}

TEST_CASE("stepwise with located events, chatter is an error that names it and a band is run") {
  for (const double band : {0.0, 1e-9, 1e-6}) {
    StepwiseBench bench(switched(band), 0.5, true);
    const auto run = [&] {
      for (int k = 0; k < 6; ++k) bench.simulation.step();
    };
    CHECK_THROWS_WITH(run(), Catch::Contains("more than 1000 events in the step"));
  }
  CHECK(stepped(switched(0.01), 0.5, 3.0)->value("x.y") == Approx(0.995).margin(5.1e-3));
}

TEST_CASE("relays that feed each other at one instant end the run with an error that names them") {
  SimulationModel model;
  model.add_component(
      instance("a", "Relay", {{"on", 1.0}, {"off", 0.5}, {"high", 2.0}, {"low", 0.0}}));
  model.add_component(
      instance("b", "Relay", {{"on", 1.0}, {"off", 0.5}, {"high", -2.0}, {"low", 0.7}}));
  add_line(model, "x", 1.0);
  model.add_component(instance("sum", "Sum"));
  model.add_connection("x.y -> sum.u[x]");
  model.add_connection("b.y -> sum.u[b]");
  model.add_connection("sum.y -> a.u");
  model.add_connection("a.y -> b.u");
  const std::string code = code_of_run(model, 5.0);
  CHECK((code == "simulation.events_unsettled" || code == "simulation.events_excessive"));
}

TEST_CASE("a saturation that rests on its corner does not chatter") {
  SimulationModel model;
  model.add_component(instance("x", "Integrator"));
  model.set_initial("x.x", {1.0, {}});
  model.add_component(instance("limit", "Saturation", {{"lower", -1.0}, {"upper", 1.0}}));
  model.add_component(instance("error", "Sum", {{"c", 1.0}}));
  model.set_parameter("error.k[limit]", {-1.0, {}});
  model.add_connection("x.y -> limit.u");
  model.add_connection("limit.y -> error.u[limit]");
  model.add_connection("error.y -> x.u");
  ContinuousBench bench(model, types(), as_users_run());
  bench.simulation.advance(1000.0);
  CHECK(bench.value("x.y") == Approx(1.0).epsilon(1e-6));
  CHECK(bench.simulation.events().size() < 10);
}

// ---- 5: stiff -----------------------------------------------------------------------------------

TEST_CASE("a lag behind a fast loop is integrated over ten orders of time") {
  // x' = -k (x - y), y' = -y / 1e6: from 1 s^-1 to 1e9 s^-1.
  for (const double k : {1.0, 1e3, 1e6, 1e9}) {
    CAPTURE(k);
    SimulationModel model;
    model.add_component(instance("y", "Integrator", {{"k", -1e-6}}));
    model.set_initial("y.x", {1.0, {}});
    model.add_connection("y.y -> y.u");
    model.add_component(instance("gap", "Sum"));
    model.set_parameter("gap.k[x]", {-1.0, {}});
    model.add_component(instance("x", "Integrator", {{"k", k}}));
    model.set_initial("x.x", {5.0, {}});
    model.add_connection("y.y -> gap.u[y]");
    model.add_connection("x.y -> gap.u[x]");
    model.add_connection("gap.y -> x.u");
    ContinuousBench bench(model, types(), as_users_run());
    bench.simulation.advance(2e6);
    const double exact = std::exp(-2.0) * k / (k - 1e-6);
    CHECK(bench.value("x.y") == Approx(exact).epsilon(1e-4));
    CHECK(bench.simulation.statistics().integrator.steps < 2000);
  }
}

// ---- 6: jumps that meet ticks and events --------------------------------------------------------

TEST_CASE("a jump at a tick and an event: sample and guard see its right limit") {
  for (const double at : {1.0, 2.0, 3.0, 7.0}) {
    CAPTURE(at);
    SimulationModel model;
    model.add_component(points("u", {0.0, at}, {1.0, 2.0}, Series::Shape::Hold));
    model.add_component(instance("x", "Integrator"));
    model.add_connection("u.scheduleValue -> x.u");
    model.add_component(instance("relay", "Relay", {{"on", at}, {"off", -1e9}}));
    model.add_connection("x.y -> relay.u");
    model.add_component(clocked(instance("hold", "ZeroOrderHold"), 1.0));
    model.add_connection("u.scheduleValue -> hold.u");
    ContinuousBench bench(model, types(), as_users_run());
    bench.simulation.advance(at);
    CHECK(bench.value("x.y") == Approx(at).epsilon(1e-12));
    bench.simulation.advance(at + 0.5);
    CHECK(bench.value("hold.y") == 2.0);
    CHECK(bench.value("relay.y") == 1.0);
    CHECK(bench.value("x.y") == Approx(at + 1.0).epsilon(1e-12));
    bench.simulation.advance(at + 3.0);
    CHECK(bench.value("x.y") == Approx(at + 6.0).epsilon(1e-12));
  }
}

// ---- 7, 12: clocks ------------------------------------------------------------------------------

TEST_CASE("ticks are exact over long times, from any start and with odd periods") {
  for (const double start : {0.0, 1e8, 3e9}) {
    for (const double period : {0.1, 0.3, 1.0 / 3.0, 7.7}) {
      for (const double offset : {0.0, 0.05, -0.05, 1e-9}) {
        CAPTURE(start, period, offset);
        SimulationModel model;
        model.add_component(instance("wave", "SineWave", {{"period", 1000.0}}));
        model.add_component(clocked(instance("hold", "ZeroOrderHold"), period, offset));
        model.add_connection("wave.y -> hold.u");
        ContinuousRunOptions options = as_users_run();
        options.start = start;
        ContinuousBench bench(model, types(), options);
        const double end = start + 2000.0 + 0.37 * period;
        bench.simulation.advance(end);
        const double first = std::ceil((start - offset) / period - 1e-6);
        const double last = std::floor((end - offset) / period);
        const double ticks = last - std::max(first, 0.0) + 1.0;
        CHECK(bench.simulation.statistics().ticks == Approx(ticks).margin(start > 0.0 ? 1.0 : 0.0));
        const double tick = offset + last * period;
        CHECK(bench.value("hold.y") ==
              Approx(std::sin(2.0 * std::numbers::pi * tick / 1000.0)).margin(1e-5));
      }
    }
  }
}

TEST_CASE("an hour of ticks of a tenth of a second next to a room at rest is exact and ends") {
  SimulationModel model;
  model.add_component(instance("room", "Integrator", {{"k", -1e-5}}));
  model.add_connection("room.y -> room.u");  // at 0: rests
  model.add_component(clocked(instance("sensor", "ZeroOrderHold"), 0.1));
  model.add_connection("room.y -> sensor.u");
  ContinuousRunOptions options = as_users_run();
  options.simulation.integrator.most_steps = 100;
  ContinuousBench bench(model, types(), options);
  bench.simulation.advance(3600.0);
  CHECK(bench.simulation.statistics().ticks == 36000);  // the one at the end is still due
  bench.simulation.settle();
  CHECK(bench.simulation.statistics().ticks == 36001);
}

// ---- 8: events at the start and the end ---------------------------------------------------------

SimulationModel ball(double h, double v) {
  SimulationModel model;
  model.add_component(instance("ball", "Ball"));
  model.set_initial("ball.h", {h, {}});
  model.set_initial("ball.v", {v, {}});
  return model;
}

TEST_CASE("a ball thrown from the floor, up or down, bounces as it must") {
  const double flight = 2.0 * 15.0 / 9.81;
  ContinuousBench up(ball(0.0, 15.0), types(), as_users_run());
  up.simulation.advance(0.5 * flight);
  CHECK(up.simulation.events().empty());
  CHECK(up.value("ball.h") == Approx(0.5 * 15.0 * 0.5 * flight).epsilon(1e-5));
  up.simulation.advance(1.01 * flight);
  REQUIRE(up.event_times("ball.floor").size() == 1);
  CHECK(up.event_times("ball.floor").front() == Approx(flight).epsilon(1e-5));

  ContinuousBench down(ball(0.0, -15.0), types(), as_users_run());
  down.simulation.advance(0.4 * flight);
  REQUIRE(down.event_times("ball.floor").size() == 1);  // at once, upwards with 12 m/s
  const double t = 0.4 * flight;
  CHECK(down.value("ball.h") == Approx(12.0 * t - 0.5 * 9.81 * t * t).epsilon(1e-5));

  ContinuousBench below(ball(-1.0, -15.0), types(), as_users_run());
  below.simulation.advance(0.4 * flight);
  CHECK(below.event_times("ball.floor").size() == 1);
  CHECK(code_of_run(ball(0.0, 0.0), 1.0) == "simulation.events_excessive");
}

TEST_CASE("stepwise with located events, a ball thrown from the floor bounces as it must") {
  const auto up = stepped(ball(0.0, 15.0), 0.5, 3.5);
  const double flight = 2.0 * 15.0 / 9.81, t = 3.5 - flight;
  CHECK(up->value("ball.speed") == Approx(12.0).epsilon(1e-6));
  CHECK(up->value("ball.h") == Approx(12.0 * t - 0.5 * 9.81 * t * t).epsilon(1e-5));
  const auto down = stepped(ball(0.0, -15.0), 0.5, 1.0);
  CHECK(down->value("ball.h") == Approx(12.0 - 0.5 * 9.81).epsilon(1e-5));
}

TEST_CASE("stepwise with located events, rests and bends are those of the series") {
  for (const double rest : {60.0, 3600.0, 21600.0}) {
    SimulationModel model;
    model.add_component(points("u", {0.0, rest, rest + 90.0}, {0.0, 0.0, 10.0}));
    model.add_component(instance("i", "Integrator"));
    model.add_component(instance("relay", "Relay", {{"on", 5.0}, {"off", -1.0}}));
    model.add_connection("u.scheduleValue -> i.u");
    model.add_connection("i.y -> relay.u");
    StepwiseBench bench(model, 60.0, true);
    for (long k = 0; k < std::lround(rest / 60.0) + 3; ++k) bench.simulation.step();
    CHECK(bench.value("i.y") == Approx(10.0 * (45.0 + 90.0)).epsilon(1e-9));
    CHECK(bench.value("relay.y") == 1.0);
  }
}

TEST_CASE("a crossing at the very end fires when the run continues, once") {
  for (const double end : {1.0, 3.0, 0.7}) {
    SimulationModel model;
    add_line(model, "x", 1.0);
    model.add_component(instance("relay", "Relay", {{"on", end}, {"off", -1e9}}));
    model.add_connection("x.y -> relay.u");
    ContinuousBench bench(model, types(), as_users_run());
    bench.simulation.advance(end);
    bench.simulation.advance(end + 1.0);
    bench.simulation.advance(end + 2.0);
    REQUIRE(bench.event_times("relay.closes").size() == 1);
    CHECK(bench.event_times("relay.closes").front() == Approx(end).epsilon(1e-9));
    const auto late = stepped(model, 0.1, end + 1.0);
    CHECK(late->value("relay.y") == 1.0);
  }
}

// ---- 11: dips -----------------------------------------------------------------------------------

TEST_CASE("a dip as long as the check interval is found wherever it lies, both sides or none") {
  for (int k = 0; k < 60; ++k) {
    const double at = 3.0 + 0.0517 * k;
    CAPTURE(at);
    // The line falls to 0 between at and at + 0.4: below the level for 0.2 s.
    SimulationModel model;
    model.add_component(
        points("u", {0.0, at, at + 0.2, at + 0.4, 20.0}, {1.0, 1.0, 0.0, 1.0, 1.0}));
    model.add_component(instance("relay", "Relay", {{"on", 0.5}, {"off", 0.5}}));
    model.add_component(instance("dips", "EventCounter"));
    model.add_connection("u.scheduleValue -> relay.u");
    model.add_event("relay.opens -> dips.count");
    ContinuousBench bench(model, types(), as_users_run(std::chrono::seconds(1)));
    bench.simulation.advance(20.0);
    CHECK(bench.value("dips.y") == 1.0);
    CHECK(bench.event_times("relay.opens").front() == Approx(at + 0.1).epsilon(1e-9));
    CHECK(bench.event_times("relay.closes").back() == Approx(at + 0.3).epsilon(1e-9));
    const auto steps = stepped(model, 0.1, 20.0);
    CHECK(steps->value("dips.y") == 1.0);
    CHECK(steps->value("relay.y") == 1.0);
  }
}

// ---- 13, 14: size -------------------------------------------------------------------------------

TEST_CASE("a chain of many states is as exact as a short one and takes as many steps") {
  // x_1' = 1 - x_1, x_i' = x_(i-1) - x_i: at t the sums of e^-t t^j / j!
  constexpr int kCount = 400;
  SimulationModel model;
  model.add_component(constant("one", 1.0));
  std::string before = "one.scheduleValue";
  for (int i = 0; i < kCount; ++i) {
    const std::string x = "x" + std::to_string(i), gap = "gap" + std::to_string(i);
    model.add_component(instance(x, "Integrator"));
    model.add_component(instance(gap, "Sum"));
    model.set_parameter(gap + ".k[x]", {-1.0, {}});
    model.add_connection(before + " -> " + gap + ".u[before]");
    model.add_connection(x + ".y -> " + gap + ".u[x]");
    model.add_connection(gap + ".y -> " + x + ".u");
    before = x + ".y";
  }
  ContinuousBench bench(model, types(), as_users_run());
  bench.simulation.advance(20.0);
  for (const int n : {0, 9, 19, 29}) {
    double term = std::exp(-20.0), sum = term;
    for (int j = 1; j <= n; ++j) sum += term *= 20.0 / j;
    CHECK(bench.value("x" + std::to_string(n) + ".y") == Approx(1.0 - sum).margin(2e-5));
  }
  CHECK(bench.simulation.statistics().integrator.steps < 400);
}

// ---- 15: explicit methods -----------------------------------------------------------------------

TEST_CASE("a fixed step that is too long to be stable ends the run") {
  for (const auto& [method, most] : {std::pair(Method::Euler, 2.0), {Method::RungeKutta4, 2.78}}) {
    for (const double share : {0.5, 0.95, 1.1, 3.0, 50.0}) {
      CAPTURE(share);
      // x' = k (u - x) with a thermostat's two values of u, which keep x finite.
      SimulationModel model;
      const double k = 10.0;
      model.add_component(instance("u", "SineWave", {{"period", 100.0}}));
      model.add_component(instance("x", "Integrator", {{"k", k}}));
      model.add_component(instance("limited", "Saturation", {{"lower", -5.0}, {"upper", 5.0}}));
      model.add_component(instance("gap", "Sum"));
      model.set_parameter("gap.k[x]", {-1.0, {}});
      model.add_connection("u.y -> gap.u[u]");
      model.add_connection("x.y -> limited.u");
      model.add_connection("limited.y -> gap.u[x]");
      model.add_connection("gap.y -> x.u");
      ContinuousRunOptions options = as_users_run();
      options.simulation.integrator.method = method;
      options.simulation.integrator.fixed_step = share * most / k;
      const std::string code = code_of_run(model, 2000.0, options);
      CHECK(code == (share < 1.0 ? "" : "simulation.integration_failed"));
    }
  }
}

// ---- 16 to 18: rests, bends and smooth sources --------------------------------------------------

TEST_CASE("rests of any length before bends of any size, down to the rest again") {
  for (const double rest : {60.0, 3600.0, 1e5, 1e7}) {
    for (const double rise : {1e-3, 1.0, 1e6}) {
      for (const double ramp : {1.0, 900.0, 36000.0}) {
        CAPTURE(rest, rise, ramp);
        SimulationModel model;
        model.add_component(
            points("u", {0.0, rest, rest + ramp, rest + 2.0 * ramp, 2.0 * rest + 2.0 * ramp},
                   {0.0, 0.0, rise, 0.0, 0.0}));
        model.add_component(instance("i", "Integrator"));
        model.add_component(instance("twice", "Integrator", {{"k", 1.0 / ramp}}));
        model.add_connection("u.scheduleValue -> i.u");
        model.add_connection("i.y -> twice.u");
        ContinuousBench bench(model, types(), as_users_run());
        const double end = 2.0 * rest + 2.0 * ramp;
        bench.simulation.advance(end);
        CHECK(bench.value("i.y") == Approx(rise * ramp).epsilon(1e-5));
        CHECK(bench.value("twice.y") == Approx(rise * (ramp + rest)).epsilon(1e-4));
      }
    }
  }
}

TEST_CASE("products and crests of smooth sources are not passed over, with rows or without") {
  // The integral of max(sin(2 pi t/P) sin(2 pi t/Q) - level, 0) against a fine sum.
  for (const auto& [p, q] : {std::pair(86400.0, 3600.0), {7200.0, 86400.0}, {600.0, 50000.0}}) {
    for (const double level : {0.0, 0.5, 0.9}) {
      for (const Duration step : {Duration(600'000), Duration(86'400'000)}) {
        CAPTURE(p, q, level, step.count());
        SimulationModel model;
        model.add_component(instance("a", "SineWave", {{"period", p}}));
        model.add_component(instance("b", "SineWave", {{"period", q}}));
        model.add_component(instance("both", "Product"));
        model.add_component(instance("above", "Sum", {{"c", -level}}));
        model.add_component(constant("none", 0.0));
        model.add_component(instance("crest", "Max"));
        model.add_component(instance("i", "Integrator"));
        model.add_connection("a.y -> both.u[a]");
        model.add_connection("b.y -> both.u[b]");
        model.add_connection("both.y -> above.u[both]");
        model.add_connection("above.y -> crest.inputs[above]");
        model.add_connection("none.scheduleValue -> crest.inputs[none]");
        model.add_connection("crest.value -> i.u");
        ContinuousBench bench(model, types(), as_users_run(step));
        bench.simulation.advance(86400.0);
        double sum = 0.0;
        const auto two_pi = 2.0 * std::numbers::pi;
        for (int k = 0; k < 864000; ++k) {
          const double t = 0.1 * (k + 0.5);
          sum += 0.1 * std::max(std::sin(two_pi * t / p) * std::sin(two_pi * t / q) - level, 0.0);
        }
        CHECK(bench.value("i.y") == Approx(sum).epsilon(2e-3).margin(0.02));
      }
    }
  }
}

TEST_CASE("a function of time of one's own is followed at its own pace, whatever the run's step") {
  // The integral of max(sin(a t) - level, 0) over whole periods.
  for (const double period : {1.0, 60.0, 3600.0, 86400.0}) {
    for (const Duration step : {Duration(600'000), Duration(86'400'000)}) {
      for (const double level : {0.5, 0.9, 0.99}) {
        CAPTURE(period, step.count(), level);
        SimulationModel model;
        model.add_component(instance("u", "Chirp", {{"a", 2.0 * std::numbers::pi / period}}));
        model.add_component(instance("above", "Sum", {{"c", -level}}));
        model.add_component(constant("none", 0.0));
        model.add_component(instance("crest", "Max"));
        model.add_component(instance("i", "Integrator"));
        model.add_connection("u.y -> above.u[u]");
        model.add_connection("above.y -> crest.inputs[above]");
        model.add_connection("none.scheduleValue -> crest.inputs[none]");
        model.add_connection("crest.value -> i.u");
        ContinuousBench bench(model, types(), as_users_run(step));
        bench.simulation.advance(20.0 * period);
        const double half = std::acos(level);
        const double exact = 20.0 * period / std::numbers::pi * (std::sin(half) - level * half);
        CHECK(bench.value("i.y") == Approx(exact).epsilon(2e-3));
        CHECK(bench.simulation.statistics().integrator.steps < 40'000);
      }
    }
  }
}

TEST_CASE("bumps between corners of max are not passed over by long steps of smooth states") {
  // h = v t - g t^2/2 is exact in steps of any length; above a level for a while only.
  for (const double level : {0.5, 0.9, 0.99, 0.999}) {
    for (const bool below : {false, true}) {
      CAPTURE(level, below);
      const double end = 86400.0, top = 1.0;
      SimulationModel model;
      add_line(model, "v", -8.0 * top / (end * end), 4.0 * top / end);
      model.add_component(instance("h", "Integrator"));
      model.add_connection("v.y -> h.u");
      const double sign = below ? -1.0 : 1.0;
      model.add_component(instance("above", "Sum", {{"c", -sign * level}}));
      model.set_parameter("above.k[h]", {sign, {}});
      model.add_component(constant("none", 0.0));
      model.add_component(instance("crest", below ? "Min" : "Max"));
      model.add_component(instance("i", "Integrator"));
      model.add_connection("h.y -> above.u[h]");
      model.add_connection("above.y -> crest.inputs[above]");
      model.add_connection("none.scheduleValue -> crest.inputs[none]");
      model.add_connection("crest.value -> i.u");
      ContinuousBench bench(model, types(), as_users_run());
      bench.simulation.advance(end);
      // 1 - 4 s^2 above the level for |s| < w: the area is 2 w (1 - level) 2/3 of the day.
      const double w = 0.5 * std::sqrt(1.0 - level);
      const double exact = sign * end * 2.0 * w * (1.0 - level) * 2.0 / 3.0;
      CHECK(bench.value("i.y") == Approx(exact).epsilon(2e-3));
    }
  }
}

// ---- 20: odd points -----------------------------------------------------------------------------

TEST_CASE("points a nanosecond apart are a jump, to all digits of time") {
  for (const auto shape : {Series::Shape::Linear, Series::Shape::Hold}) {
    SimulationModel model;
    model.add_component(points("u", {0.0, 10.0, 10.000000001, 20.0}, {1.0, 1.0, 3.0, 3.0}, shape));
    model.add_component(instance("i", "Integrator"));
    model.add_connection("u.scheduleValue -> i.u");
    ContinuousBench bench(model, types(), as_users_run());
    bench.simulation.advance(20.0);
    CHECK(bench.value("i.y") == Approx(40.0).epsilon(1e-8));
  }
}

}  // namespace
}  // namespace hearth::test::variations_test
