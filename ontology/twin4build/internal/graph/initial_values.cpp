// SPDX-License-Identifier: MIT
#include <initializer_list>
#include <map>
#include <string>

#include "hearth/ontology/twin4build/internal/graph/vocabulary.hpp"

namespace hearth::twin4build {

bool has_input(const SimulationModel& model, const std::string& id, std::string_view port) {
  return !model.connections_to(id, port).empty();
}

std::map<std::string, Entries> implied_initial(const SimulationModel& model,
                                               const Component& component) {
  const auto all = [](double value, std::initializer_list<const char*> names) {
    std::map<std::string, Entries> values;
    for (const char* name : names) values[name] = Quantity{value, std::nullopt};
    return values;
  };
  const std::string& id = component.id;
  if (component.type == "BuildingSpace") {
    auto values = all(20.0, {"indoorTemperature", "wallTemperature"});  // degC
    const Entries room_air = values["indoorTemperature"];
    if (has_input(model, id, "boundaryTemperature")) values["boundaryWallTemperature"] = room_air;
    if (has_input(model, id, "adjacentZoneTemperature")) {
      values["interiorWallTemperature"] = room_air;
    }
    values.merge(all(400.0, {"indoorCO2"}));  // ppm
    return values;
  }
  if (component.type == "SpaceHeater") {
    auto values = all(21.0, {"outletWaterTemperature", "elementTemperature"});  // degC
    values.merge(all(0.0, {"Power"}));
    return values;
  }
  if (component.type == "Valve") return all(0.0, {"valvePosition", "waterFlowRate"});
  if (component.type == "Damper") return all(0.0, {"damperPosition", "airFlowRate"});
  if (component.type == "PidController") {
    return all(0.0, {"inputSignal", "command", "error", "previousError"});
  }
  const bool passes = component.type == "Sensor" && has_input(model, id, "measuredValue");
  return passes ? all(0.0, {"measuredValue"}) : std::map<std::string, Entries>{};
}

}  // namespace hearth::twin4build
