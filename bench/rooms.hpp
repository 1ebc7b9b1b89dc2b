// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hearth/framework/model/model.hpp"

namespace hearth::bench {

/// Components of each room: space, radiator, valve, two dampers, two controllers, two sensors.
inline constexpr int kComponentsPerRoom = 9;

inline Component part(std::string id, std::string type) {
  Component component;
  component.id = std::move(id);
  component.type = std::move(type);
  return component;
}

inline Component schedule(std::string id, SeriesSpec value) {
  Component component = part(std::move(id), "Schedule");
  component.config["value"] = std::move(value);
  return component;
}

inline SeriesSpec number(double value) {
  SeriesSpec spec;
  spec.source = value;
  return spec;
}

/// A value for each part of the day, from its hour on; the last one holds until midnight.
using PartsOfDay = std::vector<std::pair<int, double>>;
inline const PartsOfDay kOutdoors{{0, -6.0}, {6, -4.0},  {9, 1.0},
                                  {12, 4.0}, {17, -1.0}, {21, -5.0}};
inline const PartsOfDay kSetpoint{{0, 17.0}, {6, 21.0}, {20, 17.0}};
inline const PartsOfDay kPeople{{0, 0.0}, {8, 3.0}, {12, 1.0}, {13, 3.0}, {17, 0.0}};
inline constexpr double kCo2Setpoint = 700.0, kSupplyAir = 19.0, kSupplyWater = 60.0;

inline SeriesSpec daily(const PartsOfDay& parts) {
  WeeklyRules rules;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    WeeklyRule rule;
    rule.from_minute = 60 * parts[i].first;
    rule.to_minute = i + 1 < parts.size() ? 60 * parts[i + 1].first : 24 * 60;
    rule.value = parts[i].second;
    rules.rules.push_back(rule);
  }
  SeriesSpec spec;
  spec.source = rules;
  return spec;
}

/// Returns rooms with a heating and a ventilation loop each, on shared sources. Weather, people and
/// setpoint change several times a day, so that rooms never reach a steady state.
inline SimulationModel rooms(int count) {
  SimulationModel model;
  model.name = "rooms";
  model.site.timezone = "UTC";
  Component weather = part("weather", "OutdoorEnvironment");
  weather.config["outdoorTemperature"] = daily(kOutdoors);
  model.add_component(weather);
  model.add_component(schedule("heating_setpoint", daily(kSetpoint)));
  model.add_component(schedule("co2_setpoint", number(kCo2Setpoint)));
  model.add_component(schedule("supply_air", number(kSupplyAir)));
  model.add_component(schedule("supply_water", number(kSupplyWater)));
  model.add_component(schedule("people", daily(kPeople)));
  for (int r = 0; r < count; ++r) {
    const std::string id = "room" + std::to_string(r);
    model.add_component(part(id, "BuildingSpace"));
    Component heater = part(id + "_heater", "SpaceHeater");
    heater.initial["Power"] = Quantity{0.0, {}};
    model.add_component(heater);
    model.add_component(part(id + "_valve", "Valve"));
    model.add_component(part(id + "_supply", "Damper"));
    model.add_component(part(id + "_exhaust", "Damper"));
    Component heating = part(id + "_heating", "PidController");
    heating.config["isReverse"] = true;
    model.add_component(heating);
    model.add_component(part(id + "_ventilation", "PidController"));
    model.add_component(part(id + "_t", "Sensor"));
    model.add_component(part(id + "_c", "Sensor"));
    for (const auto& [from, to] :
         {std::pair<std::string, std::string>{"weather.outdoorTemperature",
                                              id + ".outdoorTemperature"},
          {"weather.outdoorCo2Concentration", id + ".outdoorCO2"},
          {"people.scheduleValue", id + ".numberOfPeople"},
          {"supply_air.scheduleValue", id + ".supplyAirTemperature"},
          {id + "_supply.airFlowRate", id + ".supplyAirFlowRate"},
          {id + "_exhaust.airFlowRate", id + ".exhaustAirFlowRate"},
          {id + "_heater.Power", id + ".heatGain"},
          {id + ".indoorTemperature", id + "_t.measuredValue"},
          {id + ".indoorCO2", id + "_c.measuredValue"},
          {id + ".indoorTemperature", id + "_heater.indoorTemperature"},
          {"supply_water.scheduleValue", id + "_heater.supplyWaterTemperature"},
          {id + "_valve.waterFlowRate", id + "_heater.waterFlowRate"},
          {id + "_t.measuredValue", id + "_heating.actualValue"},
          {"heating_setpoint.scheduleValue", id + "_heating.setpointValue"},
          {id + "_heating.inputSignal", id + "_valve.valvePosition"},
          {id + "_c.measuredValue", id + "_ventilation.actualValue"},
          {"co2_setpoint.scheduleValue", id + "_ventilation.setpointValue"},
          {id + "_ventilation.inputSignal", id + "_supply.damperPosition"},
          {id + "_ventilation.inputSignal", id + "_exhaust.damperPosition"}}) {
      model.add_connection(from + " -> " + to);
    }
  }
  return model;
}

}  // namespace hearth::bench
