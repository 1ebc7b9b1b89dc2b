// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/internal/objective_jump.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/estimation/calibration/residuals.hpp"
#include "hearth/tests/estimation/calibration/known_room.hpp"

namespace hearth::test::objective_jump_test {
namespace {

/// Two days of a room that a controlled heater of 1 kW keeps warm, with a setpoint that changes
/// twice a day; measured are zeros.
class ControlledRooms : public CalibrationFolder {
 public:
  /// `controller` is that of the room, in JSON.
  explicit ControlledRooms(const std::string& controller) {
    write("model.hearth.json", R"({"hearth": 1,
      "components": {
        "outdoors": {"type": "Schedule", "config": {"value": "2 degC"}},
        "setpoint": {"type": "Schedule", "config": {"value": {"default": 18, "unit": "degC",
          "rules": [{"days": "all", "from": "07:00", "to": "17:00", "value": 21}]}}},
        "controller": )" + controller +
                                   R"(,
        "power": {"type": "Gain", "parameters": {"k": 1000}},
        "room": {"type": "BuildingSpace", "initial": {"indoorTemperature": "19 degC"}}},
      "connections": [
        "outdoors.scheduleValue -> room.outdoorTemperature",
        "setpoint.scheduleValue -> controller.setpointValue",
        "room.indoorTemperature -> controller.actualValue",
        "controller.inputSignal -> power.u",
        "power.y -> room.heatGain"]})");
    write_series("zero.csv", std::vector<double>(289, 0.0));
  }

  static Json problem() {
    return Json::parse(R"({"hearth": 1, "model": "model.hearth.json", "step": 600,
      "periods": [{"start": "2023-01-01T00:00:00Z", "end": "2023-01-03T00:00:00Z"}],
      "parameters": [{"name": "C", "targets": ["room.C_air"], "initial": 4e5, "min": 1e5,
                      "max": 1e6}],
      "measurements": [{"port": "room.indoorTemperature", "file": "zero.csv", "column": "value",
                        "unit": "degC", "sd": 0.1}]})");
  }

  /// Returns the step of 0.1 % of C between 2e5 and 8e5 J/K at whose ends residuals differ most.
  static estimation::RejectedStep roughest_step(const PreparedProblem& prepared) {
    SimulationResiduals residuals(prepared, 1);
    const auto count = static_cast<std::size_t>(residuals.residuals());
    std::vector<double> before(count), after(count);
    estimation::RejectedStep roughest;
    double most = -1.0;
    for (double c = 2e5; c < 8e5; c *= 1.001) {
      REQUIRE(residuals.evaluate(&c, after.data(), nullptr));
      double change = 0.0;
      for (std::size_t i = 0; i < count; ++i) change += std::pow(after[i] - before[i], 2);
      if (c > 2e5 && change > most) {
        most = change;
        roughest = {{c / 1.001}, {c}};
      }
      before = after;
    }
    return roughest;
  }
};

TEST_CASE("a jump of the objective is traced to the controller that makes it") {
  const ControlledRooms rooms(R"({"type": "PidController",
    "config": {"isReverse": true, "antiWindup": "conditional"},
    "parameters": {"kp": 0.5, "Ti": 3600, "Td": 0}})");
  const CalibrationProblem problem = rooms.read(ControlledRooms::problem(), standard_components());
  const PreparedProblem prepared(problem, standard_components());
  const auto found = find_jump(prepared, ControlledRooms::roughest_step(prepared));
  REQUIRE(found);
  INFO(found->message);
  CHECK(found->code == "calibration.objective_jumps");
  CHECK(found->severity == Severity::Warning);
  CHECK(found->where.component == "controller");
  CHECK_FALSE(found->where.port.empty());
  CHECK(found->message.find(" at 2023-01-0") != std::string::npos);
  CHECK(found->message.find("\"antiWindup\": \"continuous\"") != std::string::npos);
}

TEST_CASE("a control with two positions is named, also if it switches back within the step") {
  const ControlledRooms rooms(R"({"type": "OnOffController", "config": {"isReverse": true},
    "parameters": {"hysteresis": 0.5}})");
  const CalibrationProblem problem = rooms.read(ControlledRooms::problem(), standard_components());
  const PreparedProblem prepared(problem, standard_components());
  const auto found = find_jump(prepared, ControlledRooms::roughest_step(prepared));
  REQUIRE(found);
  INFO(found->message);
  CHECK(found->where.component == "controller");
  CHECK(found->where.port == "inputSignal");
  CHECK(found->message.find("switches at a threshold") != std::string::npos);
}

TEST_CASE("residuals that follow the parameters have no jump") {
  const ControlledRooms rooms(R"({"type": "PidController", "config": {"isReverse": true},
    "parameters": {"kp": 0.5, "Ti": 3600, "Td": 0}})");
  const CalibrationProblem problem = rooms.read(ControlledRooms::problem(), standard_components());
  const PreparedProblem prepared(problem, standard_components());
  CHECK_FALSE(find_jump(prepared, ControlledRooms::roughest_step(prepared)));
}

}  // namespace
}  // namespace hearth::test::objective_jump_test
