// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

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

inline Component constant(std::string id, double value) {
  Component component = part(std::move(id), "Schedule");
  SeriesSpec spec;
  spec.source = value;
  component.config["value"] = spec;
  return component;
}

/// Rooms with a heating and a ventilation loop each, on shared sources; nothing changes in time, so
/// that only stepping is measured.
inline SimulationModel rooms(int count) {
  SimulationModel model;
  model.name = "rooms";
  Component weather = part("weather", "OutdoorEnvironment");
  SeriesSpec cold;
  cold.source = -3.0;
  weather.config["outdoorTemperature"] = cold;
  model.add_component(weather);
  model.add_component(constant("heating_setpoint", 21.0));
  model.add_component(constant("co2_setpoint", 700.0));
  model.add_component(constant("supply_air", 19.0));
  model.add_component(constant("supply_water", 60.0));
  model.add_component(constant("people", 2.0));
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
