// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::shown_position_test {

TEST_CASE("valves, dampers and shades pass their position on, also past their ends") {
  const std::vector<std::pair<std::string, std::string>> types = {
      {"Valve", "valvePosition"},
      {"ThreeWayValve", "valvePosition"},
      {"Damper", "damperPosition"},
      {"AuthorityDamper", "damperPosition"},
      {"ShadingDevice", "shadePosition"}};
  for (const auto& [type, port] : types) {
    for (const double position : {-1.0, 0.5, 1.7}) {
      SimulationModel model;
      model.add_component(instance("device", type));
      model.add_component(constant("command", position));
      model.add_connection("command.scheduleValue -> device." + port);
      const Diagnostics found = validate(model, standard_components());
      for (const Diagnostic& item : found.items()) {  // inputs without a default
        if (item.code != "model.input_missing") continue;
        const std::string id = "source_" + item.where.port;
        model.add_component(constant(id, 20.0));
        model.add_connection(id + ".scheduleValue -> device." + item.where.port);
      }
      INFO(type);
      CHECK(run_signal(model, standard_components(), "device." + port, {.steps = 2}).back() ==
            position);
    }
  }
}

}  // namespace hearth::test::shown_position_test
