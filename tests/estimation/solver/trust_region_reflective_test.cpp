// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include "hearth/estimation/solver/internal/multistart.hpp"
#include "hearth/estimation/solver/internal/solvers.hpp"
#include "hearth/tests/estimation/calibration/room_problem.hpp"
#include "hearth/tests/estimation/solver/test_problems.hpp"

namespace trust_region_reflective_test {

using namespace hearth::test;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Summary reflective(const std::vector<Parameter>& parameters, ResidualFunction& function) {
  SolveOptions options;
  options.solver = Solver::Trf;
  return solve(parameters, function, options);
}

void check_at(const Summary& summary, const std::vector<double>& expected, double relative) {
  CHECK(summary.status == Status::Converged);
  REQUIRE(summary.parameters.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(summary.parameters[i] == Approx(expected[i]).epsilon(relative).margin(relative));
  }
}

}  // namespace

// Problems with residuals zero at the optimum converge quadratically: 1e-8 is a step before
// rounding.
TEST_CASE("the reflective method solves the unconstrained problems of the literature") {
  auto f1 = rosenbrock();
  check_at(reflective(unbounded({-1.2, 1.0}), f1), {1.0, 1.0}, 1e-8);
  auto f5 = beale();
  check_at(reflective(unbounded({1.0, 1.0}), f5), {3.0, 0.5}, 1e-8);
  auto f14 = wood();
  check_at(reflective(unbounded({-3.0, -1.0, -3.0, -1.0}), f14), {1.0, 1.0, 1.0, 1.0}, 1e-8);
  auto f3 = powell_badly_scaled();
  check_at(reflective(unbounded({0.0, 1.0}), f3), {1.098159e-5, 9.106146739867}, 1e-5);
  auto f4 = brown_badly_scaled();
  check_at(reflective(unbounded({1.0, 1.0}), f4), {1e6, 2e-6}, 1e-8);
}

// The literature prints six digits; 48.98425 is 48.9842 with two more.
TEST_CASE("the reflective method finds optima with residuals left") {
  auto f2 = freudenstein_roth();
  CHECK(reflective(unbounded({0.5, -2.0}), f2).objective_final == Approx(48.98425).epsilon(1e-6));
  auto f6 = jennrich_sampson();
  CHECK(reflective(unbounded({0.3, 0.4}), f6).objective_final == Approx(124.362).epsilon(2e-6));
  auto f10 = meyer();
  CHECK(reflective(unbounded({0.02, 4000.0, 250.0}), f10).objective_final ==
        Approx(87.9458).epsilon(1e-6));
  auto f16 = brown_dennis();
  CHECK(reflective(unbounded({25.0, 5.0, -5.0, -1.0}), f16).objective_final ==
        Approx(85822.2).epsilon(1e-6));
}

TEST_CASE("many bounds at the optimum do not make the reflective method slow") {
  // x* is 0 except in every fourth coordinate; b makes the gradient at x* positive at all bounds.
  constexpr int kSize = 40;
  const auto entry = [](int i, int j) {
    return i == j ? 1.5 : 0.5 * std::exp(-0.02 * std::abs(i - j));
  };
  Eigen::MatrixXd a(kSize, kSize);
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) a(i, j) = entry(i, j);
  }
  Eigen::VectorXd optimum = Eigen::VectorXd::Zero(kSize), slopes = Eigen::VectorXd::Zero(kSize);
  for (int i = 0; i < kSize; ++i) (i % 4 == 0 ? optimum : slopes)[i] = 1.0 + 0.1 * (i % 7);
  const Eigen::VectorXd rest = a.transpose().lu().solve(slopes);
  const Eigen::VectorXd b = a * optimum - rest;
  auto function = exact<kSize>(kSize, [&](const auto* x, auto* rows) {
    for (int i = 0; i < kSize; ++i) {
      rows[i] = -b[i] + 0.0 * x[0];
      for (int j = 0; j < kSize; ++j) rows[i] += a(i, j) * x[j];
    }
  });
  const Summary summary =
      reflective(linear(std::vector<double>(kSize, 0.2), std::vector<double>(kSize, 0.0),
                        std::vector<double>(kSize, 10.0)),
                 function);
  check_at(summary, {optimum.data(), optimum.data() + kSize}, 1e-7);
  for (int i = 0; i < kSize; ++i) {
    CHECK(summary.at_bound[static_cast<std::size_t>(i)] ==
          (i % 4 == 0 ? Bound::None : Bound::Lower));
  }
  CHECK(summary.iterations <= 6);  // 10 if each step ends at the first bound that it reaches
}

