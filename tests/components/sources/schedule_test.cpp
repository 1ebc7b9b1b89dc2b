// SPDX-License-Identifier: MIT
#include "hearth/components/sources/schedule.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::schedule_test {
namespace {

TEST_CASE("a schedule delivers what its series holds at the time asked for") {
  const Schedule<double>::Config steps{
      Series({{0.0, 1.0}, {600.0, 5.0}}, Series::Shape::Hold, Sample::Mean)};
  Schedule<double>::Out y;
  Schedule<double>::outputs(steps, Clock{599.0, 0.0, 0.0}, y);
  CHECK(y.value == 1.0);
  Schedule<double>::outputs(steps, Clock{600.0, 0.0, 0.0}, y);
  CHECK(y.value == 5.0);
  // 300 s at 1 and 300 s at 5
  Schedule<double>::outputs(steps, Clock{900.0, 600.0, 0.0}, y);
  CHECK(y.value == 3.0);
}

TEST_CASE("a schedule's number is delivered in its own unit") {
  SimulationModel model;
  model.add_component(constant("schedule", 68.0, unit::degF));
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  CHECK(bench.value("schedule.scheduleValue") == 68.0);
  CHECK(bench.plan.signals.front().unit == unit::degF);
}

TEST_CASE("a schedule without a value is refused") {
  SimulationModel model;
  model.add_component(instance("schedule", "Schedule"));
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.config_missing"), Catch::Contains("schedule.value"));
  CHECK_THAT(message_of(found, "model.config_missing"),
             Catch::Contains("a number, weekly rules or a file"));
}

TEST_CASE("nothing can be connected to a schedule") {
  SimulationModel model;
  model.add_component(constant("schedule", 1.0));
  model.add_component(constant("other", 1.0));
  model.add_connection("other.scheduleValue -> schedule.value");
  CHECK_THAT(message_of(validate(model, standard_components()), "model.port_unknown"),
             Catch::Contains("Schedule has no input 'value'"));
}

}  // namespace
}  // namespace hearth::test::schedule_test
