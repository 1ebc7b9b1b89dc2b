// SPDX-License-Identifier: MIT
#include "hearth/components/controls/rulebased_setpoint_input_controller.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/points.hpp"

namespace hearth::test::rulebased_setpoint_input_controller_test {
namespace {

using Values = std::vector<double>;

SimulationModel ventilated(const Component& co2, const Component& wanted) {
  SimulationModel model;
  model.add_component(instance("c", "RulebasedSetpointInputController"));
  model.add_component(co2);
  model.add_component(wanted);
  model.add_connection("co2.scheduleValue -> c.actualValue");
  model.add_connection("wanted.scheduleValue -> c.setpointValue");
  return model;
}

Values commands(const Values& co2, const Values& wanted) {
  Values rows =
      run_signal(ventilated(each_step("co2", co2), each_step("wanted", wanted)),
                 standard_components(), "c.inputSignal", {.steps = static_cast<long>(co2.size())});
  rows.erase(rows.begin());
  return rows;
}

TEST_CASE("the steps lie 0, 200 and 400 ppm above the setpoint") {
  CHECK(commands({599.0, 601.0, 801.0, 1001.0, 902.0, 900.0, 702.0, 700.0, 502.0, 500.0},
                 {600.0}) == Values{0, 0.45, 0.7, 1, 1, 0.7, 0.7, 0.45, 0.45, 0});
}

TEST_CASE("the steps move with the setpoint") {
  CHECK(commands({700.0, 700.0, 700.0, 700.0}, {600.0, 250.0, 500.0, 900.0}) ==
        Values{0.45, 1, 0.7, 0});
}

TEST_CASE("a setpoint that is missing is named") {
  SimulationModel model;
  model.add_component(instance("c", "RulebasedSetpointInputController"));
  model.add_component(constant("co2", 600.0));
  model.add_connection("co2.scheduleValue -> c.actualValue");
  CHECK_THAT(message_of(validate(model, standard_components()), "model.input_missing"),
             Catch::Contains("c.setpointValue"));
}

}  // namespace
}  // namespace hearth::test::rulebased_setpoint_input_controller_test
