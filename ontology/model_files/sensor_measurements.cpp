// SPDX-License-Identifier: MIT
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "hearth/framework/model/component_series.hpp"
#include "hearth/ontology/model_files/model_json.hpp"

namespace hearth {
namespace {

/// Returns the file that a component would deliver if it were not connected; null if there is none.
const FileColumn* own_file(const Component& component, const Field& input) {
  return column_of(component, std::string(input.alternative));
}

}  // namespace

// A sensor is a type with an input that a series of the configuration can replace, and an output
// with the same name.
void offer_sensor_measurements(SimulationModel& model, const Registry& registry) {
  std::set<std::pair<std::string, std::string>> connected;
  for (const Connection& connection : model.connections()) {
    connected.emplace(connection.to.component, connection.to.port);
  }
  for (const auto& [id, component] : model.components()) {
    const ComponentType* type = registry.find(component.type);
    if (type == nullptr) continue;
    for (const Field& field : type->schema) {
      const std::string port(field.name);
      if (field.role != Role::Input || field.alternative.empty()) continue;
      if (type->schema.find(Role::Output, field.name) == nullptr) continue;
      if (!connected.contains({id, port})) continue;
      const FileColumn* column = own_file(component, field);
      if (column == nullptr) continue;
      Measurement measurement{*column, std::nullopt, component.where};
      measurement.where.pointer += "/config/" + std::string(field.alternative);
      model.measurements.emplace(id + "." + port, std::move(measurement));
    }
  }
}

}  // namespace hearth
