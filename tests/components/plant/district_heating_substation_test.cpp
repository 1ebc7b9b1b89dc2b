// SPDX-License-Identifier: MIT
#include "hearth/components/plant/district_heating_substation.hpp"

#include <catch2/catch.hpp>

#include "hearth/tests/support/finite.hpp"

namespace hearth::test::district_heating_substation_test {
namespace {

template <class T>
typename DistrictHeatingSubstation<T>::Out substation(const T& flow, const T& inlet,
                                                      const T& setpoint, const T& signal,
                                                      const T& power) {
  typename DistrictHeatingSubstation<T>::Out y;
  DistrictHeatingSubstation<T>::outputs({flow, inlet, setpoint, signal}, {power}, y);
  return y;
}

TEST_CASE("a substation heats to its setpoint") {
  const auto y = substation(0.5, 40.0, 60.0, 1.0, 100e3);
  CHECK(y.outlet_temperature == 60.0);
  CHECK(y.heat == 41800.0);  // 0.5 kg/s, 4180 J/(kg K), 20 K
}

TEST_CASE("a substation gives no more than its power, or the share that it may give") {
  CHECK(substation(2.0, 40.0, 60.0, 1.0, 100e3).heat == Approx(100e3).epsilon(1e-14));
  CHECK(substation(2.0, 40.0, 60.0, 0.25, 100e3).heat == Approx(25e3).epsilon(1e-14));
  CHECK(substation(2.0, 40.0, 60.0, -1.0, 100e3).heat == 0.0);
}

TEST_CASE("a substation never cools, and gives no heat to water at rest or reversed") {
  const auto warm = substation(0.5, 65.0, 60.0, 1.0, 100e3);
  CHECK(warm.outlet_temperature == 65.0);
  CHECK(warm.heat == 0.0);
  CHECK(substation(0.0, 40.0, 60.0, 1.0, 100e3).heat == 0.0);
  CHECK(substation(-1.0, 40.0, 60.0, 1.0, 100e3).heat == 0.0);
}

TEST_CASE("a substation and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) {
    const auto y = substation<T>(x[0], x[1], x[2], x[3], x[4]);
    return std::vector<T>{y.outlet_temperature, y.heat};
  };
  for (const double flow : {0.0, -0.1}) check_finite(f, {flow, 50, 60, 0.5, 100e3});
}

}  // namespace
}  // namespace hearth::test::district_heating_substation_test
