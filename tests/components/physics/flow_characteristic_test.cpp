// SPDX-License-Identifier: MIT
#include "hearth/components/physics/flow_characteristic.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/tests/support/derivatives.hpp"
#include "hearth/tests/support/finite.hpp"

namespace hearth::test::flow_characteristic_test {
namespace {

constexpr double kRounding = 1e-15;

TEST_CASE("an equal percentage valve opens by equal factors") {
  CHECK(equal_percentage(1.0, 50.0) == 1.0);
  CHECK(equal_percentage(0.0, 50.0) == Approx(0.02).epsilon(kRounding));
  CHECK(equal_percentage(0.5, 50.0) == Approx(std::sqrt(0.02)).epsilon(kRounding));
}

TEST_CASE("a quick opening valve follows the root of its opening and starts with a finite slope") {
  CHECK(quick_opening(0.25) == 0.5);
  CHECK(quick_opening(1.0) == 1.0);
  CHECK(quick_opening(0.0) == 0.0);
  // At the bend value and slope go over: 1e-3 and 500.
  CHECK(quick_opening(1e-6) == 1e-3);
  CHECK(quick_opening(0.999999e-6) == Approx(1e-3 - 500 * 1e-12).epsilon(1e-12));
}

TEST_CASE("the blended characteristic joins a line, a cubic and equal percentage smoothly") {
  const auto f = [](double y) { return blended_equal_percentage(y, 50.0, 1e-4, 0.01); };
  CHECK(f(0.0) == 1e-4);
  CHECK(f(1.0) == 1.0);
  // On the line, half way to R^-0.99: l/2 + R^-0.99/2.
  CHECK(f(0.005) == Approx(0.5e-4 + 0.5 * std::pow(50.0, -0.99)).epsilon(1e-14));
  CHECK(f(0.5) == Approx(std::sqrt(0.02)).epsilon(1e-14));
  for (const double joint : {0.005, 0.015}) {
    const double h = 1e-7;
    CHECK(std::abs(f(joint + h) - f(joint - h)) < 1e-6);
    const double left = (f(joint) - f(joint - h)) / h, right = (f(joint + h) - f(joint)) / h;
    // The slope of 2 changes by the second derivative, some 100, times h.
    CHECK(std::abs(left - right) < 1e-4);
  }
  double last = 0.0;
  for (int i = 0; i <= 1000; ++i) {
    CHECK(f(i / 1000.0) > last);
    last = f(i / 1000.0);
  }
}

TEST_CASE("authority opens a circuit faster than its valve") {
  CHECK(flow_share(0.5, 1.0) == 0.5);
  CHECK(flow_share(0.5, 0.5) == Approx(0.5 / std::sqrt(0.625)).epsilon(kRounding));
  for (const double authority : {0.0, 0.3, 1.0}) {
    CHECK(flow_share(0.0, authority) == 0.0);
    CHECK(flow_share(1.0, authority) == Approx(1.0).epsilon(kRounding));
  }
}

TEST_CASE("a damper's loss is exponential in the middle and bent at its ends") {
  const auto law = DamperLoss<double>::through(-1.51, 9.45, 0.2, 0.6, 0.45, 1e-4);
  CHECK(law.logarithm(0.5) == Approx(3.215).epsilon(1e-14));
  CHECK(std::exp(law.logarithm(1.0)) == Approx(0.45).epsilon(1e-13));
  CHECK(std::exp(law.logarithm(0.0)) == Approx(0.45e8).epsilon(1e-12));
  CHECK(law.flow_coefficient(1.0) == 1.0);
  CHECK(law.flow_coefficient(0.0) == Approx(1e-4).epsilon(1e-12));
}

TEST_CASE("the derivatives of flow characteristics agree with differences") {
  const auto f = []<class T>(const std::vector<T>& x) {
    const ValveShape<T> shape{x[1], x[2], x[3]};
    std::vector<T> found;
    for (const auto c :
         {FlowCharacteristic::Linear, FlowCharacteristic::EqualPercentage,
          FlowCharacteristic::QuickOpening, FlowCharacteristic::BlendedEqualPercentage}) {
      found.push_back(flow_share(flow_coefficient(c, x[0], shape), x[4]));
    }
    return found;
  };
  check_derivatives(f, {0.5, 50.0, 1e-4, 0.01, 0.3});
  check_derivatives(f, {0.1, 30.0, 1e-2, 0.1, 0.6});
  check_derivatives(f, {0.02, 30.0, 1e-2, 0.1, 0.6});
  for (const double opening : {0.0, 1.0}) {
    for (const double authority : {0.0, 1.0}) check_finite(f, {opening, 50, 0.0, 0.01, authority});
  }
}

TEST_CASE("the derivatives of a damper's loss agree with differences") {
  const auto f = []<class T>(const std::vector<T>& x) {
    const auto law = DamperLoss<T>::through(x[1], x[2], x[3], x[4], x[5], x[6]);
    return std::vector<T>{law.logarithm(x[0]), law.flow_coefficient(x[0])};
  };
  for (const double opening : {0.05, 0.4, 0.9}) {
    check_derivatives(f, {opening, -1.51, 9.45, 0.16, 0.61, 0.45, 1e-3});
  }
  for (const double opening : {0.0, 0.16, 0.61, 1.0}) {
    check_finite(f, {opening, -1.51, 9.45, 0.16, 0.61, 0.45, 1e-4});
  }
}

}  // namespace
}  // namespace hearth::test::flow_characteristic_test
