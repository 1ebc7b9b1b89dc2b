// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/internal/coordinates.hpp"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "hearth/tests/estimation/solver/test_problems.hpp"

namespace coordinates_test {

using namespace hearth::test;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Coordinate scaled(double initial, double min, double max, Scale scale) {
  Parameter result = parameter("p", initial, min, max);
  result.scale = scale;
  return Coordinate(result);
}

}  // namespace

TEST_CASE("the scale is log if the lower bound is positive, otherwise linear") {
  CHECK(scale_of(parameter("p", 1.0, 0.5, 2.0)) == Scale::Log);
  CHECK(scale_of(parameter("p", 1.0, 0.5, kInfinity)) == Scale::Log);
  CHECK(scale_of(parameter("p", 1.0, 0.0, 2.0)) == Scale::Linear);
}

TEST_CASE("a coordinate maps back to the value it came from") {
  for (const Scale scale : {Scale::Linear, Scale::Log, Scale::Logit}) {
    const Coordinate coordinate = scaled(3e5, 1e4, 1e6, scale);
    for (const double p : {2e4, 3e5, 9e5}) {
      CHECK(coordinate.to_physical(coordinate.from_physical(p)) == Approx(p).epsilon(1e-13));
    }
  }
}

TEST_CASE("a coordinate at its bound is the bound to the last bit") {
  for (const Scale scale : {Scale::Linear, Scale::Log}) {
    const Coordinate coordinate = scaled(0.2, 0.1, 0.7, scale);
    CHECK(coordinate.to_physical(coordinate.from_physical(0.1)) == 0.1);
    CHECK(coordinate.to_physical(coordinate.from_physical(0.7)) == 0.7);
    CHECK(coordinate.from_physical(0.1) == coordinate.lower());
  }
}

TEST_CASE("physical values never leave the bounds") {
  const Coordinate coordinate = scaled(0.2, 0.1, 0.7, Scale::Logit);
  CHECK(coordinate.to_physical(-1e6) == 0.1);
  CHECK(coordinate.to_physical(1e6) == 0.7);
}

TEST_CASE("the slope is the derivative of the map") {
  for (const Scale scale : {Scale::Linear, Scale::Log, Scale::Logit}) {
    const Coordinate coordinate = scaled(3.0, 1.0, 10.0, scale);
    const double z = coordinate.from_physical(3.0);
    const double h = 1e-5;
    const double difference =
        (coordinate.to_physical(z + h) - coordinate.to_physical(z - h)) / (2.0 * h);
    CHECK(coordinate.slope(z) == Approx(difference).epsilon(1e-8));  // O(h²) of the difference
  }
}

TEST_CASE("linear coordinates count in ranges, or in starts where a bound is infinite") {
  CHECK(scaled(3.0, 0.0, 10.0, Scale::Linear).from_physical(3.0) == Approx(0.3));
  CHECK(scaled(4.0, 0.0, kInfinity, Scale::Linear).from_physical(2.0) == Approx(0.5));
  CHECK(scaled(0.0, 0.0, kInfinity, Scale::Linear).from_physical(2.0) == Approx(2.0));
}

TEST_CASE("the distance to a bound is relative to the range in the coordinate") {
  const Coordinate coordinate = scaled(1.0, 0.01, 100.0, Scale::Log);
  CHECK(coordinate.distance(0.1, Bound::Lower) == Approx(0.25));
  CHECK(coordinate.distance(100.0, Bound::Upper) == 0.0);
  CHECK(scaled(1.0, 0.0, 4.0, Scale::Logit).distance(1.0, Bound::Lower) == Approx(0.25));
}

TEST_CASE("losses and their derivatives agree with differences") {
  using Kind = Loss::Kind;
  for (const Kind kind : {Kind::Squared, Kind::Huber, Kind::SoftL1, Kind::Cauchy}) {
    const Loss loss{kind, 2.0};
    for (const double s : {0.5, 3.0, 40.0}) {
      const double h = 1e-4 * s;
      const LossValue above = evaluate(loss, s + h);
      const LossValue below = evaluate(loss, s - h);
      const LossValue here = evaluate(loss, s);
      // O(h²) of the difference, relative to derivatives of order 1/s
      CHECK(here.first == Approx((above.value - below.value) / (2.0 * h)).epsilon(1e-6));
      CHECK(here.second == Approx((above.first - below.first) / (2.0 * h)).margin(1e-6));
    }
    CHECK(evaluate(loss, 1e-8).value == Approx(1e-8).epsilon(1e-6));  // small residuals: squares
  }
}

TEST_CASE("rows hold residuals and priors with derivatives in the coordinate") {
  auto function = exact<2>(1, [](const auto* p, auto* r) { r[0] = p[0] * p[1]; });
  std::vector<Parameter> parameters{parameter("a", 2.0, 1.0, 8.0), parameter("b", 3.0, 0.0, 10.0)};
  parameters[1].prior = Prior{1.0, 0.5};
  const SolveOptions options;
  CoordinateProblem problem(parameters, function, options);
  REQUIRE(problem.rows() == 2);
  const std::vector<double> z = problem.coordinates();
  std::vector<double> rows(2);
  std::vector<double> jacobian(4);
  REQUIRE(problem.evaluate(z.data(), rows.data(), jacobian.data()));
  CHECK(rows[0] == Approx(6.0));
  CHECK(rows[1] == Approx(4.0));
  CHECK(jacobian[0] == Approx(6.0));   // b da/dz = b a
  CHECK(jacobian[1] == Approx(20.0));  // a db/dz = a (max - min)
  CHECK(jacobian[2] == 0.0);
  CHECK(jacobian[3] == Approx(20.0));  // (max - min) / sd

  problem.set({2.0, 3.0}, {true, false});
  CHECK(problem.size() == 1);
  REQUIRE(problem.evaluate(z.data() + 1, rows.data(), jacobian.data()));
  CHECK(jacobian[0] == Approx(20.0));
  std::vector<double> gradient;
  std::vector<double> at_rows(static_cast<std::size_t>(problem.rows()));
  REQUIRE(problem.gradient_here(gradient, at_rows.data()));
  CHECK(gradient[0] == Approx(2.0 * 6.0 * 3.0));
  CHECK(gradient[1] == Approx(2.0 * 6.0 * 2.0 + 2.0 * 4.0 / 0.5));
}

}  // namespace coordinates_test
