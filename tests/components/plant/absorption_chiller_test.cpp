// SPDX-License-Identifier: MIT
#include "hearth/components/plant/absorption_chiller.hpp"

#include <catch2/catch.hpp>

#include "hearth/tests/support/finite.hpp"

namespace hearth::test::absorption_chiller_test {
namespace {

template <class T>
typename AbsorptionChiller<T>::Out chiller(const T& flow, const T& inlet, const T& setpoint,
                                           const T& hot, const T& signal) {
  typename AbsorptionChiller<T>::Out y;
  AbsorptionChiller<T>::outputs({flow, inlet, setpoint, hot, signal}, {T(70e3), T(0.7), T(10.0)},
                                y);
  return y;
}

TEST_CASE("an absorption chiller takes the heat for its cold from hot water") {
  const auto y = chiller(1.0, 12.0, 7.0, 88.0, 1.0);
  CHECK(y.outlet_temperature == 7.0);
  CHECK(y.cooling == Approx(20900.0));  // 1 kg/s, 4180 J/(kg K), 5 K
  CHECK(y.heat == Approx(20900.0 / 0.7));
  CHECK(y.hot_flow * 4180.0 * (88.0 - y.hot_outlet) == Approx(y.heat));
  CHECK(y.condenser == Approx(y.cooling + y.heat));
}

TEST_CASE("an absorption chiller gives no more than its capacity, or the share that it may give") {
  CHECK(chiller(10.0, 12.0, 7.0, 88.0, 1.0).cooling == Approx(70e3));
  CHECK(chiller(10.0, 12.0, 7.0, 88.0, 0.5).cooling == Approx(35e3));
  CHECK(chiller(10.0, 12.0, 7.0, 88.0, -1.0).cooling == 0.0);
}

TEST_CASE("an absorption chiller takes no heat if the water needs no cooling") {
  for (const double flow : {1.0, 0.0, -1.0}) {
    const auto y = chiller(flow, 6.0, 7.0, 88.0, 1.0);
    CHECK(y.cooling == 0.0);
    CHECK(y.hot_flow == 0.0);
  }
}

TEST_CASE("an absorption chiller and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) {
    const auto y = chiller<T>(x[0], x[1], x[2], x[3], x[4]);
    return std::vector<T>{y.outlet_temperature, y.cooling, y.hot_flow, y.condenser};
  };
  for (const double flow : {0.0, -0.1}) check_finite(f, {flow, 12, 7, 88, 0.5});
}

}  // namespace
}  // namespace hearth::test::absorption_chiller_test
