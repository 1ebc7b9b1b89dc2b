// SPDX-License-Identifier: MIT
// Going back in the continuous engine: snapshots, saved states, and clocks with jitter.
#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"

namespace hearth::test::saving_test {
namespace {

const Registry& types() { return dynamics_components(); }

/// A room with a sampled controller, noise on its measurement and an algebraic loop next to it.
SimulationModel busy_room() {
  SimulationModel model;
  model.add_component(instance("room", "HeatedRoom"));
  Component pi = instance("pi", "DiscretePid", {{"Kp", 0.5}, {"Ki", 0.001}});
  pi.clock = SampleClock{300.0, 0.0, {}};
  model.add_component(pi);
  Component noise = instance("noise", "Noise", {{"sd", 0.1}});
  noise.clock = SampleClock{60.0, 0.0, {}};
  model.add_component(noise);
  model.add_component(instance("sum", "Sum"));
  model.add_component(instance("back", "Gain", {{"k", -0.5}}));
  model.add_component(constant("setpoint", 20.5));
  model.add_connection("room.T -> sum.u[a]");
  model.add_connection("noise.y -> sum.u[b]");
  model.add_connection("back.y -> sum.u[c]");
  model.add_connection("sum.y -> back.u");
  model.add_connection("setpoint.scheduleValue -> pi.setpoint");
  model.add_connection("sum.y -> pi.measurement");
  model.add_connection("pi.command -> room.s");
  return model;
}

ContinuousRunOptions hours(double start) {
  ContinuousRunOptions options;
  options.start = start;
  options.step = std::chrono::hours(1);
  return options;
}

TEST_CASE("a restored snapshot repeats the run that continued, bit for bit") {
  ContinuousBench bench(busy_room(), types(), hours(0.0));
  bench.simulation.advance(1234.5);
  const ContinuousSnapshot kept = bench.simulation.snapshot();
  bench.simulation.advance(3000.0);
  const std::vector<double> first{bench.value("room.T"), bench.value("sum.y"),
                                  bench.value("pi.command"), bench.value("noise.y")};
  const long ticks = bench.simulation.statistics().ticks;
  bench.simulation.advance(3300.0);
  bench.simulation.restore(kept);
  CHECK(bench.simulation.time() == 1234.5);
  bench.simulation.advance(3000.0);
  CHECK(first == std::vector<double>{bench.value("room.T"), bench.value("sum.y"),
                                     bench.value("pi.command"), bench.value("noise.y")});
  CHECK(bench.simulation.statistics().ticks == ticks);
}

TEST_CASE("a snapshot keeps the events up to it and the sides of guards") {
  SimulationModel model;
  model.add_component(instance("ball", "Ball"));
  ContinuousBench bench(model, types());
  bench.simulation.advance(5.0);
  const std::size_t before = bench.simulation.events().size();
  CHECK(before == 1);
  const ContinuousSnapshot kept = bench.simulation.snapshot();
  bench.simulation.advance(12.0);
  const std::vector<double> times = bench.event_times("ball.floor");
  const double height = bench.value("ball.h");
  bench.simulation.restore(kept);
  CHECK(bench.simulation.events().size() == before);
  bench.simulation.advance(12.0);
  CHECK(bench.event_times("ball.floor") == times);
  CHECK(bench.value("ball.h") == height);
}

TEST_CASE("a saved state continues elsewhere within the tolerance of integration") {
  ContinuousBench first(busy_room(), types(), hours(0.0));
  first.simulation.advance(3600.0);
  const SavedState saved = first.simulation.save();
  const double temperature = first.value("room.T");
  first.simulation.advance(7200.0);
  ContinuousBench second(busy_room(), types(), hours(3600.0));
  second.simulation.load(saved);
  CHECK(second.value("room.T") == temperature);
  second.simulation.advance(7200.0);
  // Samples fall on the same instants; integration is to 1e-11 relative.
  CHECK(second.value("room.T") == Approx(first.value("room.T")).epsilon(1e-9));
  CHECK(second.value("pi.command") == Approx(first.value("pi.command")).epsilon(1e-9));
  CHECK(second.value("noise.y") == first.value("noise.y"));
}

TEST_CASE("a state is saved at whole milliseconds and continued from there") {
  ContinuousBench bench(busy_room(), types(), hours(0.0));
  bench.simulation.advance(0.12345);
  try {
    bench.simulation.save();
    FAIL("expected an error");
  } catch (const InputError& error) {
    CHECK(error.code() == "state.off_grid");
  }
  bench.simulation.advance(60.0);
  const SavedState saved = bench.simulation.save();
  ContinuousBench elsewhere(busy_room(), types(), hours(3600.0));
  CHECK_THROWS_WITH(elsewhere.simulation.load(saved), Catch::Contains("the saved state is at"));
  SimulationModel other;
  other.add_component(instance("ball", "Ball"));
  ContinuousBench wrong(other, types(), hours(60.0));
  CHECK_THROWS_WITH(wrong.simulation.load(saved), Catch::Contains("another model"));
}

TEST_CASE("a state of one engine is refused by the other") {
  SimulationModel model;
  model.add_component(instance("ball", "Ball"));
  Bench<double> stepwise(model, types());
  stepwise.simulation.initialize();
  ContinuousBench bench(model, types());
  CHECK_THROWS_WITH(bench.simulation.load(stepwise.simulation.save()),
                    Catch::Contains("other engine"));
}

std::vector<double> tick_times(double jitter, const std::string& id = "c") {
  SimulationModel model;
  model.add_component(instance(id, "Counter")).clock = SampleClock{10.0, 5.0, {}, jitter};
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::until(1000.0));
  std::vector<double> times;
  for (std::size_t row = 1; row < bench.trajectory.rows(); ++row) {
    const double before = bench.trajectory.value(row - 1, 0);
    if (bench.trajectory.value(row, 0) != before) times.push_back(bench.trajectory.time(row));
  }
  return times;
}

TEST_CASE("a clock with jitter ticks once a period, late by less than its jitter") {
  const std::vector<double> times = tick_times(4.0);
  REQUIRE(times.size() == 100);
  double sum = 0.0;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double late = times[k] - (5.0 + 10.0 * static_cast<double>(k));
    CHECK(late >= 0.0);
    CHECK(late < 4.0);
    sum += late;
  }
  // The mean of 100 numbers uniform in (0, 4) has a standard deviation of 0.115.
  CHECK(sum / 100.0 == Approx(2.0).margin(0.46));
}

TEST_CASE("jitter is the same in every run and another for every component") {
  CHECK(tick_times(4.0) == tick_times(4.0));
  CHECK(tick_times(4.0) != tick_times(4.0, "d"));
  CHECK(tick_times(0.0).front() == 5.0);
}

TEST_CASE("a jitter as long as the period is refused, and any in the stepwise engine") {
  SimulationModel model;
  model.add_component(instance("c", "Counter")).clock = SampleClock{10.0, 0.0, {}, 10.0};
  CHECK(codes(validate(model, types())) == std::vector<std::string>{"model.clock_invalid"});
  model.component("c").clock->jitter = 1.0;
  const Plan plan = compile(model, types());
  RunOptions options;
  options.step = std::chrono::seconds(10);
  try {
    resolve_inputs(plan, request_of(options));
    FAIL("expected an error");
  } catch (const InputError& error) {
    CHECK(error.code() == "simulation.clock_jitter");
  }
}

}  // namespace
}  // namespace hearth::test::saving_test
