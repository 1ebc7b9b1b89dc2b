// SPDX-License-Identifier: MIT
// Time spans of runs and what a trajectory keeps of them.
#include <cmath>
#include <functional>
#include <limits>

#include <catch2/catch.hpp>

#include "hearth/framework/analysis/interpolant.hpp"
#include "hearth/framework/analysis/steady_state.hpp"
#include "hearth/tests/dynamics/case_file.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"

namespace hearth::test::span_test {
namespace {

const Registry& types() { return dynamics_components(); }

SimulationModel lag(double x0 = 1.0) {
  SimulationModel model;
  model.add_component(instance("lag", "Lag"));
  model.set_initial("lag.x", {x0, {}});
  return model;
}

std::string code_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.code();
  }
  return "no error";
}

/// Times rise; a time that comes twice is first a left, then a right limit.
void check_order(const Trajectory& kept) {
  for (std::size_t row = 1; row < kept.rows(); ++row) {
    INFO("row " << row << " at " << kept.time(row));
    if (kept.time(row) > kept.time(row - 1)) continue;
    CHECK(kept.time(row) == kept.time(row - 1));
    CHECK(kept.limit(row - 1) == Limit::Left);
    CHECK(kept.limit(row) == Limit::Right);
  }
}

std::size_t rows_at(const Trajectory& kept, double time) {
  std::size_t count = 0;
  for (std::size_t row = 0; row < kept.rows(); ++row) count += kept.time(row) == time ? 1 : 0;
  return count;
}

TEST_CASE("D47: a span is an end, a pair or a list, and gives the same values whichever is used") {
  auto file = CaseFile::read("D47");
  if (!file) return;
  ContinuousBench to_end(lag(), types());
  to_end.run(TimeSpan::until(2.0));
  ContinuousRunOptions later;
  later.start = 0.5;
  ContinuousBench pair(lag(), types(), later);
  pair.run(TimeSpan::between(0.5, 2.5));
  std::vector<double> times;
  for (int k = 0; k <= 20; ++k) times.push_back(k / 10.0);
  ContinuousBench list(lag(), types());
  list.run(TimeSpan::at(times));
  const Interpolant dense(to_end.trajectory, "lag.y");
  file->check_times([&](const std::string& quantity, double t) {
    if (quantity.starts_with("(d)")) return dense(t);
    const ContinuousBench& bench = quantity.starts_with("(a)")   ? to_end
                                   : quantity.starts_with("(b)") ? pair
                                                                 : list;
    return bench.at("lag.y", t);
  });
  const Trajectory& kept = to_end.trajectory;
  file->check_values("(a) first and last stored t", {kept.time(0), kept.time(kept.rows() - 1)});
  CHECK(list.trajectory.rows() == file->take("(c) stored points").get<std::size_t>());
  file->check_complete();
  CHECK(pair.trajectory.time(0) == 0.5);
  CHECK(pair.at("lag.y", 0.5) == 1.0);
  // (d) the list (0, 2) stores two points, asked further times as many more
  ContinuousBench two(lag(), types());
  two.run(TimeSpan::at({0.0, 2.0}));
  CHECK(two.trajectory.rows() == 2);
  ContinuousBench asked(lag(), types());
  asked.run(TimeSpan::at({0.0, 0.37, 1.93, 2.0}));
  CHECK(asked.at("lag.y", 0.37) == Approx(std::exp(-0.37)).epsilon(1e-9));
  CHECK(asked.at("lag.y", 1.93) == Approx(std::exp(-1.93)).epsilon(1e-9));
  // (e) times closer than any step of the integrator
  std::vector<double> close;
  for (int k = 0; k <= 10; ++k) close.push_back(1.0 + k * 1e-4);
  ContinuousBench within(lag(), types());
  within.run(TimeSpan::at(close));
  CHECK(within.trajectory.rows() == close.size());
  for (const double t : close) CHECK(within.at("lag.y", t) == Approx(std::exp(-t)).epsilon(1e-7));
}

