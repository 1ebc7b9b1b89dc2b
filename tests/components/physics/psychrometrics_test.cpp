// SPDX-License-Identifier: MIT
#include "hearth/components/physics/psychrometrics.hpp"

#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/scalar/trace.hpp"
#include "hearth/tests/support/derivatives.hpp"

namespace hearth::test::psychrometrics_test {
namespace {

using namespace physics;

TEST_CASE("saturation pressures are those of the handbook") {
  // ASHRAE Fundamentals 2017, chapter 1, table 3, printed to 4 or 5 digits.
  CHECK(saturation_pressure(-60.0) == Approx(1.08).margin(0.01));
  CHECK(saturation_pressure(-20.0) == Approx(103.24).epsilon(3e-4));
  CHECK(saturation_pressure(-5.0) == Approx(401.74).epsilon(3e-4));
  CHECK(saturation_pressure(5.0) == Approx(872.6).epsilon(3e-4));
  CHECK(saturation_pressure(25.0) == Approx(3169.7).epsilon(3e-4));
  CHECK(saturation_pressure(50.0) == Approx(12351.3).epsilon(3e-4));
  CHECK(saturation_pressure(100.0) == Approx(101418.0).epsilon(3e-4));
  CHECK(saturation_pressure(150.0) == Approx(476101.4).epsilon(3e-4));
}

TEST_CASE("ice and water meet at the triple point") {
  CHECK(saturation_pressure(0.01) == Approx(611.65).epsilon(2e-5));
  CHECK(saturation_pressure(0.01 + 1e-9) == Approx(saturation_pressure(0.01)).epsilon(2e-5));
}

TEST_CASE("moist air of 30 degC and 0.02 kg/kg has the volume and enthalpy of the handbook") {
  CHECK(moist_air_volume(30.0, 0.02, 95461.0) == Approx(0.940855374352943).epsilon(1e-9));
  CHECK(moist_air_enthalpy(30.0, 0.02) == Approx(81316.0).epsilon(1e-9));
  CHECK(temperature_of_enthalpy(81316.0, 0.02) == Approx(30.0).epsilon(1e-9));
  CHECK(humidity_ratio_of_enthalpy(81316.0, 30.0) == Approx(0.02).epsilon(1e-9));
  CHECK(temperature_of_volume(0.940855374352943, 0.02, 95461.0) == Approx(30.0).epsilon(1e-9));
  CHECK(moist_air_density(30.0, 0.02, 95461.0) == Approx(1.02 / 0.940855374352943).epsilon(1e-9));
}

TEST_CASE("one humidity is the same in all its measures") {
  for (const double temperature : {-10.0, 0.0, 5.0, 20.0, 45.0}) {
    for (const double share : {0.05, 0.5, 1.0}) {
      const double ratio = humidity_ratio(temperature, share, 90000.0);
      CHECK(relative_humidity(temperature, ratio, 90000.0) == Approx(share).epsilon(1e-12));
      const double vapour = vapour_pressure_of_humidity_ratio(ratio, 90000.0);
      CHECK(humidity_ratio_of_vapour(vapour, 90000.0) == Approx(ratio).epsilon(1e-12));
      CHECK(humidity_ratio_of_specific(specific_humidity(ratio)) == Approx(ratio).epsilon(1e-12));
      CHECK(saturation_pressure(dew_point(temperature, vapour)) == Approx(vapour).epsilon(1e-9));
    }
  }
}

TEST_CASE("the dew point is found over the whole range of the equations") {
  for (double temperature = -99.5; temperature < 200.0; temperature += 3.7) {
    INFO(temperature);
    CHECK(saturation_temperature(saturation_pressure(temperature)) ==
          Approx(temperature).margin(1e-8));
  }
  CHECK(saturation_temperature(0.0) == Approx(-100.0).margin(0.1));
  CHECK(dew_point(20.0, 5000.0) == 20.0);  // supersaturated
}

TEST_CASE("the wet bulb satisfies its balance, over water and over ice") {
  for (const double pressure : {70000.0, 101325.0}) {
    for (double temperature = -30.0; temperature <= 60.0; temperature += 7.5) {
      for (const double share : {0.01, 0.3, 0.7, 1.0}) {
        INFO(pressure << " Pa, " << temperature << " degC, " << share);
        const double ratio = humidity_ratio(temperature, share, pressure);
        const double bulb = wet_bulb(temperature, ratio, pressure);
        CHECK(bulb <= temperature + 1e-6);
        // Between water and ice at 0 degC the balance jumps and nothing satisfies it.
        if (std::abs(bulb) < 0.02) continue;
        CHECK(humidity_ratio_of_wet_bulb(temperature, bulb, pressure) ==
              Approx(ratio).margin(1e-9));
      }
    }
  }
  // ASHRAE Fundamentals 2017, chapter 1, example 1: 40 degC, wet bulb 20 degC at sea level,
  // read off the chart.
  CHECK(humidity_ratio_of_wet_bulb(40.0, 20.0, 101325.0) == Approx(0.0065).margin(1e-4));
  CHECK(wet_bulb(40.0, 0.0065, 101325.0) == Approx(20.0).margin(0.1));
}

TEST_CASE("the standard atmosphere is that of the handbook") {
  // Chapter 1, table 1.
  CHECK(standard_pressure(-500.0) == Approx(107478.0).margin(1.0));
  CHECK(standard_pressure(0.0) == 101325.0);
  CHECK(standard_pressure(1000.0) == Approx(89875.0).margin(1.0));
  CHECK(standard_pressure(10000.0) == Approx(26436.0).margin(1.0));
  CHECK(standard_temperature(10000.0) == Approx(-50.0).margin(0.1));
  const double reduced = sea_level_pressure(101226.5, 105.0, 17.19);
  CHECK(reduced == Approx(102484.0).margin(1.0));  // psychrolib's test
}

TEST_CASE("the derivatives of moist air agree with differences") {
  const auto f = []<class T>(const std::vector<T>& x) {
    const T ratio = humidity_ratio(x[0], x[1], x[2]);
    return std::vector<T>{saturation_pressure(x[0]),
                          ratio,
                          moist_air_enthalpy(x[0], ratio),
                          moist_air_density(x[0], ratio, x[2]),
                          dew_point(x[0], vapour_pressure(x[0], x[1])),
                          wet_bulb(x[0], ratio, x[2]),
                          standard_pressure(T(100.0 * x[0]))};
  };
  check_derivatives(f, {25.0, 0.5, 1000.0 * 95.0});
  check_derivatives(f, {-15.0, 0.6, 90000.0});
  check_derivatives(f, {45.0, 0.2, 83700.0});
}

TEST_CASE("dry, saturated, boiling and frozen air have finite values and derivatives") {
  const std::vector<std::vector<double>> states{{20.0, 0.0, 101325.0},  {20.0, 1.0, 101325.0},
                                                {20.0, 1.2, 101325.0},  {0.0, 0.5, 101325.0},
                                                {0.01, 0.5, 101325.0},  {-90.0, 0.5, 101325.0},
                                                {100.0, 1.0, 101325.0}, {180.0, 0.9, 101325.0}};
  for (const auto& state : states) {
    INFO(state[0] << " degC, " << state[1]);
    std::vector<Jet8> x(state.begin(), state.end());
    for (int i = 0; i < 3; ++i) x[i].v[i] = 1.0;
    const Jet8 ratio = humidity_ratio(x[0], x[1], x[2]);
    for (const Jet8& y :
         {ratio, dew_point(x[0], vapour_pressure(x[0], x[1])), moist_air_enthalpy(x[0], ratio),
          moist_air_density(x[0], ratio, x[2]), wet_bulb(x[0], ratio, x[2])}) {
      CHECK(std::isfinite(y.a));
      CHECK(y.v.allFinite());
    }
  }
}

TEST_CASE("moist air can be traced") {
  const Trace seed = Trace::seed(1);
  CHECK(wet_bulb(seed, Trace(0.01), Trace(101325.0)).seeds == 2);
}

}  // namespace
}  // namespace hearth::test::psychrometrics_test
