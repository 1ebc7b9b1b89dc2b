// SPDX-License-Identifier: MIT
#include "hearth/components/sources/meter.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/points.hpp"

namespace hearth::test::meter_test {
namespace {

SimulationModel metered(const std::vector<Component>& sources) {
  SimulationModel model;
  model.add_component(instance("meter", "Meter"));
  for (const Component& source : sources) {
    model.add_component(source);
    model.add_connection(source.id + ".scheduleValue -> meter.Power[" + source.id + "]");
  }
  return model;
}

TEST_CASE("a meter adds up the energy of its consumers") {
  // 1.5 kW for two hours: 3 kWh.
  const SimulationModel model =
      metered({constant("fan", 1000.0, unit::W), constant("pump", 0.5, unit::kW)});
  CHECK(run_signal(model, standard_components(), "meter.Power", {.steps = 12}).back() ==
        Approx(1500.0).epsilon(1e-15));
  CHECK(run_signal(model, standard_components(), "meter.energy", {.steps = 12}).back() ==
        Approx(3.0).epsilon(1e-12));  // 12 steps that are exact to kDifferences
}

TEST_CASE("a meter counts what each step delivers, backwards too, from its first reading") {
  SimulationModel model = metered({each_step("power", {3600.0, 0.0, -7200.0})});
  model.set_initial("meter.energy", {10.0, unit::kWh});
  const auto rows = run_signal(model, standard_components(), "meter.energy", {.steps = 3});
  CHECK(rows[0] == 10.0);
  CHECK(rows[1] == Approx(10.6).epsilon(1e-12));
  CHECK(rows[2] == Approx(10.6).epsilon(1e-12));
  CHECK(rows[3] == Approx(9.4).epsilon(1e-12));
}

TEST_CASE("a meter without consumers stands still") {
  CHECK(run_signal(metered({}), standard_components(), "meter.energy", {.steps = 3}).back() == 0.0);
}

TEST_CASE("a meter of something else than power is refused") {
  CHECK_THAT(
      message_of(validate(metered({constant("room", 20.0, unit::degC)}), standard_components()),
                 "model.unit_mismatch"),
      Catch::Contains("room.scheduleValue [degC] -> meter.Power[room] [W]"));
}

}  // namespace
}  // namespace hearth::test::meter_test
