// SPDX-License-Identifier: MIT
#include "hearth/components/controls/thermostat.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/support/points.hpp"

namespace hearth::test::thermostat_test {
namespace {

SimulationModel thermostat(const Component& measured, const std::string& mode,
                           const std::map<std::string, double>& parameters = {}) {
  SimulationModel model;
  Component component = instance("c", "Thermostat");
  for (const auto& [name, value] : parameters) {
    component.parameters[name].value = Quantity{value, std::nullopt};
  }
  component.config["mode"] = Word{mode};
  model.add_component(component);
  model.add_component(measured);
  model.add_component(constant("wanted", 20.0));
  model.add_connection("measured.scheduleValue -> c.indoorTemperature");
  model.add_connection("wanted.scheduleValue -> c.setpoint");
  return model;
}

using Values = std::vector<double>;

Values commands(const Values& measured, const std::string& mode,
                const std::map<std::string, double>& parameters = {}) {
  Values rows = run_signal(thermostat(each_step("measured", measured), mode, parameters),
                           standard_components(), "c.inputSignal",
                           {.steps = static_cast<long>(measured.size())});
  rows.erase(rows.begin());  // row k shows what the step with value k - 1 led to
  return rows;
}

TEST_CASE("a heating thermostat is on below its differential and off above it") {
  CHECK(commands({20.0, 19.8, 19.7, 20.0, 20.2, 20.3, 20.0}, "heating") ==
        Values{0, 0, 1, 1, 1, 0, 0});
  CHECK(commands({19.1, 18.9, 20.9, 21.1}, "heating", {{"differential", 2.0}}) ==
        Values{0, 1, 1, 0});
}

TEST_CASE("a cooling thermostat is on above its differential and off below it") {
  CHECK(commands({20.0, 20.3, 20.0, 19.8, 19.7, 20.0}, "cooling") == Values{0, 1, 1, 1, 0, 0});
}

TEST_CASE("a thermostat that heats and cools leaves a dead zone between them") {
  // Heats around 19, cools around 21; the differential is 0.5 K.
  CHECK(commands({20.0, 18.7, 19.2, 19.3, 20.8, 21.3, 20.8, 20.7}, "auto") ==
        Values{0, 1, 1, 0, 0, -1, -1, 0});
  // A dead zone of 0 is as wide as the differential: never both.
  CHECK(commands({20.0, 19.4, 20.1, 20.6, 20.1, 19.9}, "auto",
                 {{"differential", 0.5}, {"deadZone", 0.0}}) == Values{0, 1, 0, -1, -1, 0});
}

TEST_CASE("a thermostat in degF switches at the same room temperature") {
  SimulationModel model = thermostat(constant("measured", 67.0, unit::degF), "heating");
  CHECK(run_signal(model, standard_components(), "c.inputSignal", {.steps = 1}).back() == 1.0);
  model = thermostat(constant("measured", 68.1, unit::degF), "heating");
  CHECK(run_signal(model, standard_components(), "c.inputSignal", {.steps = 1}).back() == 0.0);
}

TEST_CASE("an open setpoint is 20 degC") {
  SimulationModel model;
  model.add_component(instance("c", "Thermostat"));
  model.add_component(constant("measured", 19.0));
  model.add_connection("measured.scheduleValue -> c.indoorTemperature");
  CHECK(run_signal(model, standard_components(), "c.heating", {.steps = 1}).back() == 1.0);
}

TEST_CASE("the continuous engine finds the instants at which a thermostat switches") {
  // 21 - t/100 passes 19.75 at 125 s; 18 + (t - 300)/80 passes 20.25 at 480 s.
  const Component measured =
      points("measured", {0.0, 300.0, 700.0}, {21.0, 18.0, 23.0}, Series::Shape::Linear);
  ContinuousBench bench(thermostat(measured, "heating"), standard_components());
  bench.run(TimeSpan::until(700.0));
  // Located to the tolerance of event times, 1e-9 s and rounding of the time.
  REQUIRE(bench.event_times("c.heatingOn").size() == 1);
  REQUIRE(bench.event_times("c.heatingOff").size() == 1);
  CHECK(std::abs(bench.event_times("c.heatingOn")[0] - 125.0) < 1e-7);
  CHECK(std::abs(bench.event_times("c.heatingOff")[0] - 480.0) < 1e-7);
  CHECK(bench.event_times("c.coolingOn").empty());
}

TEST_CASE("a room under a thermostat cycles as in the closed form") {
  constexpr double kCapacity = 1e6, kResistance = 0.01, kPower = 3000.0;  // J/K, K/W, W
  SimulationModel model;
  model.add_component(instance("room", "ThermalNode", {{"C", kCapacity}, {"R", kResistance}}));
  model.set_initial("room.temperature", {20.5, {}});
  model.add_component(instance("c", "Thermostat", {{"differential", 1.0}}));
  model.add_component(instance("heater", "Gain", {{"k", kPower}}));
  model.add_component(constant("outdoors", 0.0));
  model.add_connection("outdoors.scheduleValue -> room.adjacentTemperature[outdoors]");
  model.add_connection("room.temperature -> c.indoorTemperature");
  model.add_connection("c.inputSignal -> heater.u");
  model.add_connection("heater.y -> room.heatGain[heater]");
  ContinuousBench bench(model, standard_components());
  bench.run(TimeSpan::until(20000.0));
  const double tau = kCapacity * kResistance;
  const double rest = kPower * kResistance;  // 30 K
  const double off = tau * std::log(20.5 / 19.5);
  const double on = tau * std::log((rest - 19.5) / (rest - 20.5));
  const auto starts = bench.event_times("c.heatingOn");
  const auto stops = bench.event_times("c.heatingOff");
  REQUIRE(starts.size() > 2);
  // Relative error of the integrator, 1e-6 of 20 K over slopes of 1e-3 K/s.
  CHECK(starts[0] == Approx(off).margin(0.1));
  CHECK(stops[0] - starts[0] == Approx(on).margin(0.1));
  CHECK(starts[1] - stops[0] == Approx(off).margin(0.1));
}

TEST_CASE("a negative differential is refused") {
  SimulationModel model;
  model.add_component(instance("c", "Thermostat", {{"differential", -0.1}}));
  CHECK_THAT(message_of(validate(model, standard_components()), "model.out_of_range"),
             Catch::Contains("c.differential"));
}

}  // namespace
}  // namespace hearth::test::thermostat_test
