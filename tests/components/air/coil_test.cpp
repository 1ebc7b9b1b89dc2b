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
  Coil<double>::outputs({inlet, setpoint, flow, 0.0}, {capacity, capacity, 0.15, 101325.0}, y);
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
    Coil<T>::outputs({x[0], x[1], x[2], x[4]}, {x[3], x[3], T(0.15), T(101325.0)}, y);
    return std::vector<T>{y.heating, y.cooling, y.outlet, y.humidity, y.sensible, y.condensate};
  };
  check_finite(f, {20.0, 20.0, 0.4, 1e12, 0.0});
  check_finite(f, {5.0, 20.0, 0.0, 1e12, 0.0});
  check_finite(f, {5.0, 20.0, -2.0, 1e12, 0.01});
  check_finite(f, {5.0, 20.0, 0.4, 0.0, 0.01});
  check_finite(f, {26.0, 13.0, 0.4, 1e12, 0.012});
  check_finite(f, {26.0, 13.0, 0.4, 1000.0, 0.012});
  check_finite(f, {26.0, 13.0, 0.0, 0.0, 0.012});
}

/// Air at the rating point of air conditioners (AHRI Standard 210/240), 1 kg/s.
constexpr double kRated = 26.7;
double rated_humidity() {
  const double saturated = physics::saturation_humidity_ratio(19.4, 101325.0);
  // ASHRAE Handbook, Fundamentals 2021, chapter 1, equation 33.
  return ((2501.0 - 2.326 * 19.4) * saturated - 1.006 * (kRated - 19.4)) /
         (2501.0 + 1.86 * kRated - 4.186 * 19.4);
}

Coil<double>::Out moist(double setpoint, double humidity, double capacity = 1e12) {
  Coil<double>::Out y;
  Coil<double>::outputs({kRated, setpoint, 1.0, humidity}, {1e12, capacity, 0.15, 101325.0}, y);
  return y;
}

TEST_CASE("an ideal coil has a sensible heat ratio of 0.75 at the rating point") {
  // 1 kW for 0.0537 m3/s of air of 1.18 kg/m3.
  const double power = 1000.0 / (0.0537 * 1.18);
  const auto rated = moist(5.0, rated_humidity(), power);
  CHECK(rated.cooling == power);
  const double setpoint = kRated - 0.75 * power / kC;
  const auto y = moist(setpoint, rated_humidity());
  // The bypass factor is rounded to two digits.
  CHECK(y.sensible / y.cooling == Approx(0.75).margin(0.01));
  CHECK(y.cooling == Approx(power).epsilon(0.015));
}

TEST_CASE("an ideal coil condenses what leaves the air, and nothing above the dew point") {
  const auto y = moist(13.0, 0.011);
  CHECK(y.outlet == Approx(13.0).epsilon(1e-14));
  CHECK(y.humidity < 0.011);
  CHECK(y.humidity > physics::saturation_humidity_ratio(10.0, 101325.0));
  CHECK(y.condensate == Approx(0.011 - y.humidity).epsilon(1e-12));
  CHECK(y.cooling - y.sensible == Approx(kVaporisationHeat * y.condensate).epsilon(1e-12));
  CHECK(y.sensible == Approx(kC * (kRated - 13.0)).epsilon(1e-12));
  const auto warm = moist(20.0, 0.011);  // dew point 15.4 degC
  CHECK(warm.humidity == 0.011);
  CHECK(warm.condensate == 0.0);
  CHECK(warm.cooling == warm.sensible);
}

TEST_CASE("the air after an ideal coil is at most saturated") {
  for (const double inlet : {20.0, 30.0, 38.0}) {
    const double humid = physics::saturation_humidity_ratio(inlet, 101325.0);
    for (const double setpoint : {2.0, 8.0, 15.0, inlet - 1.0}) {
      for (const double bypass : {0.0, 0.15, 0.5}) {
        CAPTURE(inlet, setpoint, bypass);
        Coil<double>::Out y;
        Coil<double>::outputs({inlet, setpoint, 1.0, humid}, {1e12, 1e12, bypass, 101325.0}, y);
        const double most = physics::saturation_humidity_ratio(setpoint, 101325.0);
        CHECK(y.humidity <= most * (1.0 + 1e-12));
        CHECK(y.humidity > 0.0);
      }
    }
  }
}

TEST_CASE("an ideal coil does not jump when it begins to cool saturated air or fog") {
  const double saturated = physics::saturation_humidity_ratio(10.0, 101325.0);
  for (const double humidity : {saturated, 1.5 * saturated}) {
    Coil<double>::Out y;
    Coil<double>::outputs({10.0, 10.0 - 1e-6, 1.0, humidity}, {1e12, 1e12, 0.15, 101325.0}, y);
    CHECK(y.cooling < 0.01);
    CHECK(y.condensate < 1e-8);
  }
}

TEST_CASE("an ideal coil at its capacity cools and dehumidifies in the same proportion") {
  const auto full = moist(13.0, 0.011);
  const auto half = moist(13.0, 0.011, 0.5 * full.cooling);
  CHECK(half.cooling == Approx(0.5 * full.cooling).epsilon(1e-12));
  CHECK(half.condensate == Approx(0.5 * full.condensate).epsilon(1e-12));
  CHECK(kRated - half.outlet == Approx(0.5 * (kRated - 13.0)).epsilon(1e-12));
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
