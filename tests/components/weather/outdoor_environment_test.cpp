// SPDX-License-Identifier: MIT
#include "hearth/components/weather/outdoor_environment.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::outdoor_environment_test {
namespace {

Component weather(double temperature, std::optional<Unit> unit = std::nullopt) {
  Component component = instance("weather", "OutdoorEnvironment");
  SeriesSpec spec;
  spec.source = temperature;
  spec.unit = unit;
  component.config["outdoorTemperature"] = spec;
  return component;
}

TEST_CASE("the outdoor temperature is corrected only when asked for") {
  Component corrected = weather(10.0);
  corrected.parameters["a"].value = Quantity{1.1, {}};
  corrected.parameters["b"].value = Quantity{-2.0, {}};
  for (const bool apply : {false, true}) {
    corrected.config["apply_correction"] = apply;
    SimulationModel model;
    model.add_component(corrected);
    const auto rows = run_signal(model, standard_components(), "weather.outdoorTemperature");
    CHECK(rows.back() == Approx(apply ? 9.0 : 10.0).epsilon(1e-15));
  }
}

TEST_CASE("weather without sun and CO2 has none and 400 ppm") {
  SimulationModel model;
  model.add_component(weather(50.0, unit::degF));
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  bench.steps(1);
  CHECK(bench.value("weather.outdoorTemperature") == Approx(10.0).epsilon(1e-14));
  CHECK(bench.value("weather.globalIrradiation") == 0.0);
  CHECK(bench.value("weather.outdoorCo2Concentration") == 400.0);
}

TEST_CASE("weather needs a temperature, and a temperature only") {
  SimulationModel model;
  model.add_component(instance("weather", "OutdoorEnvironment"));
  const Diagnostics found = validate(model, standard_components());
  CHECK(codes(found) == std::vector<std::string>{"model.config_missing"});
  CHECK_THAT(message_of(found, "model.config_missing"),
             Catch::Contains("weather.outdoorTemperature"));
}

TEST_CASE("a flow is not accepted as an outdoor temperature") {
  SimulationModel model;
  model.add_component(weather(10.0, unit::kg_per_s));
  const std::string text =
      message_of(validate(model, standard_components()), "model.unit_mismatch");
  CHECK_THAT(text, Catch::Contains("weather.outdoorTemperature"));
  CHECK_THAT(text, Catch::Contains("the value is in [kg/s], expected [degC]"));
}

}  // namespace
}  // namespace hearth::test::outdoor_environment_test