TEST_CASE("a pair that begins later runs there and keeps from its start on") {
  ContinuousBench bench(lag(), types());
  bench.run(TimeSpan::between(0.5, 2.0));
  CHECK(bench.trajectory.time(0) == 0.5);
  CHECK(bench.at("lag.y", 0.5) == Approx(std::exp(-0.5)).epsilon(1e-9));
  CHECK(bench.trajectory.time(bench.trajectory.rows() - 1) == 2.0);
  bench.run(TimeSpan::between(3.0, 4.0));
  CHECK(bench.at("lag.y", 3.0) == Approx(std::exp(-3.0)).epsilon(1e-9));
  for (std::size_t row = 0; row < bench.trajectory.rows(); ++row) {
    const double time = bench.trajectory.time(row);
    CHECK((time <= 2.0 || time >= 3.0));
  }
  check_order(bench.trajectory);
}

TEST_CASE("spans that are none are refused before anything runs") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  ContinuousBench bench(lag(), types());
  bench.run(TimeSpan::until(1.0));
  const std::size_t rows = bench.trajectory.rows();
  const auto code = [&](const TimeSpan& span) { return code_of([&] { bench.run(span); }); };
  CHECK(code(TimeSpan::at({})) == "simulation.times_missing");
  CHECK(code(TimeSpan::at({3.0, 2.5})) == "simulation.times_unsorted");
  CHECK(code(TimeSpan::at({2.0, 2.0})) == "simulation.times_unsorted");
  CHECK(code(TimeSpan::between(3.0, 2.0)) == "simulation.times_unsorted");
  CHECK(code(TimeSpan::between(2.0, 2.0)) == "simulation.times_unsorted");
  CHECK(code(TimeSpan::until(nan)) == "simulation.times_not_finite");
  CHECK(code(TimeSpan::until(INFINITY)) == "simulation.times_not_finite");
  CHECK(code(TimeSpan::at({2.0, nan, 3.0})) == "simulation.times_not_finite");
  CHECK(code(TimeSpan::between(nan, 2.0)) == "simulation.times_not_finite");
  CHECK(code(TimeSpan::until(0.5)) == "simulation.times_past");
  CHECK(code(TimeSpan::between(0.5, 2.0)) == "simulation.times_past");
  CHECK(code(TimeSpan::at({0.5, 1.5})) == "simulation.times_past");
  CHECK(bench.simulation.time() == 1.0);
  CHECK(bench.trajectory.rows() == rows);
  bench.run(TimeSpan::until(1.0));
  bench.run(TimeSpan::at({1.0}));
  CHECK(bench.trajectory.rows() == rows);
  // A trajectory belongs to one run.
  bench.simulation.initialize();
  CHECK(code(TimeSpan::until(0.5)) == "trajectory.unsorted");
}

/// A sampled controller that ticks every second next to a force that jumps at 2 s and bends
/// nothing.
SimulationModel busy() {
  SimulationModel model = lag();
  model.add_component(instance("m", "Oscillator"));
  model.set_initial("m.x", {1.0, {}});
  model.add_component(listed("force", 0));
  model.add_connection("force.scheduleValue -> m.force");
  model.add_component(instance("c", "Counter")).clock = SampleClock{1.0, 0.0, {}};
  return model;
}

TEST_CASE("a run in segments has the points of one run, none twice and none lost") {
  ListResolver resolver({{{{0.0, 0.0}, {2.0, 1.0}}, Series::Shape::Hold}});
  ContinuousRunOptions options;
  options.resolver = &resolver;
  ContinuousBench whole(busy(), types(), options), parts(busy(), types(), options);
  whole.run(TimeSpan::until(5.0));
  // Ends between ticks, at ticks, at the jump, at instants that rounding distinguishes.
  for (const double end : {0.1 + 0.2, 0.3, 1.0, 1.5, 2.0, 2.0, 3.0, 4.25, 5.0}) {
    parts.run(TimeSpan::until(end));
  }
  check_order(whole.trajectory);
  check_order(parts.trajectory);
  for (const double tick : {1.0, 2.0, 3.0}) {
    INFO("at " << tick);
    CHECK(rows_at(whole.trajectory, tick) == 2);
    CHECK(rows_at(parts.trajectory, tick) == 2);
    for (const char* name : {"c.y", "force.scheduleValue"}) {
      for (const Limit limit : {Limit::Left, Limit::Right}) {
        CHECK(parts.at(name, tick, limit) == whole.at(name, tick, limit));
      }
    }
    CHECK(parts.at("m.x", tick) == Approx(whole.at("m.x", tick)).epsilon(1e-9));
  }
  CHECK(parts.at("c.y", 3.0, Limit::Left) == 3.0);
  CHECK(parts.at("c.y", 3.0, Limit::Right) == 4.0);
  CHECK(parts.at("force.scheduleValue", 2.0, Limit::Left) == 0.0);
  CHECK(parts.at("force.scheduleValue", 2.0, Limit::Right) == 1.0);
  // Lists in a row: exactly these times.
  ContinuousBench lists(busy(), types(), options);
  lists.run(TimeSpan::at({0.0, 0.5, 1.0}));
  lists.run(TimeSpan::at({1.0, 1.5, 2.0}));
  lists.run(TimeSpan::at({2.5, 3.0}));
  CHECK(lists.trajectory.rows() == 7);
}

