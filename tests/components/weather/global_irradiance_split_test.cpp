// SPDX-License-Identifier: MIT
#include "hearth/components/weather/global_irradiance_split.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/framework/component/series.hpp"

namespace hearth::test::global_irradiance_split_test {
namespace {

using Split = GlobalIrradianceSplit<double>;

Split::Out split(double global, double zenith) {
  Split::Config config;
  config.zenith = Series(zenith);
  config.azimuth = Series(170.0);
  Split::Out out;
  Split::outputs({global, physics::kSolarConstant}, config, Clock{}, out);
  return out;
}

TEST_CASE("beam and diffuse part make up the sun on the horizontal") {
  const Split::Out noon = split(600.0, 50.0);
  const double height = std::cos(50.0 * kDegree);
  // Rounding of one product and one sum.
  CHECK(noon.direct_normal * height + noon.diffuse == Approx(600.0).epsilon(1e-12));
  CHECK(noon.azimuth == 170.0);
  // k = 600 / (1361 cos 50 deg) = 0.686, worked out by hand with the polynomial of Erbs:
  // 0.9511 - 0.1604 k + 4.388 k^2 - 16.638 k^3 + 12.336 k^4 = 0.267, to three digits.
  CHECK(noon.diffuse / 600.0 == Approx(0.267).margin(0.001));
}

TEST_CASE("a low sun that disagrees with the measurement has no beam above that of a clear sky") {
  // Without a limit: (290 - 0.165 290)/cos 86.9 deg = 4478 W/m2.
  const Split::Out evening = split(290.0, 86.9);
  CHECK(evening.direct_normal < 700.0);
  CHECK(evening.direct_normal * std::cos(86.9 * kDegree) + evening.diffuse ==
        Approx(290.0).epsilon(1e-12));  // rounding
  // A clear day at 2000 m is not limited: 1050 W/m2 of beam at 40 deg.
  const double horizontal = 1050.0 * std::cos(40.0 * kDegree) / 0.835;
  CHECK(split(horizontal, 40.0).direct_normal > 1040.0);
}

TEST_CASE("an overcast sky and a low sun have no beam to speak of") {
  CHECK(split(50.0, 50.0).diffuse / 50.0 == Approx(0.995).margin(0.001));  // k = 0.057: 1 - 0.09 k
  CHECK(split(40.0, 88.0).direct_normal == 0.0);
  CHECK(split(0.0, 110.0).diffuse == 0.0);
}

}  // namespace
}  // namespace hearth::test::global_irradiance_split_test
