// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace hearth::test {

/// A room with a radiator, its valve and a controller: one cycle, no site, no run period.
inline const std::string kHeatedRoom = R"({
  "hearth": 1, "name": "heated_room",
  "components": {
    "room": {"type": "BuildingSpace", "parameters": {"C_air": 2e6, "R_out": "0.05 K/W"},
             "initial": {"indoorTemperature": "19 degC"}},
    "heater": {"type": "SpaceHeater", "parameters": {"UA": 60}, "initial": {"Power": 0}},
    "valve": {"type": "Valve", "parameters": {"waterFlowRateMax": 0.02}},
    "controller": {"type": "PidController", "parameters": {"kp": 0.2, "Ti": 3600},
                   "config": {"isReverse": true}},
    "setpoint": {"type": "Schedule", "config": {"value": {"default": 18, "rules": [
      {"days": "Mon-Fri", "from": "06:00", "to": "18:00", "value": 21}]}}},
    "water": {"type": "Schedule", "config": {"value": "60 degC"}},
    "outdoors": {"type": "OutdoorEnvironment", "config": {"outdoorTemperature": "2 degC"}}
  },
  "connections": [
    "outdoors.outdoorTemperature -> room.outdoorTemperature",
    "heater.Power -> room.heatGain",
    "room.indoorTemperature -> heater.indoorTemperature",
    "room.indoorTemperature -> controller.actualValue",
    "setpoint.scheduleValue -> controller.setpointValue",
    "controller.inputSignal -> valve.valvePosition",
    "valve.waterFlowRate -> heater.waterFlowRate",
    "water.scheduleValue -> heater.supplyWaterTemperature"
  ]
})";

/// The options of a run of one day.
inline const std::vector<std::string> kOneDay = {
    "--start", "2024-01-15T00:00:00+01:00", "--end", "2024-01-16T00:00:00+01:00", "--step", "600"};

inline std::vector<std::string> operator+(std::vector<std::string> a,
                                          const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace hearth::test
