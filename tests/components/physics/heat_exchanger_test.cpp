// SPDX-License-Identifier: MIT
#include "hearth/components/physics/heat_exchanger.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/support/derivatives.hpp"
#include "hearth/tests/support/finite.hpp"

namespace hearth::test::heat_exchanger_test {
namespace {

TEST_CASE("effectiveness is that of the textbook's closed forms") {
  // Incropera, table 11.3, with N = 2 and Z = 0.5, term by term.
  const double n = 2.0, z = 0.5;
  const auto is = [&](FlowRegime regime, double expected) {
    CHECK(effectiveness(regime, n, z) == Approx(expected).epsilon(1e-14));
  };
  is(FlowRegime::Counter, (1 - std::exp(-n * (1 - z))) / (1 - z * std::exp(-n * (1 - z))));
  is(FlowRegime::Parallel, (1 - std::exp(-n * (1 + z))) / (1 + z));
  is(FlowRegime::CrossUnmixed,
     1 - std::exp(std::pow(n, 0.22) / z * (std::exp(-z * std::pow(n, 0.78)) - 1)));
  is(FlowRegime::CrossMaxMixed, (1 - std::exp(-z * (1 - std::exp(-n)))) / z);
  is(FlowRegime::CrossMinMixed, 1 - std::exp(-(1 - std::exp(-z * n)) / z));
  is(FlowRegime::CrossMixed, 1 / (1 / (1 - std::exp(-n)) + z / (1 - std::exp(-z * n)) - 1 / n));
  const double s = std::sqrt(1 + z * z), e = std::exp(-n * s);
  is(FlowRegime::ShellAndTube, 2 / (1 + z + s * (1 + e) / (1 - e)));
  is(FlowRegime::PhaseChange, 1 - std::exp(-n));
}

TEST_CASE("every regime is that of phase change where one stream has no end") {
  for (int i = 0; i < 8; ++i) {
    for (const double ntu : {0.0, 1e-3, 0.5, 3.0, 50.0}) {
      const double expected = 1.0 - std::exp(-ntu);
      const double value = effectiveness(static_cast<FlowRegime>(i), ntu, 0.0);
      // 1 - e^-N of small N keeps no more digits than 1 does.
      CHECK(value == Approx(expected).margin(1e-15).epsilon(1e-12));
    }
  }
}

TEST_CASE("equal capacity rates are not a special case") {
  CHECK(effectiveness(FlowRegime::Counter, 3.0, 1.0) == Approx(0.75).epsilon(1e-15));
  // On both sides of the change from series to quotient.
  for (const double ratio : {1.0 - 1e-12, 1.0 - 3.3e-3, 1.0 - 3.4e-3}) {
    const double e = std::exp(-3.0 * (1.0 - ratio));
    // The quotient of the textbook loses as many digits as 1 - Z has zeros.
    CHECK(effectiveness(FlowRegime::Counter, 3.0, ratio) ==
          Approx((1.0 - e) / (1.0 - ratio * e)).epsilon(ratio > 0.999 ? 1e-3 : 1e-12));
  }
}

TEST_CASE("effectiveness rises with the number of transfer units and stays below 1") {
  for (int i = 0; i < 8; ++i) {
    // In some cross flows more area than about 5 units takes heat back.
    for (const double ratio : {0.0, 0.3, 1.0}) {
      double last = -1e-300;
      for (const double ntu : {0.0, 1e-6, 0.1, 1.0, 2.0, 3.0}) {
        const double value = effectiveness(static_cast<FlowRegime>(i), ntu, ratio);
        CHECK(value > last);
        CHECK(value <= 1.0);
        last = value;
      }
    }
  }
}

TEST_CASE("the derivatives of effectiveness agree with differences and are finite at its ends") {
  for (int i = 0; i < 8; ++i) {
    const auto f = [i]<class T>(const std::vector<T>& x) {
      return std::vector<T>{effectiveness(static_cast<FlowRegime>(i), x[0], x[1])};
    };
    check_derivatives(f, {1.3, 0.6});
    check_derivatives(f, {4.0, 0.97});
    for (const double ntu : {0.0, 1e-9, 1.0, 1e3, 1e12}) {
      for (const double ratio : {0.0, 1e-12, 0.5, 1.0}) check_finite(f, {ntu, ratio});
    }
  }
}

TEST_CASE("the mean decay and its slope have no seam where the series ends") {
  const auto f = []<class T>(const std::vector<T>& x) { return std::vector<T>{mean_decay(x[0])}; };
  for (const double x : {0.009, 0.0099999, 0.01, 0.0100001, 0.3, 700.0}) {
    CHECK(mean_decay(x) == Approx(-std::expm1(-x) / x).epsilon(2e-15));
    check_finite(f, {x});
  }
  CHECK(mean_decay(0.0) == 1.0);
}

}  // namespace
}  // namespace hearth::test::heat_exchanger_test
