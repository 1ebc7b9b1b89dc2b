// SPDX-License-Identifier: MIT
// What runs must not do: miss events, forget numbers, continue after a failure.
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/analysis/comparison.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/stepwise_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"

namespace hearth::test::robustness_test {
namespace {

const Registry& types() { return dynamics_components(); }

/// A relay that follows a sine of this period, and, where wanted, the time it was closed.
SimulationModel follower(double period, bool with_state) {
  SimulationModel model;
  model.add_component(instance("sine", "SineWave", {{"period", period}}));
  model.add_component(instance("relay", "Relay", {{"on", 0.5}, {"off", -0.5}}));
  model.add_connection("sine.y -> relay.u");
  if (!with_state) return model;
  model.add_component(instance("closed", "Integrator"));
  model.add_connection("relay.y -> closed.u");
  return model;
}

TEST_CASE("events of sources are found though the integrator needs no steps") {
  for (const bool with_state : {false, true}) {
    ContinuousRunOptions options;
    options.simulation.integrator = {};  // as users run it
    options.step = std::chrono::seconds(600);
    ContinuousBench bench(follower(3600.0, with_state), types(), options);
    bench.simulation.advance(86400.0);
    CHECK(bench.event_times("relay.closes").size() == 24);
    CHECK(bench.event_times("relay.opens").size() == 24);
    if (with_state) CHECK(bench.value("closed.y") == Approx(43200.0).margin(0.01));
  }
}

TEST_CASE("two crossings within a check interval are found with a shorter one") {
  // Above 0.999 for 0.14 s in every 10 s.
  SimulationModel model = follower(10.0, true);
  model.set_parameter("relay.on", {0.999, std::nullopt});
  model.set_parameter("relay.off", {0.999, std::nullopt});
  ContinuousRunOptions options;
  options.step = std::chrono::seconds(10);
  options.simulation.integrator.longest_step = INFINITY;
  options.simulation.check_interval = 10.0;
  ContinuousBench coarse(model, types(), options);
  coarse.simulation.advance(100.0);
  CHECK(coarse.event_times("relay.closes").size() < 10);
  options.simulation.check_interval = 0.1;
  ContinuousBench fine(model, types(), options);
  fine.simulation.advance(100.0);
  CHECK(fine.event_times("relay.closes").size() == 10);
}

TEST_CASE("a loop with an event is iterated; the event acts once it is solved") {
  // A room of 1 MJ/K and 0.01 K/W at 0 degC outside, heated with 3 kW between 19 and 21.
  SimulationModel model;
  model.add_component(
      instance("room", "HeatedRoom", {{"C", 1e6}, {"R", 0.01}, {"P", 3000.0}, {"Ta", 0.0}}));
  model.add_component(
      instance("relay", "Relay", {{"on", 21.0}, {"off", 19.0}, {"high", 0.0}, {"low", 1.0}}));
  model.add_connection("room.T -> relay.u");
  model.add_connection("relay.y -> room.s");
  RunOptions options;
  options.steps = 6 * 24;
  options.step = std::chrono::seconds(600);
  options.compile.coupling = Coupling::Iterate;
  const std::vector<double> rows = run_signal(model, types(), "room.T", options);
  // A step heats by up to 0.6 K and cools by up to 1.3 K beyond a threshold.
  for (std::size_t k = 30; k < rows.size(); ++k) {
    CHECK(rows[k] > 17.0);
    CHECK(rows[k] < 22.5);
  }
}

template <class Run>
std::string code_of(const Run& run) {
  try {
    run();
  } catch (const Error& error) {
    return error.code();
  }
  return "";
}

TEST_CASE("a run that failed does not continue before it is initialised or set back") {
  SimulationModel model;
  model.add_component(instance("ball", "Ball", {{"e", 0.5}}));
  ContinuousBench bench(model, types());
  bench.simulation.advance(2.0);
  const ContinuousSnapshot kept = bench.simulation.snapshot();
  const auto to_the_end = [&] { bench.simulation.advance(100.0); };
  CHECK(code_of(to_the_end) == "simulation.events_excessive");
  CHECK(code_of(to_the_end) == "simulation.failed_before");
  bench.simulation.restore(kept);
  CHECK(code_of([&] { bench.simulation.advance(3.0); }).empty());
  CHECK(code_of(to_the_end) == "simulation.events_excessive");
  bench.simulation.initialize();
  CHECK(code_of([&] { bench.simulation.advance(3.0); }).empty());
}

TEST_CASE("a run does not continue from a step that failed") {
  SimulationModel model;
  model.add_component(instance("ball", "Ball", {{"e", 0.1}}));
  StepwiseBench bench(model, 10.0, true);
  const auto step = [&] { bench.simulation.step(); };
  CHECK(code_of(step) == "simulation.events_excessive");
  CHECK(code_of(step) == "simulation.failed_before");
  bench.simulation.initialize();
  CHECK(code_of(step) == "simulation.events_excessive");
}

TEST_CASE("a new start begins with the initial values in both engines") {
  SimulationModel model;
  model.add_component(instance("i", "Integrator"));
  model.add_component(constant("u", 1.0));
  model.add_connection("u.scheduleValue -> i.u");
  ContinuousBench bench(model, types());
  bench.simulation.set_initial(bench.plan.initial("i@x"), 5.0);
  bench.simulation.initialize();
  bench.simulation.advance(3.0);
  bench.simulation.initialize();
  CHECK(bench.value("i.y") == 5.0);
  bench.simulation.reset();
  bench.simulation.initialize();
  CHECK(bench.value("i.y") == 0.0);
  StepwiseBench stepwise(model, 1.0, false);
  stepwise.simulation.set_initial(stepwise.plan.initial("i@x"), 5.0);
  for (int run = 0; run < 2; ++run) {
    stepwise.simulation.initialize();
    CHECK(stepwise.value("i.y") == 5.0);
    stepwise.simulation.step();
    CHECK(stepwise.value("i.y") == Approx(6.0));
  }
}

std::size_t distinct_draws(const SampleClock& clock, int ticks) {
  SimulationModel model;
  model.add_component(instance("n", "Noise")).clock = clock;
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::until(clock.offset + clock.period * ticks));
  std::set<double> draws;
  for (const double value : bench.trajectory.column("n.y")) draws.insert(value);
  return draws.size();
}

TEST_CASE("noise draws anew at every tick, whatever its clock") {
  // One more than the ticks: row 0 comes before the first.
  CHECK(distinct_draws({0.1, 0.05, {}}, 1000) == 1001);
  CHECK(distinct_draws({1.0, 0.0, {}, 0.9}, 1000) == 1001);
  CHECK(distinct_draws({0.0016, 0.0, {}}, 1000) == 1001);
}

TEST_CASE("a sample period between milliseconds is what components see") {
  SimulationModel model;
  Component pi = instance("pi", "DiscretePid", {{"Kp", 0.0}, {"Ki", 1.0}});
  pi.clock = SampleClock{1.0 / 3.0, 0.0, {}};
  model.add_component(pi);
  model.add_component(constant("one", 1.0));
  model.add_component(constant("zero", 0.0));
  model.add_connection("one.scheduleValue -> pi.setpoint");
  model.add_connection("zero.scheduleValue -> pi.measurement");
  model.set_parameter("pi.upper", {1e9, std::nullopt});
  ContinuousBench bench(model, types());
  bench.simulation.advance(1000.0 - 1e-3);
  // 3000 samples of 1/3 s.
  CHECK(bench.value("pi.command") == Approx(1000.0).epsilon(1e-9));
}

TEST_CASE("a snapshot holds parameters and the events before it") {
  SimulationModel model;
  model.add_component(instance("ball", "Ball"));
  ContinuousBench bench(model, types());
  bench.simulation.advance(5.0);
  const ContinuousSnapshot early = bench.simulation.snapshot();
  bench.simulation.advance(11.0);
  const ContinuousSnapshot late = bench.simulation.snapshot();
  const std::vector<double> times = bench.event_times("ball.floor");
  bench.simulation.advance(12.0);
  const double height = bench.value("ball.h");
  bench.simulation.restore(early);
  bench.simulation.change_parameter(bench.plan.parameter("ball.g"), 5.0);
  bench.simulation.advance(11.0);
  CHECK(bench.event_times("ball.floor") != times);
  bench.simulation.restore(late);
  CHECK(bench.event_times("ball.floor") == times);
  bench.simulation.advance(12.0);
  CHECK(bench.value("ball.h") == height);
}

TEST_CASE("a state saved after what happens at its instant does not let it happen again") {
  SimulationModel model;
  model.add_component(instance("c", "Counter")).clock = SampleClock{1.0, 0.0, {}};
  ContinuousBench bench(model, types());
  bench.simulation.advance(3.0);
  const SavedState before = bench.simulation.save();
  bench.simulation.settle();
  const SavedState after = bench.simulation.save();
  CHECK_FALSE(before.settled);
  CHECK(after.settled);
  bench.simulation.advance(5.5);
  ContinuousRunOptions later;
  later.start = 3.0;
  for (const SavedState& state : {before, after}) {
    ContinuousBench second(model, types(), later);
    second.simulation.load(state);
    second.simulation.advance(5.5);
    CHECK(second.value("c.y") == bench.value("c.y"));
  }
}

TEST_CASE("a guard without a value ends the run in both engines with an error that names it") {
  SimulationModel model;
  model.add_component(instance("sine", "SineWave", {{"period", 40.0}}));
  model.add_component(instance("relay", "Relay"));
  model.add_component(instance("root", "RootGuard"));
  model.remove_component("relay");
  model.add_connection("sine.y -> root.u");
  ContinuousBench bench(model, types());
  StepwiseBench stepwise(model, 1.0, false);
  const auto check = [](const auto& run) {
    try {
      run();
      FAIL("expected an error");
    } catch (const SimulationError& error) {
      CHECK(error.code() == "simulation.not_finite");
      CHECK(error.diagnostics().items().front().where.component == "root");
      CHECK(error.diagnostics().items().front().where.port == "positive");
    }
  };
  check([&] { bench.simulation.advance(40.0); });
  check([&] {
    for (int k = 0; k < 40; ++k) stepwise.simulation.step();
  });
}

TEST_CASE("jumps within rounding of a point of the other trajectory are paired") {
  const double jump = 0.5 + 1.7e-15, later = 0.5 + 3.4e-15;
  Trajectory a({{"s.y", unit::one}}), b = a;
  const double zero = 0.0, one = 1.0;
  a.append(0.0, Limit::Left, &zero);
  a.append(jump, Limit::Left, &zero);
  a.append(jump, Limit::Right, &one);
  a.append(1.0, Limit::Left, &one);
  b.append(0.0, Limit::Left, &zero);
  b.append(0.25, Limit::Left, &zero);
  b.append(later, Limit::Left, &zero);
  b.append(later, Limit::Right, &one);
  b.append(1.0, Limit::Left, &one);
  CHECK(compare(a, b, {.absolute = 1e-7, .time = 1e-8}).equal());
  CHECK(compare(b, a, {.absolute = 1e-7, .time = 1e-8}).equal());
}

TEST_CASE("sections of a filter with other than six coefficients are refused") {
  SimulationModel model;
  Component filter = instance("f", "SecondOrderSections");
  filter.config["sections"] = Table(1, 4, {1.0, 0.0, 0.0, 1.0});
  model.add_component(filter);
  model.inputs = {"f.in.u"};
  CHECK_THAT(message_of(validate(model, types()), "model.table_shape"),
             Catch::Contains("4 columns, expected 6"));
}

}  // namespace
}  // namespace hearth::test::robustness_test
