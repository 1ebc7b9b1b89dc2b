// SPDX-License-Identifier: MIT
#include "hearth/components/plant/heat_pump.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::heat_pump_test {
namespace {

// The defaults of the schema.
template <class T>
typename HeatPump<T>::Params standard() {
  typename HeatPump<T>::Params p{};
  const SchemaView& schema = StoredSchema<HeatPump<double>>::view;
  int i = 0;
  for_each_member(p,
                  [&](T& member) { member = T(schema.find(Role::Parameter, i++)->range.value); });
  return p;
}

template <class T>
typename HeatPump<T>::Out pump(const T& flow, const T& inlet, const T& setpoint, const T& source,
                               const T& signal = T(1.0),
                               const typename HeatPump<T>::Params& p = standard<T>()) {
  typename HeatPump<T>::Out y;
  HeatPump<T>::outputs({flow, inlet, setpoint, source, signal}, p, y);
  return y;
}

double staffell(double difference) {
  return 6.81 - 0.121 * difference + 0.00063 * difference * difference;
}

TEST_CASE("the default heat pump has the published COP over the temperature difference") {
  CHECK(pump(0.3, 30.0, 35.0, 7.0).cop == Approx(staffell(28.0)).epsilon(1e-13));
  CHECK(pump(0.05, 40.0, 55.0, -5.0).cop == Approx(staffell(60.0)).epsilon(1e-13));
}

TEST_CASE("a heat pump whose capacity does not suffice has the COP of the water that leaves") {
  const auto y = pump(0.3, 30.0, 55.0, 7.0);
  CHECK(y.heat == Approx(y.available).epsilon(1e-13));
  CHECK(y.outlet_temperature < 40.0);
  CHECK(y.cop == Approx(staffell(y.outlet_temperature - 7.0)).epsilon(1e-13));
}

TEST_CASE("a heat pump never takes more electricity than it delivers heat") {
  auto p = standard<double>();
  p.outlet_max = 90.0;
  const double available = pump(1.0, 60.0, 80.0, -19.0, 1.0, p).available;
  const auto y = pump(0.1 * available / (kWaterHeatCapacity * 20.0), 60.0, 80.0, -19.0, 1.0, p);
  CHECK(y.heat == Approx(0.1 * available).epsilon(1e-12));
  CHECK(y.power == y.heat);
  CHECK(y.source == 0.0);
}

TEST_CASE("the default heat pump has the published capacity over the outdoor temperature") {
  // 0.758746 + 0.027626 8.333 + 0.000148716 69.44 + 3.4992e-6 578.7 = 1.00131
  CHECK(pump(1.0, 30.0, 35.0, 25.0 / 3.0).available == Approx(8000.0 * 1.0013148).epsilon(1e-6));
  CHECK(pump(1.0, 30.0, 35.0, -10.0).available ==
        Approx(8000.0 * (0.758746 - 0.27626 + 0.0148716 - 0.0034992)).epsilon(1e-13));
}

TEST_CASE("a heat pump at half load cycles with the degradation of AHRI 210/240") {
  const double available = pump(1.0, 30.0, 35.0, 7.0).available;
  const double flow = 0.5 * available / (kWaterHeatCapacity * 5.0);
  const auto y = pump(flow, 30.0, 35.0, 7.0);
  CHECK(y.heat == Approx(0.5 * available).epsilon(1e-13));
  CHECK(y.power == Approx(0.5 * available / (y.cop * 0.875)).epsilon(1e-13));
}

TEST_CASE("electricity and source are the heat of a heat pump") {
  for (const double signal : {0.1, 1.0}) {
    const auto y = pump(0.3, 30.0, 45.0, 2.0, signal);
    CHECK(y.power + y.source == Approx(y.heat).epsilon(1e-15));
    CHECK(y.heat ==
          Approx(0.3 * kWaterHeatCapacity * (y.outlet_temperature - 30.0)).epsilon(1e-12));
    CHECK(y.heat == Approx(signal * y.available).epsilon(1e-13));
  }
}

TEST_CASE("a heat pump keeps to its limits") {
  CHECK(pump(0.01, 50.0, 80.0, 7.0).outlet_temperature == 60.0);
  CHECK(pump(0.1, 30.0, 45.0, -20.0).heat == 0.0);
  CHECK(pump(0.1, 30.0, 45.0, -40.0).power == 0.0);
  // Half way from off to on, of the curve's 0.758746 - 0.538707 + 0.056549 - 0.025946.
  CHECK(pump(1.0, 20.0, 45.0, -19.5).available == Approx(0.5 * 8000.0 * 0.2506421).epsilon(1e-6));
  CHECK(pump(0.3, 20.0, 25.0, 35.0).cop <= 7.0);
  CHECK(pump(0.3, 20.0, 25.0, 35.0).available == pump(0.3, 20.0, 25.0, 20.0).available);
}

TEST_CASE("a heat pump without load draws no power") {
  for (const auto& y : {pump(0.0, 30.0, 45.0, 7.0), pump(-0.3, 30.0, 45.0, 7.0),
                        pump(0.3, 45.0, 45.0, 7.0), pump(0.3, 30.0, 45.0, 7.0, 0.0)}) {
    CHECK(y.heat == 0.0);
    CHECK(y.power == 0.0);
    CHECK(y.source == 0.0);
  }
}

TEST_CASE("a heat pump and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) {
    auto p = standard<T>();
    p.nominal_power = x[5];
    p.cop.c2 = x[6];
    p.degradation = x[7];
    const auto y = pump<T>(x[0], x[1], x[2], x[3], x[4], p);
    return std::vector<T>{y.outlet_temperature, y.heat, y.power, y.source, y.cop, y.available};
  };
  for (const double flow : {0.0, -0.1, 0.1}) {
    check_finite(f, {flow, 45, 45, 3, 0.0, 8e3, 0.12, 0.2});
    check_finite(f, {flow, 30, 45, -30, 1.0, 8e3, 0.12, 0.2});
    check_finite(f, {flow, 30, 45, -20, 1.0, 8e3, 0.12, 0.0});
  }
}

TEST_CASE("a degradation of 1 is refused with an error that names it") {
  SimulationModel model;
  model.add_component(instance("pump", "HeatPump", {{"degradation", 1.0}}));
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("pump.degradation"));
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("pump."));
}

}  // namespace
}  // namespace hearth::test::heat_pump_test