TEST_CASE("what was let happen between two spans is kept as the right limit") {
  ContinuousBench bench(busy(), types(), [] {
    static ListResolver resolver({{{{0.0, 0.0}, {2.0, 1.0}}, Series::Shape::Hold}});
    ContinuousRunOptions options;
    options.resolver = &resolver;
    return options;
  }());
  bench.run(TimeSpan::until(2.0));
  bench.simulation.settle();
  bench.run(TimeSpan::until(2.5));
  CHECK(rows_at(bench.trajectory, 2.0) == 2);
  CHECK(bench.at("c.y", 2.0, Limit::Left) == 2.0);
  CHECK(bench.at("c.y", 2.0, Limit::Right) == 3.0);
  CHECK(bench.at("force.scheduleValue", 2.0, Limit::Right) == 1.0);
  check_order(bench.trajectory);
}

TEST_CASE("a snapshot remembers that something was set at its instant") {
  // At the level set the thermostat is too cold: it switches on when the run continues.
  SimulationModel model;
  model.add_component(instance("room", "HeatedRoom"));
  model.set_initial("room.T", {20.5, {}});
  model.add_component(instance("relay", "TwoPoint"));
  model.add_connection("room.T -> relay.measurement");
  model.add_connection("relay.s -> room.s");
  ContinuousBench bench(model, types());
  bench.simulation.settle();
  bench.simulation.set_state(bench.plan.initial("room@T").cells.front(), 19.0);
  const ContinuousSnapshot kept = bench.simulation.snapshot();
  for (int pass = 0; pass < 2; ++pass) {
    bench.simulation.settle();
    CHECK(bench.event_times("relay.cold") == std::vector<double>{0.0});
    CHECK(bench.value("relay.s") == 1.0);
    bench.simulation.restore(kept);
    CHECK(bench.value("relay.s") == 0.0);
    CHECK(bench.simulation.events().empty());
  }
}

TEST_CASE("an input that is set between two spans jumps in the trajectory") {
  SimulationModel model;
  model.add_component(instance("tank", "Tank"));
  model.add_component(instance("flow", "Gain"));
  model.add_connection("flow.y -> tank.v");
  model.inputs = {"flow.in.u"};
  const bool settled = GENERATE(false, true);
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::until(1.0));
  if (settled) bench.simulation.settle();
  bench.simulation.set_input(bench.plan.open_input("flow.in.u"), 3.0);
  bench.run(TimeSpan::until(2.0));
  CHECK(bench.at("flow.y", 1.0, Limit::Left) == 0.0);
  CHECK(bench.at("flow.y", 1.0, Limit::Right) == 3.0);
  CHECK(rows_at(bench.trajectory, 1.0) == 2);
  const Interpolant flow(bench.trajectory, "flow.y");
  CHECK(flow(0.999) == 0.0);
  CHECK(flow(1.001) == 3.0);
  // So does a state that was brought to rest.
  const double level = find_steady_state(bench.simulation).value("tank@h");
  bench.run(TimeSpan::until(3.0));
  CHECK(bench.at("tank.h", 2.0, Limit::Right) == level);
  CHECK(bench.at("tank.h", 2.0, Limit::Left) > level + 0.1);
  CHECK(bench.at("tank.h", 3.0) == Approx(level).epsilon(1e-9));
  check_order(bench.trajectory);
}

}  // namespace
}  // namespace hearth::test::span_test
