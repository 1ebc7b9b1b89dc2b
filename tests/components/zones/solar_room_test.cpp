// SPDX-License-Identifier: MIT
// The example of a room with layered walls and a window.
#include <algorithm>
#include <filesystem>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/ontology/load_model.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::solar_room_test {
namespace {

struct Week {
  double coldest = 100.0, warmest = -100.0;  // degC
  double sun = 0.0;                          // W, the most
  double heat = 0.0;                         // kWh
};

Week run_example(Duration step) {
  const std::filesystem::path folder =
      std::filesystem::path(HEARTH_SOURCE_DIR) / "examples/solar_room";
  Diagnostics notes;
  const SimulationModel model =
      load_model(folder / "room.hearth.json", standard_components(), {}, notes);
  DataResolver resolver({.folders = {folder}, .timezone = model.site.timezone});
  RunOptions options;
  options.resolver = &resolver;
  options.start = *model.defaults.start;
  options.step = step;
  options.steps = (*model.defaults.end - *model.defaults.start) / step;
  Bench<double> bench(model, standard_components(), options);
  bench.simulation.initialize();
  Week week;
  for (long k = 0; k < options.steps; ++k) {
    bench.steps(1);
    week.coldest = std::min(week.coldest, bench.value("room.indoorTemperature"));
    week.warmest = std::max(week.warmest, bench.value("room.indoorTemperature"));
    week.sun = std::max(week.sun, bench.value("window.solarGain"));
  }
  week.heat = bench.value("heat.energy");
  return week;
}

TEST_CASE("the example of a room with walls and a window gives what its page says") {
  const Week hourly = run_example(std::chrono::hours(1));
  CHECK(hourly.coldest == Approx(16.2).margin(0.05));  // digits of the page
  CHECK(hourly.warmest == Approx(27.9).margin(0.05));
  CHECK(hourly.sun > 2000.0);
  CHECK(hourly.heat == Approx(1.30).margin(5e-3));
  CHECK(run_example(std::chrono::minutes(10)).heat == Approx(1.56).margin(5e-3));
}

}  // namespace
}  // namespace hearth::test::solar_room_test
