// SPDX-License-Identifier: MIT
#include "hearth/components/air/water_coil.hpp"

#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::water_coil_test {
namespace {

constexpr double kC = kAirHeatCapacity;

WaterCoil<double>::Out coil(CoilDuty duty, double inlet, double setpoint, double flow, double water,
                            double most = 1e12) {
  WaterCoil<double>::Out y;
  WaterCoil<double>::outputs({inlet, setpoint, flow, water}, {20.0, most}, {.duty = duty}, y);
  return y;
}

TEST_CASE("a coil on water heats or cools to its setpoint, and takes the water for it") {
  const auto heated = coil(CoilDuty::Heating, 5.0, 18.0, 0.4, 60.0);
  CHECK(heated.outlet == 18.0);
  CHECK(heated.heating == 0.4 * kC * 13.0);
  CHECK(heated.cooling == 0.0);
  CHECK(heated.water_outlet == 40.0);
  CHECK(heated.water_flow == heated.heating / (kWaterHeatCapacity * 20.0));
  const auto cooled = coil(CoilDuty::Cooling, 30.0, 16.0, 0.4, 7.0);
  CHECK(cooled.outlet == 16.0);
  CHECK(cooled.cooling == 0.4 * kC * 14.0);
  CHECK(cooled.heating == 0.0);
  CHECK(cooled.water_outlet == 27.0);
  CHECK(cooled.water_flow == cooled.cooling / (kWaterHeatCapacity * 20.0));
}

TEST_CASE("a coil on water that need not, or cannot, work takes none") {
  for (const auto& y : {coil(CoilDuty::Heating, 20.0, 16.0, 0.4, 60.0),
                        coil(CoilDuty::Heating, 20.0, 30.0, 0.4, 15.0),
                        coil(CoilDuty::Heating, 20.0, 30.0, 0.0, 60.0),
                        coil(CoilDuty::Heating, 20.0, 30.0, -1.0, 60.0),
                        coil(CoilDuty::Cooling, 20.0, 24.0, 0.4, 7.0),
                        coil(CoilDuty::Cooling, 20.0, 10.0, 0.4, 25.0)}) {
    CHECK(y.heating == 0.0);
    CHECK(y.cooling == 0.0);
    CHECK(y.water_flow == 0.0);
  }
}

TEST_CASE("water warms air to its own temperature at most, and comes back no colder than the air") {
  const auto heated = coil(CoilDuty::Heating, 5.0, 30.0, 0.4, 20.0);
  CHECK(heated.outlet == 20.0);
  CHECK(heated.water_outlet == 5.0);
  const auto cooled = coil(CoilDuty::Cooling, 30.0, 5.0, 0.4, 16.0);
  CHECK(cooled.outlet == 16.0);
  CHECK(cooled.water_outlet == 30.0);
}

TEST_CASE("a coil on water gives its nominal power at most") {
  const auto heated = coil(CoilDuty::Heating, 5.0, 18.0, 0.4, 60.0, 2000.0);
  CHECK(heated.heating == Approx(2000.0));
  CHECK(heated.outlet == Approx(5.0 + 2000.0 / (0.4 * kC)));
  CHECK(heated.water_flow == Approx(2000.0 / (kWaterHeatCapacity * 20.0)));
  CHECK(coil(CoilDuty::Cooling, 30.0, 16.0, 0.4, 7.0, 2000.0).cooling == Approx(2000.0));
  CHECK(coil(CoilDuty::Heating, 5.0, 18.0, 0.0, 60.0, 2000.0).heating == 0.0);
}

TEST_CASE("a coil on water and its derivatives are finite at its corners") {
  for (const CoilDuty duty : {CoilDuty::Heating, CoilDuty::Cooling}) {
    const auto f = [duty]<class T>(const std::vector<T>& x) {
      typename WaterCoil<T>::Out y;
      WaterCoil<T>::outputs({x[0], x[1], x[2], x[3]}, {T(20.0), T(1500.0)}, {.duty = duty}, y);
      return std::vector<T>{y.outlet, y.heating, y.cooling, y.water_flow, y.water_outlet};
    };
    check_finite(f, {20.0, 20.0, 0.4, 20.0});
    check_finite(f, {5.0, 20.0, 0.0, 60.0});
    check_finite(f, {30.0, 16.0, -2.0, 7.0});
  }
}

TEST_CASE("a coil without water is refused with a remedy") {
  SimulationModel model;
  model.add_component(instance("coil", "WaterCoil"));
  for (const char* port : {"inletAirTemperature", "outletAirTemperatureSetpoint", "airFlowRate"}) {
    model.add_component(constant(port, 10.0));
    model.add_connection(std::string(port) + ".scheduleValue -> coil." + port);
  }
  CHECK_THAT(message_of(validate(model, standard_components()), "model.input_missing"),
             Catch::Contains("coil.supplyWaterTemperature"));
}

}  // namespace
}  // namespace hearth::test::water_coil_test
