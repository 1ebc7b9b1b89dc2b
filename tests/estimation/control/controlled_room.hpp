// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/estimation/control/control_problem.hpp"
#include "hearth/estimation/control/optimal_control.hpp"
#include "hearth/tests/data/temp_folder.hpp"

namespace hearth::test {

using Json = nlohmann::ordered_json;

/// A folder with a room of two capacities that a heater of at most 2 kW warms by its thermostat,
/// and control problems of it.
class ControlledRoom {
 public:
  ControlledRoom() { write("room.hearth.json", room().dump(1)); }

  static Json room() {
    return Json::parse(R"({"hearth": 1,
      "components": {
        "outdoors": {"type": "Schedule", "config": {"value": {"default": 2, "unit": "degC",
          "rules": [{"days": "all", "from": "09:00", "to": "18:00", "value": 7}]}}},
        "setpoint": {"type": "Schedule", "config": {"value": {"default": 18, "unit": "degC",
          "rules": [{"days": "all", "from": "07:00", "to": "17:00", "value": 21}]}}},
        "controller": {"type": "PidController", "config": {"isReverse": true},
          "parameters": {"kp": 0.5, "Ti": 7200, "Td": 0}},
        "power": {"type": "Gain", "parameters": {"k": 2000}},
        "wall": {"type": "ThermalNode", "initial": {"temperature": 16},
          "parameters": {"C": 1.2e7, "R": {"outdoors": 0.02, "air": 0.005}}},
        "air": {"type": "ThermalNode", "initial": {"temperature": 19},
          "parameters": {"C": 2e6, "R": {"wall": 0.005, "outdoors": 0.05}}}},
      "connections": [
        "outdoors.scheduleValue -> wall.adjacentTemperature[outdoors]",
        "outdoors.scheduleValue -> air.adjacentTemperature[outdoors]",
        "air.temperature -> wall.adjacentTemperature[air]",
        "wall.temperature -> air.adjacentTemperature[wall]",
        "setpoint.scheduleValue -> controller.setpointValue",
        "air.temperature -> controller.actualValue",
        "controller.inputSignal -> power.u",
        "power.y -> air.heatGain[heater]"]})");
  }

  static Json problem() {
    return Json::parse(R"({"hearth": 1, "model": "room.hearth.json",
      "start": "2024-01-15T00:00:00Z", "end": "2024-01-17T00:00:00Z", "step": 900,
      "warmup": "P1D",
      "decisions": [{"target": "controller.inputSignal", "min": 0, "max": 1, "block": "PT1H"}],
      "objective": [{"output": "power.y", "unit": "W", "price": {"default": 0.1,
        "rules": [{"days": "all", "from": "06:00", "to": "10:00", "value": 0.4}]}}],
      "constraints": [{"output": "air.temperature", "penalty": 2, "min": {"default": 16,
        "unit": "degC", "rules": [{"days": "all", "from": "07:00", "to": "17:00",
                                   "value": 20.5}]}}]})");
  }

  std::filesystem::path write(const std::string& name, std::string_view text) const {
    return folder_.write(name, text);
  }
  ControlProblem read(const Json& problem) const {
    Diagnostics diagnostics;
    return read_control_problem(write("control.json", problem.dump(1)), standard_components(), {},
                                diagnostics);
  }
  ControlResult optimize(const Json& problem) const {
    return hearth::optimize(read(problem), standard_components());
  }
  /// Reads and solves; returns what was wrong, nothing if it went well.
  Diagnostics faults(const Json& problem) const {
    try {
      optimize(problem);
    } catch (const Error& error) {
      return error.diagnostics();
    }
    return {};
  }

 private:
  TempFolder folder_;
};

}  // namespace hearth::test
