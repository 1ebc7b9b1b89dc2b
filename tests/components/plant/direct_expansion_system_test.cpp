// SPDX-License-Identifier: MIT
// The energy of equipment that heats and cools air without water.
#include "hearth/components/plant/direct_expansion_system.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::direct_expansion_system_test {
namespace {

/// Returns an output of a component at rest with a heat flow to the air, one from it, and a
/// temperature outdoors.
double output_of(Component component, const std::string& output,
                 const std::vector<std::pair<std::string, double>>& inputs) {
  SimulationModel model;
  const std::string id = component.id;
  model.add_component(std::move(component));
  for (const auto& [port, value] : inputs) {
    model.add_component(constant("s_" + port, value));
    model.add_connection("s_" + port + ".scheduleValue -> " + id + "." + port);
  }
  return run_signal(model, standard_components(), id + "." + output).back();
}

double electricity(const std::string& output, double cooling, double heating, double outdoors) {
  return output_of(
      instance("unit", "DirectExpansionSystem"), output,
      {{"coolingPower", cooling}, {"heatingPower", heating}, {"outdoorTemperature", outdoors}});
}

TEST_CASE("a compressor cools at its rated COP at 35 degC outdoors, and better if it is colder") {
  // HPACEIRFT of EnergyPlus at a wet-bulb temperature of 19.44 degC, of which the default
  // coefficients are rounded to six digits.
  const auto ratio = [](double wet, double dry) {
    return 0.342414409 + 0.034885008 * wet - 0.0006237 * wet * wet + 0.004977216 * dry +
           0.000437951 * dry * dry - 0.000728028 * wet * dry;
  };
  for (const double outdoors : {18.0, 25.0, 35.0, 46.0}) {
    CAPTURE(outdoors);
    CHECK(electricity("Power", 3870.0, 0.0, outdoors) ==
          Approx(1000.0 * ratio(19.44, outdoors)).epsilon(1e-4));
  }
  // ANSI/AHRI 210/240 rates at 19.4 degC wet bulb and 35 degC outdoors.
  CHECK(electricity("Power", 3870.0, 0.0, 35.0) == Approx(1000.0).epsilon(1e-3));
  CHECK(electricity("Power", 3870.0, 0.0, 5.0) == electricity("Power", 3870.0, 0.0, 18.0));
  CHECK(electricity("Power", 3870.0, 0.0, 60.0) == electricity("Power", 3870.0, 0.0, 46.0));
}

TEST_CASE("a compressor heats with the COP of air source heat pumps") {
  // The two points of table 6.8.1-2 of ASHRAE 90.1, which requires at least 3.3 and 2.25.
  CHECK(1000.0 / electricity("Power", 0.0, 1000.0, 8.3) == Approx(3.607).margin(1e-3));
  CHECK(1000.0 / electricity("Power", 0.0, 1000.0, -8.3) == Approx(2.435).margin(1e-3));
  CHECK(electricity("Power", 0.0, 1000.0, 30.0) == electricity("Power", 0.0, 1000.0, 25.0));
}

TEST_CASE("a curve beyond its data does not make cold of nothing") {
  const double power =
      output_of(instance("unit", "DirectExpansionSystem", {{"inputRatioC1", -100.0}}), "Power",
                {{"coolingPower", 3000.0}, {"heatingPower", 0.0}, {"outdoorTemperature", 30.0}});
  CHECK(power == Approx(100.0).epsilon(1e-12));
}

TEST_CASE("a compressor counts the electricity of cooling and heating apart") {
  CHECK(electricity("coolingElectricPower", 3870.0, 1000.0, 20.0) ==
        electricity("Power", 3870.0, 0.0, 20.0));
  CHECK(electricity("heatingElectricPower", 3870.0, 1000.0, 20.0) ==
        electricity("Power", 0.0, 1000.0, 20.0));
  CHECK(electricity("Power", -1.0, -1.0, 20.0) == 0.0);
}

TEST_CASE("a furnace burns fuel, and a resistance takes electricity, for the heat of the air") {
  CHECK(output_of(instance("f", "Furnace"), "fuelPower", {{"heatingPower", 800.0}}) ==
        Approx(1000.0).epsilon(1e-14));
  CHECK(output_of(instance("f", "Furnace", {{"efficiency", 0.95}}), "heatLoss",
                  {{"heatingPower", 950.0}}) == Approx(50.0).epsilon(1e-12));
  CHECK(output_of(instance("r", "ElectricAirHeater"), "Power", {{"heatingPower", 800.0}}) == 800.0);
}

}  // namespace
}  // namespace hearth::test::direct_expansion_system_test
