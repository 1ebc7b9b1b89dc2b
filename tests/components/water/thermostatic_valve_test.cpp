// SPDX-License-Identifier: MIT
#include "hearth/components/water/thermostatic_valve.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/support/points.hpp"

namespace hearth::test::thermostatic_valve_test {
namespace {

SimulationModel valve(double room, bool lagged,
                      const std::map<std::string, double>& parameters = {},
                      const std::string& characteristic = "linear") {
  SimulationModel model;
  Component component = instance("v", "ThermostaticValve", {{"waterFlowRateMax", 0.04}});
  for (const auto& [name, value] : parameters) {
    component.parameters[name].value = Quantity{value, std::nullopt};
  }
  component.config["isLagged"] = lagged;
  component.config["characteristic"] = Word{characteristic};
  model.add_component(component);
  model.add_component(constant("room", room));
  model.add_component(constant("wanted", 20.0));
  model.add_connection("room.scheduleValue -> v.indoorTemperature");
  model.add_connection("wanted.scheduleValue -> v.setpoint");
  return model;
}

double flow(double room, const std::map<std::string, double>& parameters = {},
            const std::string& characteristic = "linear") {
  return run_signal(valve(room, false, parameters, characteristic), standard_components(),
                    "v.waterFlowRate", {.steps = 1})
      .back();
}

TEST_CASE("a thermostatic valve opens over its proportional band") {
  CHECK(flow(18.0) == 0.04);  // 2 K and more below closing: the nominal flow of EN 215
  CHECK(flow(19.0) == 0.04);
  CHECK(flow(19.5) == Approx(0.03).epsilon(1e-14));
  CHECK(flow(20.0) == Approx(0.02).epsilon(1e-14));
  CHECK(flow(21.0) == 0.0);
  CHECK(flow(25.0) == 0.0);
  CHECK(flow(20.0, {{"proportionalBand", 1.0}}) == Approx(0.02).epsilon(1e-14));
  CHECK(flow(20.25, {{"proportionalBand", 1.0}}) == Approx(0.01).epsilon(1e-14));
}

TEST_CASE("characteristic and authority of a thermostatic valve are those of a valve") {
  CHECK(flow(20.0, {}, "equalPercentage") == Approx(0.04 / std::sqrt(50.0)).epsilon(1e-12));
  CHECK(flow(21.0, {}, "equalPercentage") == Approx(0.04 / 50.0).epsilon(1e-12));
  CHECK(flow(20.0, {{"valveAuthority", 0.5}}) ==
        Approx(0.04 * 0.5 / std::sqrt(0.25 * 0.5 + 0.5)).epsilon(1e-12));
}

TEST_CASE("the sensing element follows the room with its time constant") {
  SimulationModel model = valve(22.0, true, {{"timeConstant", 600.0}});
  model.set_initial("v.sensorTemperature", {19.0, {}});
  // θ_s = 22 - 3 exp(-t/τ) is 19.5 at t = τ ln(3/2.5); 1e-5 is the tolerance of the integrator.
  const double quarter = 600.0 * std::log(3.0 / 2.5);
  ContinuousBench early(model, standard_components());
  early.run(TimeSpan::until(quarter));
  CHECK(early.at("v.valvePosition", quarter) == Approx(0.75).margin(1e-5));
  ContinuousBench late(model, standard_components());
  late.run(TimeSpan::until(1200.0));
  CHECK(late.at("v.valvePosition", 1200.0) == Approx(0.0).margin(1e-12));
}

TEST_CASE("a room with a thermostatic valve settles within the proportional band") {
  SimulationModel model;
  model.add_component(instance("room", "ThermalNode", {{"C", 1e6}, {"R", 0.02}}));
  model.set_initial("room.temperature", {17.0, {}});
  model.add_component(instance("v", "ThermostaticValve", {{"waterFlowRateMax", 0.02}}));
  model.add_component(instance("heater", "Gain", {{"k", 1e5}}));  // W per kg/s: 2 kW at full flow
  model.add_component(constant("outdoors", 0.0));
  model.add_connection("outdoors.scheduleValue -> room.adjacentTemperature[outdoors]");
  model.add_connection("room.temperature -> v.indoorTemperature");
  model.add_connection("v.waterFlowRate -> heater.u");
  model.add_connection("heater.y -> room.heatGain[heater]");
  ContinuousBench bench(model, standard_components());
  bench.run(TimeSpan::until(86400.0));
  // At rest θ/R = 2000 W ((20 - θ)/2 K + 1/2) has the solution θ = 21000/1050 = 20 - 0 K.
  const double rest = 2000.0 * 10.5 / (1.0 / 0.02 + 1000.0);
  CHECK(bench.at("room.temperature", 86400.0) == Approx(rest).margin(1e-3));
}

TEST_CASE("a proportional band of 0 is refused") {
  SimulationModel model;
  model.add_component(instance("v", "ThermostaticValve", {{"proportionalBand", 0.0}}));
  CHECK_THAT(message_of(validate(model, standard_components()), "model.out_of_range"),
             Catch::Contains("v.proportionalBand"));
}

}  // namespace
}  // namespace hearth::test::thermostatic_valve_test
