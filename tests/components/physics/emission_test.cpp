// SPDX-License-Identifier: MIT
#include "hearth/components/physics/emission.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/tests/support/derivatives.hpp"
#include "hearth/tests/support/finite.hpp"

namespace hearth::test::emission_test {
namespace {

TEST_CASE("half the excess of a radiator of exponent 1.3 gives 0.406 of its heat") {
  CHECK(emitted_power(1000.0, 25.0, 50.0, 1.3) ==
        Approx(1000.0 * std::pow(0.5, 1.3)).epsilon(1e-11));
  CHECK(emitted_power(1000.0, 50.0, 50.0, 1.3) == Approx(1000.0).epsilon(1e-12));
  CHECK(emitted_power(1000.0, 20.0, 50.0, 1.0) == 400.0);
}

TEST_CASE("a room warmer than its radiator gives it heat by the same law") {
  CHECK(emitted_power(1000.0, -25.0, 50.0, 1.3) == -emitted_power(1000.0, 25.0, 50.0, 1.3));
  CHECK(emitted_power(1000.0, 0.0, 50.0, 1.3) == 0.0);
}

TEST_CASE("the logarithmic mean is that of its definition if it has one") {
  CHECK(logarithmic_mean(55.0, 45.0) == Approx(10.0 / std::log(55.0 / 45.0)).epsilon(1e-14));
  CHECK(logarithmic_mean(45.0, 55.0) == logarithmic_mean(55.0, 45.0));
  CHECK(logarithmic_mean(-45.0, -55.0) == -logarithmic_mean(55.0, 45.0));
  CHECK(logarithmic_mean(40.0, 40.0) == 40.0);
  // Either side of the series, 1e-3 from equality: its rest is 3e-14, that of the definition 1e-13.
  for (const double ratio : {0.998999, 0.999001}) {
    const double by_definition = 40.0 * (ratio - 1.0) / std::log(ratio);
    CHECK(logarithmic_mean(40.0, 40.0 * ratio) == Approx(by_definition).epsilon(1e-12));
  }
}

TEST_CASE("the logarithmic mean goes to 0 with either excess and stays there") {
  CHECK(logarithmic_mean(40.0, 0.0) == 0.0);
  CHECK(logarithmic_mean(40.0, -3.0) == 0.0);
  CHECK(logarithmic_mean(0.0, 0.0) == 0.0);
  // Where the line begins it continues the definition.
  CHECK(logarithmic_mean(40.0, 40.0 * 0.999999e-6) ==
        Approx(logarithmic_mean(40.0, 40.0 * 1.000001e-6)).epsilon(1e-5));
}

TEST_CASE("the derivatives of emission agree with differences and are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) {
    return std::vector<T>{emitted_power(x[0], arithmetic_excess(x[1], x[2], x[3]), x[4], x[5]),
                          emitted_power(x[0], logarithmic_excess(x[1], x[2], x[3]), x[4], x[5])};
  };
  check_derivatives(f, {1000, 55, 45, 20, 50, 1.3});
  check_derivatives(f, {1000, 15, 17, 25, 50, 1.2});
  check_finite(f, {1000, 20, 20, 20, 50, 1.3});
  check_finite(f, {1000, 45, 45, 20, 50, 1.3});
  check_finite(f, {1000, 45, 20, 20, 50, 1.0});
  check_finite(f, {1000, 20, 45, 20, 50, 1.3});
  check_finite(f, {1000, 30, 10, 20, 50, 1.3});
}

}  // namespace
}  // namespace hearth::test::emission_test
