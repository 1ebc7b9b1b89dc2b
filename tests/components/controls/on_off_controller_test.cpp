// SPDX-License-Identifier: MIT
#include "hearth/components/controls/on_off_controller.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/support/points.hpp"

namespace hearth::test::on_off_controller_test {
namespace {

SimulationModel controlled(const Component& measured, double setpoint, double band,
                           bool is_reverse) {
  SimulationModel model;
  Component controller = instance("c", "OnOffController", {{"hysteresis", band}});
  controller.config["isReverse"] = is_reverse;
  model.add_component(controller);
  model.add_component(measured);
  model.add_component(constant("wanted", setpoint));
  model.add_connection("measured.scheduleValue -> c.actualValue");
  model.add_connection("wanted.scheduleValue -> c.setpointValue");
  return model;
}

std::vector<double> commands(const std::vector<double>& measured, double band, bool is_reverse) {
  const SimulationModel model = controlled(each_step("measured", measured), 20.0, band, is_reverse);
  std::vector<double> rows = run_signal(model, standard_components(), "c.inputSignal",
                                        {.steps = static_cast<long>(measured.size())});
  rows.erase(rows.begin());  // row k shows what the step with value k - 1 led to
  return rows;
}

using Values = std::vector<double>;

TEST_CASE("a controller without hysteresis is on above its setpoint, reversed below it") {
  CHECK(commands({19.0, 21.0, 20.5, 19.9, 20.1}, 0.0, false) == Values{0, 1, 1, 0, 1});
  CHECK(commands({19.0, 21.0, 20.5, 19.9, 20.1}, 0.0, true) == Values{1, 0, 0, 1, 0});
}

TEST_CASE("a controller with hysteresis stays as it is within the band") {
  CHECK(commands({20.9, 21.1, 20.0, 19.1, 18.9, 20.9}, 2.0, false) == Values{0, 1, 1, 1, 0, 0});
  CHECK(commands({19.1, 18.9, 20.0, 20.9, 21.1, 19.1}, 2.0, true) == Values{0, 1, 1, 1, 0, 0});
}

TEST_CASE("a measurement that rests on the setpoint changes nothing") {
  CHECK(commands({20.0, 21.0, 20.0, 19.0, 20.0}, 0.0, false) == Values{0, 1, 1, 0, 0});
}

TEST_CASE("an on/off controller switches at the instant the band is left") {
  // 20 + t/100 passes 21 at t = 100; 23 - (t - 300)/80 passes 19 at t = 620.
  const Component measured =
      points("measured", {0.0, 300.0, 700.0}, {20.0, 23.0, 18.0}, Series::Shape::Linear);
  ContinuousBench bench(controlled(measured, 20.0, 2.0, false), standard_components());
  bench.run(TimeSpan::until(700.0));
  // Located to the tolerance of event times, 1e-9 s and rounding of the time.
  REQUIRE(bench.event_times("c.switchesOn").size() == 1);
  REQUIRE(bench.event_times("c.switchesOff").size() == 1);
  CHECK(std::abs(bench.event_times("c.switchesOn")[0] - 100.0) < 1e-7);
  CHECK(std::abs(bench.event_times("c.switchesOff")[0] - 620.0) < 1e-7);
  const double on = bench.event_times("c.switchesOn")[0];
  CHECK(bench.at("c.inputSignal", on, Limit::Left) == 0.0);
  CHECK(bench.at("c.inputSignal", on, Limit::Right) == 1.0);
}

TEST_CASE("the values of on and off are parameters") {
  const auto command = [](double on) {
    OnOffController<double>::Out y;
    OnOffController<double>::outputs({on}, {0.2, 0.7, 0.0}, y);
    return y.command;
  };
  CHECK(command(0.0) == 0.2);
  CHECK(command(1.0) == Approx(0.7).epsilon(1e-15));
}

TEST_CASE("an on/off controller compares in one unit, its band being a difference") {
  SimulationModel model;
  Component controller = instance("c", "OnOffController");
  controller.parameters["hysteresis"].value = Quantity{2.0, unit::K};
  model.add_component(controller);
  model.add_component(constant("measured", 21.5, unit::degC));
  model.add_component(constant("wanted", 68.0, unit::degF));  // 20 degC
  model.add_connection("measured.scheduleValue -> c.actualValue");
  model.add_connection("wanted.scheduleValue -> c.setpointValue");
  CHECK(run_signal(model, standard_components(), "c.inputSignal", {.steps = 1}).back() == 1.0);
  model.component("c").parameters["hysteresis"].value = Quantity{4.0, unit::K};
  CHECK(run_signal(model, standard_components(), "c.inputSignal", {.steps = 1}).back() == 0.0);
}

TEST_CASE("a negative band is refused") {
  SimulationModel model;
  model.add_component(instance("c", "OnOffController", {{"hysteresis", -0.1}}));
  CHECK_THAT(message_of(validate(model, standard_components()), "model.out_of_range"),
             Catch::Contains("c.hysteresis"));
}

TEST_CASE("what a meter counts in an iterated loop with events is what the room took") {
  constexpr double kCapacity = 1e6, kResistance = 0.02, kStep = 600.0;  // J/K, K/W, s
  SimulationModel model;
  model.add_component(instance("room", "ThermalNode", {{"C", kCapacity}, {"R", kResistance}}));
  model.set_initial("room.temperature", {18.0, {}});
  Component thermostat = instance("thermostat", "OnOffController", {{"hysteresis", 1.0}});
  thermostat.config["isReverse"] = true;
  model.add_component(thermostat);
  model.add_component(instance("heater", "Gain", {{"k", 2000.0}}));
  model.set_initial("heater.y", {0.0, {}});
  model.add_component(instance("meter", "Meter"));
  model.add_component(constant("outdoors", 0.0));
  model.add_component(constant("setpoint", 20.0));
  model.add_connection("outdoors.scheduleValue -> room.adjacentTemperature[outdoors]");
  model.add_connection("room.temperature -> thermostat.actualValue");
  model.add_connection("setpoint.scheduleValue -> thermostat.setpointValue");
  model.add_connection("thermostat.inputSignal -> heater.u");
  model.add_connection("heater.y -> room.heatGain[heater]");
  model.add_connection("heater.y -> meter.Power[heater]");
  RunOptions options;
  options.compile.coupling = Coupling::Iterate;
  options.step = std::chrono::seconds(600);
  Bench<double> bench(model, standard_components(), options);
  bench.simulation.initialize();
  double reading = 0.0, temperature = 18.0;
  int switches = 0;
  for (int k = 0; k < 40; ++k) {
    bench.simulation.step();
    const double counted = 3.6e6 * bench.value("meter.energy") - reading;
    reading += counted;
    // Implicit Euler: C (θ1 - θ0) = h (Q - θ1/R).
    const double now = bench.value("room.temperature");
    const double taken = kCapacity * (now - temperature) + kStep * now / kResistance;
    CHECK(counted == Approx(taken).margin(1.0));  // J; tolerance of the loop, 1e-8 of 1e6 J/K 20 K
    switches += counted > 0.5 ? 1 : 0;
    temperature = now;
  }
  CHECK(switches > 5);
  CHECK(switches < 35);
}

}  // namespace
}  // namespace hearth::test::on_off_controller_test
