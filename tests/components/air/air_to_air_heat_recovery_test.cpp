// SPDX-License-Identifier: MIT
#include "hearth/components/air/air_to_air_heat_recovery.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::air_to_air_heat_recovery_test {
namespace {

using Recovery = AirToAirHeatRecovery<double>;

Recovery::Out recover(const Recovery::In& u, bool bypass = true, double latent = 0.0) {
  Recovery::Out y;
  Recovery::outputs(u, {0.8, 0.7, 0.6, 0.5, 1.0, 1.0, latent}, {.bypass = bypass}, y);
  return y;
}

// Supply flow, exhaust flow, outdoors, extract, setpoint.
Recovery::Out recover(double primary, double secondary, double outdoors, double extract,
                      double setpoint) {
  return recover({primary, secondary, outdoors, extract, setpoint, 0.002, 0.008}, true, 0.5);
}

TEST_CASE("heat recovery of equal streams at 75 and 100 % flow has the effectiveness given") {
  CHECK(recover(1.0, 1.0, 0.0, 20.0, 50.0).primary_outlet == Approx(14.0).epsilon(1e-15));
  CHECK(recover(0.75, 0.75, 0.0, 20.0, 50.0).primary_outlet == Approx(16.0).epsilon(1e-15));
  CHECK(recover(1.0, 1.0, 32.0, 24.0, 0.0).primary_outlet == Approx(28.0).epsilon(1e-15));
  CHECK(recover(0.75, 0.75, 32.0, 24.0, 0.0).primary_outlet == Approx(27.2).epsilon(1e-15));
  // Half flow: 0.7 + 0.1 (1 - 0.5)/0.25 = 0.9
  CHECK(recover(0.5, 0.5, 0.0, 20.0, 50.0).primary_outlet == Approx(18.0).epsilon(1e-15));
}

TEST_CASE("effectiveness stays between 0 and 1 at any flow") {
  CHECK(recover(1e-3, 1e-3, 0.0, 20.0, 50.0).primary_outlet == Approx(20.0).epsilon(1e-15));
  CHECK(recover(10.0, 10.0, 0.0, 20.0, 50.0).primary_outlet == 0.0);
}

TEST_CASE("the smaller stream decides on the heat, and both balances close") {
  for (const double primary : {0.2, 0.9, 1.3}) {
    for (const double setpoint : {-10.0, 8.0, 50.0}) {
      const auto y = recover(primary, 0.9, -2.0, 22.0, setpoint);
      CHECK(primary * (y.primary_outlet + 2.0) ==
            Approx(0.9 * (22.0 - y.secondary_outlet)).epsilon(1e-13).margin(1e-15));
      CHECK(primary * (y.primary_humidity - 0.002) ==
            Approx(0.9 * (0.008 - y.secondary_humidity)).epsilon(1e-12).margin(1e-17));
      CHECK(y.power == Approx(primary * kAirHeatCapacity * (y.primary_outlet + 2.0)));
    }
  }
}

TEST_CASE("the bypass keeps supply air at its setpoint and shuts out what leads away from it") {
  CHECK(recover(1.0, 1.0, 0.0, 20.0, 8.0).primary_outlet == Approx(8.0).epsilon(1e-15));
  CHECK(recover(1.0, 1.0, 0.0, 20.0, 8.0).secondary_outlet == Approx(12.0).epsilon(1e-15));
  CHECK(recover(1.0, 1.0, 32.0, 24.0, 30.0).primary_outlet == Approx(30.0).epsilon(1e-15));
  // Outdoor air that is too warm already is not heated, and too cold is not cooled.
  CHECK(recover(1.0, 1.0, 18.0, 24.0, 16.0).primary_outlet == 18.0);
  CHECK(recover(1.0, 1.0, 26.0, 24.0, 28.0).primary_outlet == 26.0);
  CHECK(recover({1.0, 1.0, 18.0, 24.0, 16.0, 0.0, 0.0}, false).primary_outlet ==
        Approx(22.2).epsilon(1e-15));
}

TEST_CASE("moisture is exchanged by the share of air that does not pass by") {
  // Full: 0.5 of 0.006; half of the heat passes by, and so does half of the moisture.
  CHECK(recover(1.0, 1.0, 0.0, 20.0, 50.0).primary_humidity == Approx(0.005).epsilon(1e-12));
  // 1e-6 K2 keep the share defined if nothing is exchanged.
  CHECK(recover(1.0, 1.0, 0.0, 20.0, 7.0).primary_humidity == Approx(0.0035).epsilon(1e-7));
  CHECK(recover(1.0, 1.0, 18.0, 24.0, 16.0).primary_humidity == 0.002);
}

TEST_CASE("a stream at rest or reversed exchanges nothing") {
  for (const double still : {0.0, -0.5}) {
    CHECK(recover(1.0, still, 0.0, 20.0, 50.0).primary_outlet == 0.0);
    CHECK(recover(1.0, still, 0.0, 20.0, 50.0).power == 0.0);
    CHECK(recover(still, 1.0, 0.0, 20.0, 50.0).secondary_outlet == 20.0);
    CHECK(recover(still, still, 0.0, 20.0, 50.0).primary_outlet == 0.0);
  }
}

template <class T>
std::vector<T> functions(const std::vector<T>& x, bool bypass) {
  typename AirToAirHeatRecovery<T>::Out y;
  AirToAirHeatRecovery<T>::outputs({x[0], x[1], x[2], x[3], x[4], T(0.002), T(0.008)},
                                   {x[5], x[6], T(0.6), T(0.5), x[7], T(0.8), T(0.5)},
                                   {.bypass = bypass}, y);
  return {y.primary_outlet, y.secondary_outlet, y.primary_humidity, y.secondary_humidity, y.power};
}

TEST_CASE("heat recovery and its derivatives are finite at its corners") {
  for (const bool bypass : {true, false}) {
    const auto f = [bypass]<class T>(const std::vector<T>& x) { return functions<T>(x, bypass); };
    for (const std::vector<double>& at : {std::vector<double>{0.0, 0.0, 2, 21, 30, 0.8, 0.7, 1},
                                          {0.5, 0.0, 2, 21, 10, 0.8, 0.7, 1},
                                          {0.0, 0.5, 2, 21, 10, 0.8, 0.7, 1},
                                          {0.5, 0.5, 20, 20, 20, 0.8, 0.7, 1},
                                          {-1.0, -1.0, 2, 21, 10, 0.8, 0.7, 1},
                                          {0.5, 0.5, 2, 21, 2, 0.0, 1.0, 1e-6}}) {
      check_finite(f, at);
    }
  }
}

TEST_CASE("heat recovery works with its defaults") {
  SimulationModel model;
  model.add_component(instance("recovery", "AirToAirHeatRecovery"));
  model.add_component(constant("flow", 1.0));
  model.add_component(constant("outdoors", 0.0, unit::degC));
  model.add_component(constant("extract", 20.0, unit::degC));
  for (const char* port : {"primaryAirFlowRate", "secondaryAirFlowRate"}) {
    model.add_connection(std::string("flow.scheduleValue -> recovery.") + port);
  }
  model.add_connection("outdoors.scheduleValue -> recovery.primaryTemperatureIn");
  model.add_connection("extract.scheduleValue -> recovery.secondaryTemperatureIn");
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  bench.steps(1);
  CHECK(bench.value("recovery.primaryTemperatureOut") == Approx(15.2).epsilon(1e-14));
}

TEST_CASE("an effectiveness above 1 is refused with an error that names it") {
  SimulationModel model;
  model.add_component(instance("recovery", "AirToAirHeatRecovery", {{"eps_75_h", 1.2}}));
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("recovery.eps_75_h"));
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("recovery."));
}

}  // namespace
}  // namespace hearth::test::air_to_air_heat_recovery_test
