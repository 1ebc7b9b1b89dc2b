// SPDX-License-Identifier: MIT
#include "hearth/components/controls/rulebased_controller.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/support/points.hpp"

namespace hearth::test::rulebased_controller_test {
namespace {

using Values = std::vector<double>;

SimulationModel ventilated(const Component& co2) {
  SimulationModel model;
  model.add_component(instance("c", "RulebasedController"));
  model.add_component(co2);
  model.add_connection("co2.scheduleValue -> c.actualValue");
  return model;
}

Values commands(const Values& co2) {
  Values rows = run_signal(ventilated(each_step("co2", co2)), standard_components(),
                           "c.inputSignal", {.steps = static_cast<long>(co2.size())});
  rows.erase(rows.begin());
  return rows;
}

TEST_CASE("rising CO2 climbs the steps at 600, 750 and 900 ppm") {
  CHECK(commands({400.0, 599.0, 601.0, 749.0, 751.0, 899.0, 901.0, 5000.0}) ==
        Values{0, 0, 0.45, 0.45, 0.7, 0.7, 1, 1});
}

TEST_CASE("falling CO2 leaves each step 99 ppm below where it began") {
  CHECK(commands({950.0, 802.0, 800.0, 652.0, 650.0, 502.0, 500.0}) ==
        Values{1, 1, 0.7, 0.7, 0.45, 0.45, 0});
}

TEST_CASE("a fall past several steps releases all of them at once") {
  CHECK(commands({950.0, 400.0, 700.0}) == Values{1, 0, 0.45});
}

TEST_CASE("a threshold itself is not above it") {
  CHECK(commands({600.0, 750.0, 900.0}) == Values{0, 0.45, 0.7});
}

TEST_CASE("a rule acts at the instant CO2 passes its threshold") {
  const Component co2 =
      points("co2", {0.0, 600.0, 1200.0}, {400.0, 1000.0, 400.0}, Series::Shape::Linear);
  ContinuousBench bench(ventilated(co2), standard_components());
  bench.run(TimeSpan::until(1200.0));
  // 1 ppm/s up and down again
  const std::vector<std::pair<std::string, double>> expected{
      {"c.lowOn", 200.0},   {"c.mediumOn", 350.0},  {"c.highOn", 500.0},
      {"c.highOff", 799.0}, {"c.mediumOff", 949.0}, {"c.lowOff", 1099.0}};
  for (const auto& [event, time] : expected) {
    INFO(event);
    // At the start CO2 is below all steps, which counts as having fallen below them.
    const std::vector<double> times = bench.event_times(event);
    REQUIRE(!times.empty());
    CHECK(std::abs(times.back() - time) < 1e-7);  // the tolerance of event times
  }
}

TEST_CASE("CO2 in another unit is converted") {
  SimulationModel model = ventilated(constant("co2", 0.095, unit::percent));
  CHECK(run_signal(model, standard_components(), "c.inputSignal", {.steps = 1}).back() == 1.0);
}

TEST_CASE("a rule-based controller of another quantity than CO2 is refused") {
  const SimulationModel model = ventilated(constant("co2", 20.0, unit::degC));
  CHECK_THAT(message_of(validate(model, standard_components()), "model.unit_mismatch"),
             Catch::Contains("co2.scheduleValue [degC] -> c.actualValue [ppm]"));
}

}  // namespace
}  // namespace hearth::test::rulebased_controller_test
