// SPDX-License-Identifier: MIT
#include "hearth/components/plant/electric_heater.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::electric_heater_test {
namespace {

template <class T>
typename ElectricHeater<T>::Out heater(const T& flow, const T& inlet, const T& setpoint,
                                       const T& signal, const T& power, const T& efficiency) {
  typename ElectricHeater<T>::Out y;
  ElectricHeater<T>::outputs({flow, inlet, setpoint, signal}, {power, efficiency}, y);
  return y;
}

TEST_CASE("an electric heater heats to its setpoint") {
  const auto y = heater(0.05, 40.0, 50.0, 1.0, 6000.0, 0.95);
  CHECK(y.outlet_temperature == 50.0);
  CHECK(y.heat == 2090.0);
  CHECK(y.power == Approx(2200.0).epsilon(1e-14));
  CHECK(y.heat_loss == Approx(110.0).epsilon(1e-13));
}

TEST_CASE("an electric heater draws no more than its power, or the share it is allowed") {
  CHECK(heater(1.0, 40.0, 50.0, 1.0, 6000.0, 0.95).power == Approx(6000.0).epsilon(1e-14));
  CHECK(heater(1.0, 40.0, 50.0, 0.25, 6000.0, 0.95).power == Approx(1500.0).epsilon(1e-14));
  CHECK(heater(1.0, 40.0, 50.0, -1.0, 6000.0, 0.95).power == 0.0);
  CHECK(heater(0.0, 40.0, 50.0, 1.0, 6000.0, 0.95).power == 0.0);
  CHECK(heater(-1.0, 40.0, 50.0, 1.0, 6000.0, 0.95).power == 0.0);
}

TEST_CASE("an electric heater and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) {
    const auto y = heater<T>(x[0], x[1], x[2], x[3], x[4], x[5]);
    return std::vector<T>{y.outlet_temperature, y.heat, y.power, y.heat_loss};
  };
  for (const double flow : {0.0, -0.1}) check_finite(f, {flow, 50, 50, 0.0, 6000, 1.0});
}

TEST_CASE("an electric heater in kW is the one in W") {
  SimulationModel model;
  Component heater = instance("heater", "ElectricHeater");
  heater.parameters["nominalPowerRate"].value = Quantity{2.0, unit::kW};
  model.add_component(heater);
  for (const auto& [port, value] :
       std::vector<std::pair<std::string, double>>{{"waterFlowRate", 1.0},
                                                   {"inletWaterTemperature", 40.0},
                                                   {"outletWaterTemperatureSetpoint", 60.0}}) {
    model.add_component(constant("s_" + port, value));
    model.add_connection("s_" + port + ".scheduleValue -> heater." + port);
  }
  CHECK(run_signal(model, standard_components(), "heater.Power").back() ==
        Approx(2000.0).epsilon(1e-14));
}

TEST_CASE(
    "an electric heater that makes more heat than it draws is refused with an error that names "
    "it") {
  SimulationModel model;
  model.add_component(instance("heater", "ElectricHeater", {{"efficiency", 1.1}}));
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("heater.efficiency"));
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("heater."));
}

}  // namespace
}  // namespace hearth::test::electric_heater_test
