// SPDX-License-Identifier: MIT
#include "hearth/components/sources/sensor.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::sensor_test {
namespace {

Component sensor(double own_value, std::optional<Unit> unit = std::nullopt) {
  Component component = instance("sensor", "Sensor");
  SeriesSpec spec;
  spec.source = own_value;
  spec.unit = unit;
  component.config["value"] = spec;
  return component;
}

TEST_CASE("an unconnected sensor delivers its own series") {
  SimulationModel model;
  model.add_component(sensor(3.5));
  CHECK(run_signal(model, standard_components(), "sensor.measuredValue", {.steps = 1}) ==
        std::vector<double>{3.5, 3.5});
}

TEST_CASE("a connected sensor passes on what it measures and not its own series") {
  for (const bool with_own : {true, false}) {
    SimulationModel model;
    model.add_component(with_own ? sensor(3.5) : instance("sensor", "Sensor"));
    model.add_component(constant("source", 7.25));
    model.add_connection("source.scheduleValue -> sensor.measuredValue");
    CHECK(run_signal(model, standard_components(), "sensor.measuredValue", {.steps = 1}) ==
          std::vector<double>{7.25, 7.25});
  }
}

TEST_CASE("the first row of a sensor is what it measures, whatever its initial value") {
  // Graphs of Twin4Build give sensors the initial value 0: 0 degC where the room has 20 degC.
  for (const auto& coupling : {Coupling::GaussSeidel, Coupling::Jacobi, Coupling::Balanced}) {
    SimulationModel model;
    model.add_component(instance("sensor", "Sensor"));
    model.set_initial("sensor.measuredValue", {0.0, {}});
    model.add_component(constant("source", 7.25));
    model.add_connection("source.scheduleValue -> sensor.measuredValue");
    CHECK(run_signal(model, standard_components(), "sensor.measuredValue",
                     {.steps = 1, .compile = {.coupling = coupling}}) ==
          std::vector<double>{7.25, 7.25});
  }
}

TEST_CASE("a removed connection delivers the initial value of a sensor in the first step") {
  SimulationModel model;
  model.add_component(instance("a", "Sensor"));
  model.set_initial("a.measuredValue", {3.0, {}});
  model.add_component(instance("b", "Gain"));
  model.set_parameter("b.k", {2.0, {}});
  model.add_connection("a.measuredValue -> b.u");
  model.add_connection("b.y -> a.measuredValue");
  Bench<double> bench(model, standard_components(),
                      {.steps = 1, .compile = {.coupling = Coupling::GaussSeidel}});
  REQUIRE(bench.plan.lags.size() == 1);
  REQUIRE(bench.plan.lags[0].connection->from.component == "a");
  bench.simulation.initialize();
  CHECK(bench.value("a.measuredValue") == 3.0);
  CHECK(bench.value("b.y") == 6.0);
}

TEST_CASE("a sensor shows the unit of what it measures") {
  SimulationModel model;
  model.add_component(instance("sensor", "Sensor"));
  model.add_component(instance("damper", "Damper"));
  model.add_component(constant("half", 0.5));
  model.add_connection("half.scheduleValue -> damper.damperPosition");
  model.add_connection("damper.airFlowRate -> sensor.measuredValue");
  Bench<double> bench(model, standard_components());
  const auto cell = static_cast<std::size_t>(bench.plan.signal("sensor.measuredValue"));
  CHECK(bench.plan.signals[cell].unit == unit::kg_per_s);
}

TEST_CASE("a sensor with neither source nor series is refused with both remedies") {
  SimulationModel model;
  model.add_component(instance("sensor", "Sensor"));
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("sensor.measuredValue"));
  CHECK_THAT(message_of(found, "model.input_missing"),
             Catch::Contains("connect an output to it or set the configuration 'value'"));
}

TEST_CASE("a sensor of two sources is refused") {
  SimulationModel model;
  model.add_component(instance("sensor", "Sensor"));
  model.add_component(constant("a", 1.0));
  model.add_component(constant("b", 2.0));
  model.add_connection("a.scheduleValue -> sensor.measuredValue");
  model.add_connection("b.scheduleValue -> sensor.measuredValue");
  CHECK(codes(validate(model, standard_components())).front() == "model.input_taken");
}

}  // namespace
}  // namespace hearth::test::sensor_test
