// SPDX-License-Identifier: MIT
#include "hearth/components/sources/corrected_series.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::corrected_series_test {
namespace {

TEST_CASE("a corrected series is its series times a factor plus a bias") {
  const CorrectedSeries<double>::Config steps{
      Series({{0.0, 1.0}, {600.0, 5.0}}, Series::Shape::Hold, Sample::Mean)};
  CorrectedSeries<double>::Out y;
  CorrectedSeries<double>::outputs(steps, {2.0, 0.5}, Clock{900.0, 600.0, 0.0}, y);
  CHECK(y.value == 6.5);  // 300 s at 1 and 300 s at 5
  CorrectedSeries<double>::outputs(steps, {1.0, 0.0}, Clock{900.0, 600.0, 0.0}, y);
  CHECK(y.value == 3.0);
}

TEST_CASE("the bias of a series in degF is a difference in degF") {
  Component series = instance("series", "CorrectedSeries", {{"bias", 9.0}});
  series.config["series"] = SeriesSpec{68.0, unit::degF};
  SimulationModel model;
  model.add_component(series);
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  CHECK(bench.value("series.value") == 77.0);
}

}  // namespace
}  // namespace hearth::test::corrected_series_test
