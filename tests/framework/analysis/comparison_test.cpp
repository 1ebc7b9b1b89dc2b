// SPDX-License-Identifier: MIT
#include "hearth/framework/analysis/comparison.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include <catch2/catch.hpp>

#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"

namespace hearth::test::comparison_test {
namespace {

struct Point {
  double time;
  double value;
};

/// A trajectory of one signal; the second of two points of one time is its right limit.
Trajectory path(const std::vector<Point>& points, const std::string& name = "a.y",
                const Unit& unit = unit::one) {
  Trajectory trajectory({{name, unit}});
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool right = i > 0 && points[i].time == points[i - 1].time;
    trajectory.append(points[i].time, right ? Limit::Right : Limit::Left, &points[i].value);
  }
  return trajectory;
}

Trajectory sampled(const std::function<double(double)>& f, int intervals, double end = 3.0) {
  std::vector<Point> points;
  for (int k = 0; k <= intervals; ++k) points.push_back({end * k / intervals, 0.0});
  for (Point& point : points) point.value = f(point.time);
  return path(points);
}

/// 0 before a time, `height` after it, until 3.
Trajectory step_at(double time, double height = 10.0) {
  return path({{0.0, 0.0}, {time, 0.0}, {time, height}, {3.0, height}});
}

std::string code_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.code();
  }
  return "no error";
}

TEST_CASE("a trajectory equals itself exactly") {
  const Trajectory a = sampled([](double t) { return std::sin(t); }, 17);
  const TrajectoryComparison same = compare(a, a);
  CHECK(same.equal());
  REQUIRE(same.signals.size() == 1);
  CHECK(same.signals[0].name == "a.y");
  CHECK(same.signals[0].largest.size() == 0.0);
  CHECK(same.from == 0.0);
  CHECK(same.to == 3.0);
}

TEST_CASE("the largest deviation is found with its time, its values and the first one outside") {
  const Trajectory a = path({{0.0, 1.0}, {1.0, 2.0}, {2.0, 3.0}, {3.0, 4.0}});
  const Trajectory b = path({{0.0, 1.0}, {1.0, 2.25}, {2.0, 2.0}, {3.0, 4.0}});
  const SignalComparison found = compare(a, b, {.absolute = 0.1}).signals.at(0);
  CHECK_FALSE(found.within());
  CHECK(found.largest.time == 2.0);
  CHECK(found.largest.a == 3.0);
  CHECK(found.largest.b == 2.0);
  CHECK(found.largest.size() == 1.0);
  REQUIRE(found.outside);
  CHECK(found.outside->time == 1.0);
  CHECK(compare(a, b, {.absolute = 1.0}).equal());
  CHECK_FALSE(compare(a, b, {.absolute = 0.999}).equal());
  // 1 of max(3, 2): a third
  CHECK(compare(a, b, {.relative = 0.334}).equal());
  CHECK_FALSE(compare(a, b, {.relative = 0.333}).equal());
}

TEST_CASE("the largest deviation may lie within where a smaller one does not") {
  const Trajectory a = path({{0.0, 1.0}, {1.0, 1000.0}});
  const Trajectory b = path({{0.0, 1.5}, {1.0, 1001.0}});
  const SignalComparison found = compare(a, b, {.relative = 0.01}).signals.at(0);
  CHECK(found.largest.time == 1.0);
  REQUIRE(found.outside);
  CHECK(found.outside->time == 0.0);
}

TEST_CASE("different grids are compared at the points of both") {
  const auto cubic = [](double t) { return 1.0 - 2.0 * t + 0.5 * t * t + 0.25 * t * t * t; };
  // Both splines are the cubic itself.
  CHECK(compare(sampled(cubic, 7), sampled(cubic, 11), {.absolute = 1e-13}).equal());
  // A deviation at a point of one only.
  Trajectory bent = path({{0.0, 0.0}, {1.0, 1.0}, {1.5, 2.5}, {2.0, 2.0}, {3.0, 3.0}});
  const Trajectory straight = path({{0.0, 0.0}, {3.0, 3.0}});
  for (const bool swapped : {false, true}) {
    const ComparisonOptions linear{.absolute = 0.5, .between = Interpolation::Linear};
    const auto found = swapped ? compare(straight, bent, linear) : compare(bent, straight, linear);
    CHECK(found.signals[0].largest.time == 1.5);
    CHECK(found.signals[0].largest.size() == Approx(1.0).epsilon(1e-15));
    CHECK_FALSE(found.equal());
  }
}

TEST_CASE("a deviation on one side of a jump is reported with its side") {
  const Trajectory a = path({{0.0, 0.0}, {1.0, 0.0}, {1.0, 5.0}, {2.0, 5.0}});
  const Trajectory left = path({{0.0, 0.0}, {1.0, 1.0}, {1.0, 5.0}, {2.0, 5.0}});
  const Trajectory right = path({{0.0, 0.0}, {1.0, 0.0}, {1.0, 6.0}, {2.0, 5.0}});
  const Deviation before = compare(a, left).signals[0].largest;
  CHECK(before.time == 1.0);
  CHECK(before.limit == Limit::Left);
  CHECK(before.b == 1.0);
  const Deviation after = compare(a, right).signals[0].largest;
  CHECK(after.limit == Limit::Right);
  CHECK(after.b == 6.0);
}

