// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/model_settings.hpp"

#include <string>
#include <variant>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/model/component_series.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::model_settings_test {
namespace {

/// Appliances of a constant power in kW, and a setpoint by weekly rules in degF.
SimulationModel flat() {
  SimulationModel model;
  model.add_component(constant("devices", 0.12, unit::kW));
  WeeklyRules rules;
  rules.otherwise = 60.0;
  rules.rules.emplace_back().value = 68.0;
  Component setpoint = constant("setpoint", 0.0, unit::degF);
  series_of(setpoint, "value")->source = rules;
  model.add_component(setpoint);
  return model;
}

const SeriesSpec& series(const SimulationModel& model, const std::string& id) {
  return *series_of(model.component(id), "value");
}

std::string fault(const std::string& path, const Quantity& value) {
  SimulationModel model = flat();
  try {
    apply_setting({path, value}, standard_components(), model);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a number without a unit has the unit of the series that it replaces") {
  SimulationModel model = flat();
  apply_setting({"devices.value", {0.5, {}}}, standard_components(), model);
  CHECK(std::get<double>(series(model, "devices").source) == 0.5);
  CHECK(*series(model, "devices").unit == unit::kW);
  apply_setting({"setpoint.value", {66.0, {}}}, standard_components(), model);
  CHECK(std::get<double>(series(model, "setpoint").source) == 66.0);
  CHECK(*series(model, "setpoint").unit == unit::degF);
  apply_setting({"devices.value", {300.0, unit::W}}, standard_components(), model);
  CHECK(*series(model, "devices").unit == unit::W);
}

TEST_CASE("a constant of a rule is converted to the unit of its series") {
  SimulationModel model = flat();
  apply_setting({"setpoint.value[1]", {20.0, unit::degC}}, standard_components(), model);
  const auto& rules = std::get<WeeklyRules>(series(model, "setpoint").source);
  CHECK(rules.rules.front().value == Approx(68.0).epsilon(1e-12));
  CHECK(rules.otherwise == 60.0);
}

TEST_CASE("a constant in another unit than its series is refused with an error that names it") {
  CHECK_THAT(fault("setpoint.value[1]", {20.0, unit::kW}),
             Catch::Contains("model.unit_mismatch") && Catch::Contains("setpoint.value"));
  CHECK_THAT(fault("setpoint.value[2]", {20.0, {}}), Catch::Contains("has no constant '2'"));
}

}  // namespace hearth::test::model_settings_test
