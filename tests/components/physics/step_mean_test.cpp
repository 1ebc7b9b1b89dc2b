// SPDX-License-Identifier: MIT
#include "hearth/components/physics/step_mean.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/tests/support/derivatives.hpp"

namespace hearth::test::step_mean_test {
namespace {

TEST_CASE("the mean over a step is that of the exact solution") {
  // C dx/dt = b - a x from 30 to 10 with C/a = 500 s: x = 10 + 20 e^(-t/500).
  for (const double h : {1e-3, 1.0, 500.0, 5000.0}) {
    const double end = 10.0 + 20.0 * std::exp(-h / 500.0);
    const double mean = 10.0 + 20.0 * 500.0 / h * -std::expm1(-h / 500.0);
    // b and what is stored nearly cancel in short steps: 1e-16 of C x / h over a.
    CHECK(step_mean(30.0, end, 1000.0, 2.0, 20.0, h) == Approx(mean).epsilon(1e-13 + 1e-12 / h));
  }
}

TEST_CASE("what is exchanged with the mean balances what is stored, for any end of the step") {
  for (const double end : {-40.0, 29.9, 31.0}) {
    const double mean = step_mean(30.0, end, 1000.0, 2.0, 20.0, 600.0);
    CHECK(20.0 - 2.0 * mean == Approx(1000.0 * (end - 30.0) / 600.0).epsilon(1e-14));
  }
}

TEST_CASE("the mean over a step without exchange is its middle") {
  CHECK(step_mean(30.0, 32.0, 1000.0, 0.0, 2.0, 600.0) == 31.0);
  // Just next to the threshold of 1e-6 the balance agrees with the middle to 1e-7 of the change.
  const double a = 1.01e-6 * 1000.0 / 600.0;
  const double end = 30.0 + (2000.0 / 600.0 - a * 30.0) / a * -std::expm1(-a * 600.0 / 1000.0);
  CHECK(step_mean(30.0, end, 1000.0, a, 2000.0 / 600.0, 600.0) ==
        Approx(0.5 * (30.0 + end)).epsilon(1e-6));
}

TEST_CASE("the derivatives of the mean agree with differences on either side of the threshold") {
  const auto f = []<class T>(const std::vector<T>& x) {
    return std::vector<T>{step_mean(x[0], x[1], x[2], x[3], x[4], 600.0)};
  };
  check_derivatives(f, {30, 25, 1000, 2, 20});
  check_derivatives(f, {30, 25, 1000, 1e-9, 20});
}

TEST_CASE("a mean counts for the step that began at its sample only") {
  CHECK(over_step(Clock{1600.0, 600.0}, 1000.0, 1.0, 2.0) == 1.0);
  CHECK(over_step(Clock{1600.0, 200.0}, 1000.0, 1.0, 2.0) == 2.0);
  // A year of seconds keeps 4e-9 s.
  CHECK(over_step(Clock{31536000.1, 0.1}, 31536000.0, 1.0, 2.0) == 1.0);
}

}  // namespace
}  // namespace hearth::test::step_mean_test