TEST_CASE("a jump displaced by less than the time tolerance is not a deviation") {
  CHECK(compare(step_at(1.0), step_at(1.01), {.time = 0.02}).equal());
  CHECK(compare(step_at(1.01), step_at(1.0), {.time = 0.02}).equal());
  CHECK_FALSE(compare(step_at(1.0), step_at(1.03), {.time = 0.02}).equal());
  CHECK_FALSE(compare(step_at(1.0), step_at(1.01)).equal());
  // The values on both sides still count: another height, another direction, no jump at all.
  const auto higher = compare(step_at(1.0), step_at(1.01, 11.0), {.time = 0.02});
  CHECK(higher.signals[0].largest.size() == 1.0);
  CHECK_FALSE(higher.equal());
  CHECK_FALSE(compare(step_at(1.0), step_at(1.01, -10.0), {.time = 0.02}).equal());
  CHECK_FALSE(compare(step_at(1.0), path({{0.0, 0.0}, {3.0, 0.0}}), {.time = 0.02}).equal());
  // A pulse that only one of them has is not forgiven, however short.
  const Trajectory pulse =
      path({{0.0, 0.0}, {1.0, 0.0}, {1.0, 9.0}, {1.001, 9.0}, {1.001, 0.0}, {3.0, 0.0}});
  CHECK_FALSE(compare(pulse, path({{0.0, 0.0}, {3.0, 0.0}}), {.time = 0.02}).equal());
}

TEST_CASE("jumps in a row are paired in their order") {
  const auto pulses = [](double shift) {
    std::vector<Point> points{{0.0, 0.0}};
    for (int k = 1; k < 10; ++k) {
      const double time = k + shift * (k % 2 == 0 ? 1.0 : -1.0);
      points.push_back({time, k % 2 == 0 ? 1.0 : 0.0});
      points.push_back({time, k % 2 == 0 ? 0.0 : 1.0});
    }
    points.push_back({10.0, 1.0});
    return path(points);
  };
  CHECK(compare(pulses(0.0), pulses(0.04), {.time = 0.05}).equal());
  CHECK_FALSE(compare(pulses(0.0), pulses(0.06), {.time = 0.05}).equal());
  // Another signal at rest between jumps that is wrong there is found.
  Trajectory wrong = pulses(0.04);
  const double value = 0.5;
  wrong.append(11.0, Limit::Left, &value);
  CHECK_FALSE(compare(pulses(0.0), wrong, {.time = 0.05}).equal());
}

TEST_CASE("signals of one trajectory only are named, and so is another range") {
  const Trajectory a = path({{0.0, 1.0}, {1.0, 1.0}}, "a.y");
  const Trajectory b = path({{0.0, 1.0}, {1.0, 1.0}}, "b.y");
  const TrajectoryComparison other = compare(a, b);
  CHECK_FALSE(other.equal());
  CHECK(other.signals.empty());
  CHECK(other.only_in_a == std::vector<std::string>{"a.y"});
  CHECK(other.only_in_b == std::vector<std::string>{"b.y"});
  const TrajectoryComparison shorter = compare(a, path({{0.0, 1.0}, {0.5, 1.0}}));
  CHECK_FALSE(shorter.same_range);
  CHECK_FALSE(shorter.equal());
  CHECK(shorter.signals[0].within());
  CHECK(shorter.to == 0.5);
}

TEST_CASE("what cannot be compared is refused") {
  const Trajectory a = path({{0.0, 1.0}, {1.0, 1.0}});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(code_of([&] { compare(a, a, {.absolute = -1.0}); }) == "comparison.tolerance_invalid");
  CHECK(code_of([&] { compare(a, a, {.relative = nan}); }) == "comparison.tolerance_invalid");
  CHECK(code_of([&] { compare(a, a, {.time = INFINITY}); }) == "comparison.tolerance_invalid");
  CHECK(code_of([&] { compare(a, path({{2.0, 1.0}, {3.0, 1.0}})); }) == "comparison.no_overlap");
  CHECK(code_of([&] { compare(a, path({})); }) == "comparison.no_overlap");
  CHECK(code_of([&] {
          compare(a, path({{0.0, 1.0}, {1.0, 1.0}}, "a.y", unit::W));
        }) == "comparison.unit_mismatch");
  CHECK(code_of([&] {
          compare(a, path({{0.0, 1.0}, {0.5, nan}, {1.0, 1.0}}));
        }) == "interpolant.not_finite");
}

TEST_CASE(
    "two integrators agree on a thermostat, whose switching they place a little differently") {
  SimulationModel model;
  model.add_component(instance("room", "HeatedRoom"));
  model.add_component(instance("relay", "TwoPoint"));
  model.add_connection("room.T -> relay.measurement");
  model.add_connection("relay.s -> room.s");
  const auto run = [&](Method method, double tolerance) {
    ContinuousRunOptions options;
    options.simulation.integrator.method = method;
    options.simulation.integrator.relative_tolerance = tolerance;
    options.simulation.integrator.absolute_tolerance = tolerance;
    ContinuousBench bench(model, dynamics_components(), options);
    bench.run(TimeSpan::until(86400.0));
    CHECK(bench.simulation.events().size() > 5);
    return std::move(bench.trajectory);
  };
  const Trajectory fine = run(Method::Bdf, 1e-10), coarse = run(Method::Adams, 1e-6);
  // Temperatures to 1e-4 of themselves, switching to a second.
  ComparisonOptions options{.absolute = 1e-3, .relative = 1e-4, .time = 1.0};
  CHECK(compare(fine, coarse, options).equal());
  options.time = 0.0;
  for (const SignalComparison& signal : compare(fine, coarse, options).signals) {
    CHECK(signal.within() == (signal.name != "relay.s"));
  }
}

}  // namespace
}  // namespace hearth::test::comparison_test
