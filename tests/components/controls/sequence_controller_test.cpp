// SPDX-License-Identifier: MIT
#include "hearth/components/controls/sequence_controller.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/points.hpp"

namespace hearth::test::sequence_controller_test {
namespace {

using Values = std::vector<double>;

/// Ventilates by temperature (PI, cooling) and by CO2 (on/off).
SimulationModel sequence(const Values& temperature, const Values& co2) {
  SimulationModel model;
  model.add_component(
      instance("c", "SequenceController", {{"kp", 0.1}, {"Ti", 600.0}, {"onValue", 0.6}}));
  model.add_component(each_step("temperature", temperature));
  model.add_component(each_step("co2", co2));
  model.add_component(constant("warm", 24.0));
  model.add_component(constant("stale", 900.0));
  model.add_connection("temperature.scheduleValue -> c.actualValueSetpointController");
  model.add_connection("warm.scheduleValue -> c.setpointValueSetpointController");
  model.add_connection("co2.scheduleValue -> c.actualValueRulebasedController");
  model.add_connection("stale.scheduleValue -> c.setpointValueRulebasedController");
  return model;
}

TEST_CASE("the larger of both controllers counts") {
  // PI: 0.1 (1 + 600/600) 2 = 0.4, then 0.1 * 2 more in each step. On/off: 0, then 0.6, then 0.
  const auto rows = run_signal(sequence({26.0, 26.0, 26.0, 26.0}, {800.0, 1000.0, 1000.0, 700.0}),
                               standard_components(), "c.inputSignal", {.steps = 4});
  CHECK(rows[1] == Approx(0.4).epsilon(1e-14));
  CHECK(rows[2] == Approx(0.6).epsilon(1e-14));  // both
  CHECK(rows[3] == Approx(0.8).epsilon(1e-14));
  CHECK(rows[4] == Approx(PidController<double>::saturate(1.0)).epsilon(1e-14));
}

TEST_CASE("a sequence is what its two controllers do alone") {
  const Values temperature{26.0, 22.0, 20.0, 25.0, 24.5}, co2{800.0, 1000.0, 880.0, 1200.0, 700.0};
  SimulationModel model = sequence(temperature, co2);
  Component pi = instance("pi", "PidController", {{"kp", 0.1}, {"Ti", 600.0}});
  pi.config["form"] = Word{"velocity"};
  pi.config["saturation"] = Word{"smooth"};
  model.add_component(pi);
  model.add_component(instance("rule", "OnOffController", {{"onValue", 0.6}}));
  model.add_connection("temperature.scheduleValue -> pi.actualValue");
  model.add_connection("warm.scheduleValue -> pi.setpointValue");
  model.add_connection("co2.scheduleValue -> rule.actualValue");
  model.add_connection("stale.scheduleValue -> rule.setpointValue");
  model.add_component(instance("both", "Max"));
  model.add_connection("pi.inputSignal -> both.inputs[pi]");
  model.add_connection("rule.inputSignal -> both.inputs[rule]");
  CHECK(run_signal(model, standard_components(), "c.inputSignal", {.steps = 5}) ==
        run_signal(model, standard_components(), "both.value", {.steps = 5}));
}

TEST_CASE("a sequence between unlike temperatures and ppm is refused") {
  SimulationModel model = sequence({20.0}, {800.0});
  model.remove_component("warm");
  model.remove_component("temperature");
  model.add_component(constant("temperature", 20.0, unit::degC));
  model.add_component(constant("warm", 900.0, unit::ppm));
  model.add_connection("temperature.scheduleValue -> c.actualValueSetpointController");
  model.add_connection("warm.scheduleValue -> c.setpointValueSetpointController");
  CHECK_THAT(message_of(validate(model, standard_components()), "model.unit_mismatch"),
             Catch::Contains("c.setpointValueSetpointController"));
}

}  // namespace
}  // namespace hearth::test::sequence_controller_test
