// SPDX-License-Identifier: MIT
#include "hearth/framework/analysis/interpolant.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "hearth/tests/dynamics/case_file.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"

namespace hearth::test::interpolant_test {
namespace {

constexpr InterpolantOptions kPrevious{Interpolation::Previous, OutOfRange::Refuse};
constexpr InterpolantOptions kLinear{Interpolation::Linear, OutOfRange::Refuse};
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// A cubic: the not-a-knot spline through any samples of it is the cubic itself.
double cubic(double t) { return 1.0 - 2.0 * t + 0.5 * t * t + 0.25 * t * t * t; }

/// Samples of `t` before 1 and of `10 + t` after it.
Interpolant jumping(const InterpolantOptions& options = {}) {
  return Interpolant({0, 0.25, 0.5, 0.75, 1, 1, 1.25, 1.5, 1.75, 2},
                     {0, 0.25, 0.5, 0.75, 1, 11, 11.25, 11.5, 11.75, 12}, options);
}

std::string code_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.code();
  }
  return "no error";
}

TEST_CASE("D46: callables from trajectories") {
  auto file = CaseFile::read("D46");
  if (!file) return;
  const auto times = file->json()["parameters"]["t"].get<std::vector<double>>();
  const auto values = file->json()["parameters"]["p"].get<std::vector<double>>();
  const Interpolant smooth(times, values), held(times, values, kPrevious),
      straight(times, values, kLinear), jump = jumping();
  file->check_times([&](const std::string& quantity, double t) {
    if (quantity == "(a)") return smooth(t);
    if (quantity == "(b)") return held(t);
    if (quantity == "(c)") return straight(t);
    return jump.value(t, quantity == "(d) left limit" ? Limit::Left : Limit::Right);
  });
  file->check_complete();
  for (const double t : {-0.001, 3.001}) {
    CHECK(code_of([&] { smooth(t); }) == "interpolant.out_of_range");
  }
  const Interpolant hold(times, values, {Interpolation::Cubic, OutOfRange::Hold});
  CHECK(hold(-1.0) == 1.0);
  CHECK(hold(4.0) == 6.25);
  const Interpolant further(times, values, {Interpolation::Cubic, OutOfRange::Extrapolate});
  CHECK(further(-1.0) == Approx(cubic(-1.0)).epsilon(1e-12));
  CHECK(further(4.0) == Approx(cubic(4.0)).epsilon(1e-12));
}

TEST_CASE("an interpolant gives back its samples exactly, whatever it is between them") {
  const std::vector<double> times{0.0, 0.1, 0.3, 0.30001, 2.0, 7.0};
  const std::vector<double> values{1.0, -3.5, 1e6, 0.1, 1.0 / 3.0, 0.0};
  for (const auto kind : {Interpolation::Previous, Interpolation::Linear, Interpolation::Cubic}) {
    const Interpolant f(times, values, {kind, OutOfRange::Refuse});
    for (std::size_t i = 0; i < times.size(); ++i) {
      CHECK(f(times[i]) == values[i]);
      // Rounding of a time does not change what is there: 3 * 0.1 is not 0.3.
      CHECK(f(times[i] * (1.0 + 2e-16)) == values[i]);
    }
  }
}

TEST_CASE("the spline is smooth where third derivatives jump and exact for cubics") {
  // Widely different intervals, as an integrator leaves them after a start.
  const std::vector<double> times{0.0, 1e-6, 1e-4, 0.01, 0.5, 0.6, 3.0, 3.1};
  std::vector<double> values;
  for (const double t : times) values.push_back(cubic(t));
  const Interpolant f(times, values);
  for (double t = 0.0; t <= 3.1; t += 0.01) CHECK(f(t) == Approx(cubic(t)).margin(1e-11));
  // sin: the error is O(h^4), 16 times smaller for half the interval.
  const auto worst = [](int intervals) {
    std::vector<double> t, y;
    for (int k = 0; k <= intervals; ++k) t.push_back(6.0 * k / intervals);
    for (const double time : t) y.push_back(std::sin(time));
    const Interpolant sine(t, y);
    double error = 0.0;
    for (int k = 0; k <= 1000; ++k) {
      const double time = 0.006 * k;
      error = std::max(error, std::abs(sine(time) - std::sin(time)));
    }
    return error;
  };
  CHECK(worst(40) < 1e-5);
  CHECK(worst(20) / worst(40) > 12.0);
  CHECK(worst(20) / worst(40) < 32.0);
}

