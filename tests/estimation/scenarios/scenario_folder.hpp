// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/tests/data/temp_folder.hpp"

namespace hearth::test {

using Json = nlohmann::ordered_json;

/// A room between the weather and its people, watched by a thermostat.
inline Json office() {
  return Json::parse(R"({
    "hearth": 1, "name": "office", "site": {"timezone": "Europe/Copenhagen"},
    "simulation": {"start": "2024-01-08T00:00:00", "end": "2024-01-10T00:00:00", "step": 600},
    "components": {
      "weather": {"type": "OutdoorEnvironment", "config": {"outdoorTemperature":
        {"file": "weather.csv", "column": "t_out", "unit": "degC", "resample": "linear"}}},
      "people": {"type": "Schedule", "config": {"value": "100 W"}},
      "setpoint": {"type": "Schedule", "config": {"value": "21 degC"}},
      "room": {"type": "ThermalNode", "parameters": {"C": 2e6, "R": {"weather": 0.02}},
               "initial": {"temperature": "20 degC"}},
      "thermostat": {"type": "OnOffController", "config": {"isReverse": true}}},
    "connections": [
      "weather.outdoorTemperature -> room.adjacentTemperature[weather]",
      "people.scheduleValue -> room.heatGain[people]",
      "room.temperature -> thermostat.actualValue",
      "setpoint.scheduleValue -> thermostat.setpointValue"],
    "measurements": {"room.temperature": {"file": "measured.csv", "column": "t_out"}}
  })");
}

/// A folder with the office, its weather and sets of scenarios.
class ScenarioFolder {
 public:
  ScenarioFolder() {
    write("office.hearth.json", office().dump(1));
    write("weather.csv", kWeather);
    write("hot.csv", "time,t_out\n2024-01-01T00:00:00Z,30\n2025-01-01T00:00:00Z,30\n");
    write("other.csv", "time,theta\n2024-01-01T00:00:00Z,30\n2025-01-01T00:00:00Z,30\n");
  }

  std::filesystem::path write(const std::string& name, std::string_view text) const {
    return folder_.write(name, text);
  }
  std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }

  ScenarioSet read(const Json& set, const ScenarioFileOptions& options = {}) const {
    Diagnostics unused;
    return read(set, options, unused);
  }
  ScenarioSet read(const Json& set, const ScenarioFileOptions& options,
                   Diagnostics& diagnostics) const {
    return read_scenarios(write("set.json", set.dump(1)), standard_components(), options,
                          diagnostics);
  }
  /// Returns what is wrong with a set, or nothing.
  Diagnostics faults(const Json& set) const {
    Diagnostics diagnostics;
    try {
      read(set, {}, diagnostics);
    } catch (const Error& error) {
      return error.diagnostics();
    }
    return diagnostics;
  }

  static constexpr const char* kWeather =
      "time,t_out\n2024-01-01T00:00:00Z,0\n2025-01-01T00:00:00Z,0\n";

 private:
  TempFolder folder_;
};

/// A set over the office, with more members.
inline Json office_set(const char* members) {
  Json set = {{"hearth", 1}, {"base", "office.hearth.json"}};
  set.update(Json::parse(members));
  return set;
}

}  // namespace hearth::test