TEST_CASE("the reflective method ends exactly on the bounds that hold the optimum") {
  using Bounds = std::vector<Bound>;
  auto f1 = rosenbrock();
  const Summary first = reflective(linear({-1.2, 1.0}, {-50.0, 0.0}, {0.5, 100.0}), f1);
  check_at(first, {0.5, 0.25}, 1e-8);
  CHECK(first.parameters[0] == 0.5);
  CHECK(first.at_bound == Bounds{Bound::Upper, Bound::None});
  CHECK(first.objective_final == Approx(0.25));

  auto f2 = freudenstein_roth();
  const Summary second = reflective(linear({0.5, -2.0}, {0.0, -30.0}, {20.0, -0.9}), f2);
  CHECK(second.parameters[1] == -0.9);
  CHECK(second.parameters[0] == Approx(11.37).epsilon(1e-7));
  CHECK(second.objective_final == Approx(48.985202));

  auto f3 = powell_badly_scaled();
  const Summary third = reflective(linear({0.0, 1.0}, {0.0, 1.0}, {1.0, 9.0}), f3);
  CHECK(third.parameters[1] == 9.0);
  CHECK(third.objective_final == Approx(0.151259e-9).epsilon(1e-5));  // six digits are printed

  auto f4 = brown_badly_scaled();
  const Summary fourth = reflective(linear({1.0, 1.0}, {0.0, 3e-5}, {1e6, 100.0}), f4);
  CHECK(fourth.parameters[1] == 3e-5);
  CHECK(fourth.objective_final == Approx(784.0).epsilon(1e-8));

  auto f6 = jennrich_sampson();
  const Summary sixth = reflective(linear({0.3, 0.4}, {0.26, 0.0}, {10.0, 20.0}), f6);
  CHECK(sixth.at_bound == Bounds{Bound::Lower, Bound::None});
  CHECK(sixth.objective_final == Approx(124.3831129));

  auto f14 = wood();
  const Summary wood_summary = reflective(
      linear({-3.0, -1.0, -3.0, -1.0}, {-100.0, -100.0, -100.0, -100.0}, {0.0, 10.0, 100.0, 100.0}),
      f14);
  CHECK(wood_summary.parameters[0] == 0.0);
  CHECK(wood_summary.objective_final == Approx(1.5567008));
}

TEST_CASE("an optimum in a corner of the bounds is met exactly") {
  auto function = exact<3>(3, [](const auto* p, auto* r) {
    r[0] = p[0] + 1.0;
    r[1] = 10.0 * (p[1] - 4.0);
    r[2] = p[2] - p[0] - 0.5;
  });
  for (const Scale scale : {Scale::Linear, Scale::Log, Scale::Logit}) {
    auto parameters = linear({1.0, 1.0, 1.0}, {0.1, 0.1, 0.1}, {2.0, 2.0, 2.0});
    for (Parameter& parameter : parameters) parameter.scale = scale;
    const Summary summary = reflective(parameters, function);
    CHECK(summary.at_bound == std::vector<Bound>{Bound::Lower, Bound::Upper, Bound::None});
    check_at(summary, {0.1, 2.0, 0.6}, 1e-6);  // √ftol would be 1e-5
  }
}

TEST_CASE("a singular jacobian at the optimum slows the reflective method but does not stop it") {
  auto function = powell_singular();
  const Summary summary = reflective(unbounded({3.0, -1.0, 0.0, 1.0}), function);
  CHECK(summary.status == Status::Converged);
  CHECK(summary.objective_final < 1e-12);
}

TEST_CASE("a product of two parameters is solved although only the product is determined") {
  auto function = exact<2>(10, [](const auto* p, auto* r) {
    for (int i = 0; i < 10; ++i) r[i] = p[0] * p[1] * double(i) - 6.0 * i;
  });
  const auto infinite = reflective(unbounded({1.0, 1.0}), function);
  CHECK(infinite.status == Status::Converged);
  CHECK(infinite.parameters[0] * infinite.parameters[1] == Approx(6.0).epsilon(1e-8));
  const Summary bounded =
      reflective({parameter("a", 1.0, 0.1, 2.0), parameter("b", 1.0, 0.1, 50.0)}, function);
  CHECK(bounded.status == Status::Converged);
  CHECK(bounded.parameters[0] * bounded.parameters[1] == Approx(6.0).epsilon(1e-8));
}

TEST_CASE("two exponentials are found in log coordinates from starts far off") {
  auto function = exact<4>(40, [](const auto* p, auto* r) {
    using std::exp;
    for (int i = 0; i < 40; ++i) {
      const double t = 0.25 * i;
      const double y = 3.0 * std::exp(-2.0 * t) + 1.5 * std::exp(-0.2 * t);
      r[i] = p[0] * exp(-p[1] * t) + p[2] * exp(-p[3] * t) - y;
    }
  });
  const Summary summary =
      reflective({parameter("a", 10.0, 1e-3, 1e3), parameter("ka", 5.0, 1e-3, 1e3),
                  parameter("b", 0.1, 1e-3, 1e3), parameter("kb", 1.0, 1e-3, 1e3)},
                 function);
  check_at(summary, {3.0, 2.0, 1.5, 0.2}, 1e-7);
}

