// SPDX-License-Identifier: MIT
#include "hearth/components/air/coil.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::coil_test {
namespace {

constexpr double kC = kAirHeatCapacity;

Coil<double>::Out coil(double inlet, double setpoint, double flow, double capacity = 1e12) {
  Coil<double>::Out y;
  Coil<double>::outputs({inlet, setpoint, flow}, {capacity, capacity}, y);
  return y;
}

TEST_CASE("an ideal coil heats or cools to its setpoint") {
  const auto heating = coil(5.0, 20.0, 0.4);
  CHECK(heating.heating == 0.4 * kC * 15.0);
  CHECK(heating.cooling == 0.0);
  CHECK(heating.outlet == 20.0);
  const auto cooling = coil(30.0, 18.0, 0.4);
  CHECK(cooling.cooling == 0.4 * kC * 12.0);
  CHECK(cooling.heating == 0.0);
  CHECK(cooling.outlet == 18.0);
}

TEST_CASE("an ideal coil that reaches its capacity misses its setpoint") {
  const auto heating = coil(5.0, 20.0, 0.4, 0.4 * kC * 10.0);
  CHECK(heating.heating == 0.4 * kC * 10.0);
  CHECK(heating.outlet == Approx(15.0).epsilon(1e-14));
  const auto cooling = coil(30.0, 18.0, 0.4, 0.4 * kC * 9.0);
  CHECK(cooling.cooling == 0.4 * kC * 9.0);
  CHECK(cooling.outlet == Approx(21.0).epsilon(1e-14));
}

TEST_CASE("an ideal coil takes no power from air at its setpoint, at rest or reversed") {
  for (const auto& y : {coil(20.0, 20.0, 1.0), coil(5.0, 20.0, 0.0), coil(5.0, 20.0, -1.0)}) {
    CHECK(y.heating == 0.0);
    CHECK(y.cooling == 0.0);
    CHECK(y.outlet == 20.0);
  }
}

TEST_CASE("an ideal coil and its derivatives are finite at its corners") {
  const auto f = []<class T>(const std::vector<T>& x) {
    typename Coil<T>::Out y;
    Coil<T>::outputs({x[0], x[1], x[2]}, {x[3], x[3]}, y);
    return std::vector<T>{y.heating, y.cooling, y.outlet};
  };
  check_finite(f, {20.0, 20.0, 0.4, 1e12});
  check_finite(f, {5.0, 20.0, 0.0, 1e12});
  check_finite(f, {5.0, 20.0, -2.0, 1e12});
  check_finite(f, {5.0, 20.0, 0.4, 0.0});
}

TEST_CASE("an ideal coil without a setpoint is refused with a remedy") {
  SimulationModel model;
  model.add_component(instance("coil", "Coil"));
  model.add_component(constant("flow", 0.4));
  model.add_component(constant("inlet", 5.0));
  model.add_connection("flow.scheduleValue -> coil.airFlowRate");
  model.add_connection("inlet.scheduleValue -> coil.inletAirTemperature");
  CHECK_THAT(message_of(validate(model, standard_components()), "model.input_missing"),
             Catch::Contains("coil.outletAirTemperatureSetpoint"));
}

}  // namespace
}  // namespace hearth::test::coil_test
