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

Week run_example(Duration step, Coupling coupling = Coupling::Balanced) {
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
  options.compile.coupling = coupling;
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

TEST_CASE("the example of a room with walls and a window gives the results of its page") {
  const Week hourly = run_example(std::chrono::hours(1));
  CHECK(hourly.coldest == Approx(17.0).margin(0.05));  // digits of the page
  CHECK(hourly.warmest == Approx(28.0).margin(0.05));
  CHECK(hourly.sun > 2000.0);
  CHECK(hourly.heat == Approx(1.33).margin(5e-3));
  CHECK(run_example(std::chrono::minutes(10)).heat == Approx(1.56).margin(5e-3));
}

TEST_CASE("zones and walls that sample receive the means of the weather in every scheme") {
  // They solve a period for its end: an hour's mean acts in its own hour, and the walls know what
  // the room found at the preferred place, where circles are opened.
  const Week balanced = run_example(std::chrono::hours(1));
  const Week one_pass = run_example(std::chrono::hours(1), Coupling::GaussSeidel);
  CHECK(balanced.coldest == Approx(one_pass.coldest).epsilon(1e-12));
  CHECK(balanced.warmest == Approx(one_pass.warmest).epsilon(1e-12));
  CHECK(balanced.heat == Approx(one_pass.heat).epsilon(1e-12));
}

}  // namespace
}  // namespace hearth::test::solar_room_test
