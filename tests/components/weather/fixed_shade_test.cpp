// SPDX-License-Identifier: MIT
#include "hearth/components/weather/fixed_shade.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::fixed_shade_test {
namespace {

template <class T>
using Shade = FixedShade<T>;

template <class T>
std::vector<T> shaded(const std::vector<T>& x, double circumsolar = 0.0) {
  const typename Shade<T>::In u{x[0], x[1], T(circumsolar), x[2], x[3]};
  const typename Shade<T>::Params p{x[4], x[5], x[6], x[7], x[8], x[9], x[10]};
  typename Shade<T>::Derived q;
  Shade<T>::prepare(p, q);
  typename Shade<T>::Out y;
  Shade<T>::outputs(u, p, q, y);
  return {y.sunlit, y.beam, y.sky_diffuse};
}

// Window 3 m x 2 m to the south, overhang 1 m deep 0.5 m above it.
const std::vector<double> kOverhang{400, 100, 45, 180, 3, 2, 180, 1, 0.5, 0, 0};

TEST_CASE("the shadow of an overhang is as deep as the profile angle gives") {
  // Sun at 45 degrees straight ahead: shadow 1 m deep, 0.5 m of it on the window of 2 m.
  const std::vector<double> y = shaded(kOverhang);
  CHECK(y[0] == Approx(0.75).epsilon(1e-12));
  CHECK(y[1] == Approx(300.0).epsilon(1e-12));
  // (sqrt(2.5^2 + 1) - sqrt(0.5^2 + 1))/2
  CHECK(y[2] == Approx(100.0 * (std::sqrt(7.25) - std::sqrt(1.25)) / 2.0).epsilon(1e-9));
}

TEST_CASE("the radiation around the sun is shaded like the beam") {
  // Of 100 W/m2, 40 come from the sun's surroundings, of which 0.75 of the window receives all.
  const double sky = (std::sqrt(7.25) - std::sqrt(1.25)) / 2.0;
  CHECK(shaded(kOverhang, 40.0)[2] == Approx(60.0 * sky + 30.0).epsilon(1e-9));
}

TEST_CASE("a fin throws its shadow by the sun's azimuth alone") {
  // 45 degrees to the side: a fin 1 m deep at the edge of a window 3 m wide shades a third.
  const std::vector<double> y = shaded(std::vector<double>{300, 0, 60, 225, 3, 2, 180, 0, 0, 1, 0});
  CHECK(y[0] == Approx(2.0 / 3.0).epsilon(1e-12));
}

TEST_CASE("a window without shades keeps its sun") {
  const std::vector<double> y =
      shaded(std::vector<double>{300, 80, 60, 225, 3, 2, 180, 0, 0, 0, 0});
  CHECK(y[0] == 1.0);
  CHECK(y[1] == 300.0);
  CHECK(y[2] == Approx(80.0).epsilon(1e-6));  // the root at 0 is bent by 1e-9 m
}

TEST_CASE("a shade is finite with its derivatives wherever the sun stands") {
  for (const double zenith : {0.0, 1.0, 89.9, 90.0, 120.0, 180.0}) {
    for (const double azimuth : {0.0, 90.0, 180.0, 270.0, 359.9}) {
      std::vector<Jet8> x(kOverhang.begin(), kOverhang.end());
      x[2] = Jet8(zenith, 0);
      x[3] = Jet8(azimuth, 1);
      x[9] = Jet8(0.7);
      for (const Jet8& value : shaded(x)) {
        CHECK(std::isfinite(value.a));
        CHECK(value.v.allFinite());
      }
      CHECK(shaded(x)[0].a >= 0.0);
      CHECK(shaded(x)[0].a <= 1.0);
    }
  }
}

TEST_CASE("lengths of a shade below 0 are refused with an error that names them") {
  SimulationModel model;
  model.add_component(instance("shade", "FixedShade", {{"overhangDepth", -0.1}}));
  CHECK_THAT(message_of(validate(model, standard_components()), "model.out_of_range"),
             Catch::Contains("shade.overhangDepth"));
}

}  // namespace
}  // namespace hearth::test::fixed_shade_test
