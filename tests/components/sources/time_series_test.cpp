// SPDX-License-Identifier: MIT
#include "hearth/components/sources/time_series.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::time_series_test {
namespace {

Component series(const SeriesSpec& spec) {
  Component component = instance("s", "TimeSeries");
  component.config["value"] = spec;
  return component;
}

TEST_CASE("a time series delivers its points, and a mean over a step") {
  SeriesSpec spec;
  spec.source = TimeTable{{0.0, 600.0, 900.0}, {1.0, 3.0, 5.0}, Series::Shape::Hold};
  SimulationModel model;
  model.add_component(series(spec));
  CHECK(run_signal(model, standard_components(), "s.value", {.steps = 2}) ==
        std::vector<double>{1.0, 1.0, 4.0});
}

TEST_CASE("a time series keeps its unit") {
  SeriesSpec spec;
  spec.source = 12.5;
  spec.unit = unit::kW;
  SimulationModel model;
  model.add_component(series(spec));
  model.add_component(instance("m", "Meter"));
  model.add_connection("s.value -> m.Power");
  CHECK(run_signal(model, standard_components(), "s.value", {.steps = 1}).back() == 12.5);
  CHECK(run_signal(model, standard_components(), "m.Power", {.steps = 1}).back() ==
        Approx(12500.0).epsilon(1e-15));
}

TEST_CASE("a time series without a series is refused") {
  SimulationModel model;
  model.add_component(instance("s", "TimeSeries"));
  CHECK_THAT(message_of(validate(model, standard_components()), "model.config_missing"),
             Catch::Contains("s.value"));
}

}  // namespace
}  // namespace hearth::test::time_series_test
