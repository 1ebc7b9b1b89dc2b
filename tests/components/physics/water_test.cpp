// SPDX-License-Identifier: MIT
#include "hearth/components/physics/water.hpp"

#include <catch2/catch.hpp>

#include "hearth/tests/support/derivatives.hpp"
#include "hearth/tests/support/finite.hpp"

namespace hearth::test::water_test {
namespace {

TEST_CASE("water is heated to its setpoint, or as far as the power goes") {
  const auto enough = heated(0.1, 40.0, 60.0, 1e5);
  CHECK(enough.outlet == 60.0);
  CHECK(enough.power == 0.1 * kWaterHeatCapacity * 20.0);
  const auto limited = heated(0.1, 40.0, 60.0, 4180.0);
  CHECK(limited.outlet == Approx(50.0).epsilon(1e-14));
  CHECK(limited.power == Approx(4180.0).epsilon(1e-14));
}

TEST_CASE("water that is warm enough, at rest or reversed takes no heat") {
  CHECK(heated(0.1, 65.0, 60.0, 1e5).outlet == 65.0);
  CHECK(heated(0.1, 65.0, 60.0, 1e5).power == 0.0);
  CHECK(heated(0.0, 40.0, 60.0, 1e5).power == 0.0);
  CHECK(heated(-0.1, 40.0, 60.0, 1e5).power == 0.0);
  CHECK(heated(0.1, 40.0, 60.0, 0.0).outlet == 40.0);
}

TEST_CASE("water is cooled as it is heated") {
  const auto limited = cooled(0.1, 12.0, 6.0, 1254.0);
  CHECK(limited.outlet == Approx(9.0).epsilon(1e-14));
  CHECK(limited.power == Approx(1254.0).epsilon(1e-14));
  CHECK(cooled(0.1, 5.0, 6.0, 1e5).power == 0.0);
}

TEST_CASE("the derivatives of heated water agree with differences and are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) {
    const auto warm = heated(x[0], x[1], x[2], x[3]);
    const auto cold = cooled(x[0], x[2], x[1], x[3]);
    return std::vector<T>{warm.outlet, warm.power, cold.outlet, cold.power};
  };
  check_derivatives(f, {0.1, 40, 60, 1e5});
  check_derivatives(f, {0.1, 40, 60, 4e3});
  check_derivatives(f, {0.1, 60, 40, 4e3});
  for (const double flow : {0.0, -0.1, 0.1}) {
    check_finite(f, {flow, 40, 60, 1e4});
    check_finite(f, {flow, 40, 40, 1e4});
    check_finite(f, {flow, 40, 60, 0.0});
  }
}

}  // namespace
}  // namespace hearth::test::water_test