TEST_CASE("parameters eight orders of magnitude apart and away are found in log coordinates") {
  // A first-order step response with gain 2e6, time constant 3e-2 and an offset rate of 4e-4.
  auto function = exact<3>(50, [](const auto* p, auto* r) {
    using std::exp;
    for (int i = 0; i < 50; ++i) {
      const double t = 4e-3 * i;
      const double y = 2e6 * (1.0 - std::exp(-t / 3e-2)) + 1e7 * 4e-4 * t;
      r[i] = (p[0] * (1.0 - exp(-t / p[1])) + 1e7 * p[2] * t - y) / 1e3;
    }
  });
  const Summary summary =
      reflective({parameter("gain", 1e2, 1.0, 1e10), parameter("tau", 10.0, 1e-6, 1e2),
                  parameter("rate", 1.0, 1e-8, 1e2)},
                 function);
  check_at(summary, {2e6, 3e-2, 4e-4}, 1e-5);
}

TEST_CASE("half-infinite bounds hold") {
  auto function = exact<2>(2, [](const auto* p, auto* r) {
    r[0] = p[0] + 5.0;
    r[1] = p[1] - 7.0;
  });
  const Summary summary =
      reflective(linear({3.0, 1.0}, {1.0, -kInfinity}, {kInfinity, 2.0}), function);
  CHECK(summary.parameters == std::vector<double>{1.0, 2.0});
  CHECK(summary.at_bound == std::vector<Bound>{Bound::Lower, Bound::Upper});
}

TEST_CASE("a region without values is stepped around") {
  // r = ln(p - 0.5) cannot be evaluated at p <= 0.5; the optimum p = 0.51 is close to the edge.
  for (const bool says_so : {true, false}) {
    Partial function(1, [says_so](const double* p, double* r, double* jacobian) {
      if (p[0] <= 0.5 && says_so) return false;
      r[0] = std::log(p[0] - 0.5) - std::log(0.01);  // NaN without a status
      if (jacobian != nullptr) jacobian[0] = 1.0 / (p[0] - 0.5);
      return true;
    });
    const Summary summary = reflective(linear({5.0}, {-10.0}, {10.0}), function);
    check_at(summary, {0.51}, 1e-8);
  }
}

TEST_CASE("a point without derivatives is not accepted") {
  Partial function(1, [](const double* p, double* r, double* jacobian) {
    if (jacobian != nullptr && p[0] < 0.3) return false;
    r[0] = p[0];
    if (jacobian != nullptr) jacobian[0] = 1.0;
    return true;
  });
  const Summary summary = reflective(linear({1.0}, {-1.0}, {2.0}), function);
  CHECK(summary.status == Status::Stopped);
  CHECK(summary.parameters[0] >= 0.3);
  CHECK(summary.parameters[0] < 0.31);
}

TEST_CASE("wrong derivatives end the search with a status that names them") {
  Partial function(1, [](const double* p, double* r, double* jacobian) {
    r[0] = p[0] - 3.0;
    if (jacobian != nullptr) jacobian[0] = -1.0;
    return true;
  });
  const Summary summary = reflective(linear({1.0}, {-10.0}, {10.0}), function);
  CHECK(summary.status == Status::Stopped);
  CHECK(summary.parameters[0] == Approx(1.0));
}

TEST_CASE("five starts of a room with a controller reach one optimum with three bounds") {
  RoomProblem room;
  const auto parameters = RoomProblem::parameters();
  double reference = 0.0;
  for (const std::vector<double>& start : start_points(parameters, 5, 1)) {
    const Summary summary = reflective(with_start(parameters, start), room);
    INFO(summary.message << ", evaluations " << summary.evaluations);
    CHECK(summary.status == Status::Converged);
    if (reference == 0.0) reference = summary.objective_final;
    // ftol is 1e-10; differences with steps of 1e-5 leave gradients with errors of about 1e-9
    CHECK(summary.objective_final == Approx(reference).epsilon(1e-7));
    CHECK(summary.at_bound[0] == Bound::Lower);  // C_air
    CHECK(summary.at_bound[2] == Bound::Lower);  // R_out
    CHECK(summary.at_bound[5] == Bound::Lower);  // UA
    CHECK(std::count(summary.at_bound.begin(), summary.at_bound.end(), Bound::None) == 6);
  }
}

}  // namespace trust_region_reflective_test