TEST_CASE("few samples give the polynomial through them") {
  CHECK(Interpolant({2.0}, {5.0})(2.0) == 5.0);
  CHECK(Interpolant({2.0, 4.0}, {5.0, 6.0})(3.0) == 5.5);
  const Interpolant parabola({0.0, 1.0, 3.0}, {0.0, 1.0, 9.0});
  CHECK(parabola(2.0) == Approx(4.0).epsilon(1e-15));
  CHECK(parabola(0.5) == Approx(0.25).epsilon(1e-15));
  const Interpolant exact({-1.0, 0.0, 1.0, 3.0}, {cubic(-1), cubic(0), cubic(1), cubic(3)});
  CHECK(exact(2.0) == Approx(cubic(2.0)).epsilon(1e-14));
}

TEST_CASE("nothing overshoots across a jump and both its limits are known") {
  const Interpolant f = jumping();
  for (int k = 0; k <= 1000; ++k) {
    const double t = 0.002 * k;
    CHECK(f.value(t, Limit::Left) == Approx(t <= 1.0 ? t : 10.0 + t).margin(1e-13));
    CHECK(f.value(t, Limit::Right) == Approx(t < 1.0 ? t : 10.0 + t).margin(1e-13));
  }
  const Interpolant line = jumping(kLinear);
  CHECK(line.value(1.0, Limit::Left) == 1.0);
  CHECK(line(1.0) == 11.0);
  CHECK(line(0.9) == Approx(0.9).epsilon(1e-15));
}

TEST_CASE("sample and hold jumps at every sample") {
  const Interpolant f({0.0, 1.0, 1.0, 2.0}, {3.0, 4.0, 5.0, 6.0}, kPrevious);
  CHECK(f.value(0.0, Limit::Left) == 3.0);
  CHECK(f(0.999) == 3.0);
  CHECK(f.value(1.0, Limit::Left) == 4.0);
  CHECK(f(1.0) == 5.0);
  CHECK(f.value(2.0, Limit::Left) == 5.0);
  CHECK(f(2.0) == 6.0);
}

TEST_CASE("outside its range an interpolant refuses, holds or extrapolates, as requested") {
  const auto jump_at_ends = [](Interpolation kind, OutOfRange outside) {
    return Interpolant({0.0, 0.0, 1.0, 2.0, 2.0}, {-1.0, 0.0, 1.0, 2.0, 7.0}, {kind, outside});
  };
  const Interpolant hold = jump_at_ends(Interpolation::Linear, OutOfRange::Hold);
  CHECK(hold(-5.0) == -1.0);
  CHECK(hold.value(0.0, Limit::Left) == -1.0);
  CHECK(hold(0.0) == 0.0);
  CHECK(hold.value(2.0, Limit::Left) == 2.0);
  CHECK(hold(2.0) == 7.0);
  CHECK(hold(9.0) == 7.0);
  // Beyond a jump at the end there is one sample: nothing to continue with.
  CHECK(jump_at_ends(Interpolation::Cubic, OutOfRange::Extrapolate)(9.0) == 7.0);
  CHECK(jump_at_ends(Interpolation::Cubic, OutOfRange::Extrapolate)(-9.0) == -1.0);
  const Interpolant line({0.0, 1.0, 3.0}, {0.0, 1.0, 7.0},
                         {Interpolation::Linear, OutOfRange::Extrapolate});
  CHECK(line(-2.0) == -2.0);
  CHECK(line(4.0) == 10.0);
  const Interpolant last({0.0, 1.0}, {2.0, 3.0},
                         {Interpolation::Previous, OutOfRange::Extrapolate});
  CHECK(last(-1.0) == 2.0);
  CHECK(last(5.0) == 3.0);
  const Interpolant one({1.0}, {2.0}, {Interpolation::Cubic, OutOfRange::Extrapolate});
  CHECK(one(-10.0) == 2.0);
  for (const auto outside : {OutOfRange::Refuse, OutOfRange::Hold, OutOfRange::Extrapolate}) {
    const Interpolant f({0.0, 1.0}, {0.0, 1.0}, {Interpolation::Linear, outside});
    CHECK(code_of([&] { f(kNaN); }) == "interpolant.out_of_range");
    CHECK(code_of([&] { f(std::numeric_limits<double>::infinity()); }) ==
          "interpolant.out_of_range");
  }
  try {
    jumping()(2.5);
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK_THAT(error.what(), Catch::Contains("2.5 s") && Catch::Contains("from 0 s to 2 s"));
  }
}

