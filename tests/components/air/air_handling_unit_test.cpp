// SPDX-License-Identifier: MIT
// The example of two rooms on an air handling unit, which is a composite of parts.
#include <algorithm>
#include <cmath>
#include <string>

#include <catch2/catch.hpp>

#include "hearth/components/physics/air.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/ontology/load_model.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::air_handling_unit_test {
namespace {

SimulationModel example() {
  Diagnostics warnings;
  SimulationModel model = load_model(
      std::filesystem::path(HEARTH_SOURCE_DIR) / "examples/air_handling_unit/office.hearth.json",
      standard_components(), {}, warnings);
  CHECK(warnings.empty());
  return model;
}

RunOptions day(SeriesResolver& resolver, CompileOptions compile = {}) {
  RunOptions options;
  options.resolver = &resolver;
  options.start = Instant{std::chrono::seconds(1710111600)};  // 2024-03-11T00:00:00+01:00
  options.steps = 288;
  options.step = std::chrono::seconds(300);
  options.compile = compile;
  return options;
}

TEST_CASE("two rooms on an air handling unit keep their temperatures and fresh air") {
  DataResolver resolver({.timezone = "Europe/Copenhagen"});
  Bench<double> bench(example(), standard_components(), day(resolver));
  bench.simulation.initialize();
  double coldest = 100.0, warmest = 0.0, stalest = 0.0, least_share = 1.0, most_share = 0.0;
  double most_heat = 0.0;
  for (int k = 0; k < 288; ++k) {
    bench.steps(1);
    if (k < 96) continue;  // the walls are not at their initial temperatures for long
    coldest = std::min(coldest, bench.value("north.indoorTemperature"));
    warmest = std::max(warmest, bench.value("south.indoorTemperature"));
    stalest = std::max(stalest, bench.value("south.indoorCO2"));
    least_share = std::min(least_share, bench.value("unit/economizer.damperPosition"));
    most_share = std::max(most_share, bench.value("unit/economizer.damperPosition"));
    most_heat = std::max(most_heat, bench.value("north_box.heatingPower"));
  }
  CAPTURE(coldest, warmest, stalest, least_share, most_share, most_heat);
  CHECK(coldest > 20.0);
  CHECK(warmest < 25.5);
  // Eight people breathe out 8 * 6.2 = 49.6 ppm kg/s. Fresh air of 0.25 kg/s, the most the terminal
  // gives, ends 198 ppm above the 400 outdoors, 30 % of 0.06 kg/s, its least, 2756 ppm above.
  CHECK(stalest > 598.0);
  CHECK(stalest < 3156.0);
  CHECK(least_share >= 0.3);
  CHECK(most_share > 0.5);
  CHECK(most_heat > 0.0);
}

TEST_CASE("in gauss-seidel an air handling unit gives out what it takes in at every step") {
  DataResolver resolver({.timezone = "Europe/Copenhagen"});
  Bench<double> bench(example(), standard_components(),
                      day(resolver, {.coupling = Coupling::GaussSeidel}));
  bench.simulation.initialize();
  const auto value = [&](const std::string& signal) { return bench.value("unit/" + signal); };
  double worst_air = 0.0, worst_heat = 0.0, worst_co2 = 0.0;
  for (int k = 0; k < 288; ++k) {
    bench.steps(1);
    const double outdoor = bench.value("weather.outdoorTemperature");
    const double supply = value("supply.airFlowRateIn"), back = value("return.airFlowRateOut");
    const double fresh = value("mixing.outdoorAirFlowRate");
    const double exhaust = value("mixing.exhaustAirFlowRate");
    worst_air = std::max(worst_air, std::abs(fresh + back - supply - exhaust));
    const double carried =
        kAirHeatCapacity * (supply * value("coil.outletAirTemperature") +
                            exhaust * value("return_fan.outletAirTemperature") - fresh * outdoor -
                            back * value("return.airTemperatureOut"));
    const double given = value("coil.heatingPower") - value("coil.coolingPower") +
                         value("supply_fan.Power") + value("return_fan.Power");
    worst_heat = std::max(worst_heat, std::abs(carried - given));
    worst_co2 =
        std::max(worst_co2, std::abs(supply * value("mixing.mixedAirCO2") +
                                     (exhaust - back) * value("return.airCO2Out") - fresh * 400.0));
  }
  // Rounding of 1e4 W, of 0.5 kg/s and of 500 ppm kg/s.
  CHECK(worst_air < 1e-14);
  CHECK(worst_heat < 1e-10);
  CHECK(worst_co2 < 1e-11);
}

TEST_CASE("an air handling unit runs in steps that are iterated to an end, too") {
  CompileOptions iterate;
  iterate.coupling = Coupling::Iterate;
  DataResolver resolver({.timezone = "Europe/Copenhagen"});
  Bench<double> lagged(example(), standard_components(), day(resolver));
  Bench<double> iterated(example(), standard_components(), day(resolver, iterate));
  lagged.simulation.initialize();
  iterated.simulation.initialize();
  lagged.steps(288);
  iterated.steps(288);
  // A lag of one step of 300 s.
  CHECK(iterated.value("north.indoorTemperature") ==
        Approx(lagged.value("north.indoorTemperature")).margin(0.1));
}

}  // namespace
}  // namespace hearth::test::air_handling_unit_test