TEST_CASE("samples that are not a function of time are refused") {
  const auto code = [](std::vector<double> times, std::vector<double> values) {
    return code_of([&] { Interpolant(times, values); });
  };
  CHECK(code({}, {}) == "interpolant.empty");
  CHECK(code({0.0, 1.0}, {0.0}) == "interpolant.size_mismatch");
  CHECK(code({0.0, 2.0, 1.0}, {0.0, 0.0, 0.0}) == "interpolant.unsorted");
  CHECK(code({0.0, 1.0, 1.0, 1.0}, {0.0, 0.0, 0.0, 0.0}) == "interpolant.unsorted");
  CHECK(code({0.0, kNaN}, {0.0, 0.0}) == "interpolant.not_finite");
  CHECK(code({0.0, 1.0}, {0.0, kNaN}) == "interpolant.not_finite");
  CHECK(code({0.0, 1.0}, {0.0, INFINITY}) == "interpolant.not_finite");
  const Trajectory empty({{"a.y", unit::one}});
  CHECK(code_of([&] { Interpolant(empty, "a.y"); }) == "interpolant.empty");
  CHECK(code_of([&] { Interpolant(empty, "a.z"); }) == "trajectory.signal_unknown");
}

// ---- a run, asked between its points -----------------------------------------------------------

TEST_CASE("an oscillator is known between the steps of its run") {
  // x'' = -x from (1, 0): x = cos t.
  SimulationModel model;
  model.add_component(instance("m", "Oscillator"));
  model.set_initial("m.x", {1.0, {}});
  ContinuousRunOptions options;
  options.simulation.integrator.method = Method::Adams;
  ContinuousBench bench(model, dynamics_components(), options);
  bench.run(TimeSpan::until(10.0));
  const Interpolant x(bench.trajectory, "m.x"), v(bench.trajectory, "m.v");
  double worst = 0.0;
  for (int k = 0; k <= 10000; ++k) {
    const double t = 0.001 * k;
    worst = std::max({worst, std::abs(x(t) - std::cos(t)), std::abs(v(t) + std::sin(t))});
  }
  INFO("largest error " << worst << " in " << bench.trajectory.rows() << " rows");
  // Steps of up to 0.06 s and a fourth derivative of 1: 5/384 h^4 is 1.7e-7.
  CHECK(worst < 2e-7);
}

TEST_CASE("a run with jumps is known between its points, on either side of a jump") {
  // A force of 1 from t = 2 on: x = cos t, then cos t + 1 - cos(t - 2).
  SimulationModel model;
  model.add_component(instance("m", "Oscillator"));
  model.set_initial("m.x", {1.0, {}});
  model.add_component(listed("force", 0));
  model.add_connection("force.scheduleValue -> m.force");
  ListResolver resolver({{{{0.0, 0.0}, {2.0, 1.0}}, Series::Shape::Hold}});
  ContinuousRunOptions options;
  options.simulation.integrator.method = Method::Adams;
  options.resolver = &resolver;
  ContinuousBench bench(model, dynamics_components(), options);
  bench.run(TimeSpan::until(6.0));
  const Interpolant x(bench.trajectory, "m.x"), f(bench.trajectory, "force.scheduleValue");
  double worst = 0.0;
  for (int k = 0; k <= 6000; ++k) {
    const double t = 0.001 * k;
    const double expected = std::cos(t) + (t > 2.0 ? 1.0 - std::cos(t - 2.0) : 0.0);
    worst = std::max(worst, std::abs(x(t) - expected));
    CHECK(f.value(t, Limit::Left) == (t > 2.0 ? 1.0 : 0.0));
    CHECK(f(t) == (t >= 2.0 ? 1.0 : 0.0));
  }
  INFO("largest error " << worst);
  // Twice the fourth derivative, and the intervals next to the jump, where a not-a-knot spline
  // errs some times more.
  CHECK(worst < 1e-6);
}

}  // namespace
}  // namespace hearth::test::interpolant_test
