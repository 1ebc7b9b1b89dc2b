// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/measured_boundaries.hpp"

#include <utility>

#include "hearth/estimation/calibration/internal/estimated_series.hpp"

namespace hearth {
namespace {

/// Whether a component compares what it is given with a set point.
bool is_controller(const SimulationModel& model, const Registry& registry, const std::string& id) {
  const Component* component = model.find(id);
  const ComponentType* type = component != nullptr ? registry.find(component->type) : nullptr;
  return type != nullptr && type->schema.find(Role::Input, "actualValue") != nullptr;
}

Component measured_series(const SimulationModel& model, const std::string& output,
                          const Measurement& measurement) {
  Component series;
  series.id = output.substr(0, output.rfind('.')) + " " + output.substr(output.rfind('.') + 1) +
              " measured";
  while (model.find(series.id) != nullptr) series.id += " again";
  series.type = "TimeSeries";
  FileColumn column = measurement.column;
  if (!column.resample) column.resample = Resample::Linear;
  series.config["value"] = SeriesSpec{std::move(column), std::nullopt};
  return series;
}

}  // namespace

SimulationModel with_measured_boundaries(const SimulationModel& model, const Registry& registry,
                                         std::vector<std::string>& replaced) {
  SimulationModel result = model;
  for (const auto& [output, measurement] : model.measurements) {
    const std::optional<Endpoint> end = parse_endpoint(output);
    if (!end) continue;
    SeriesReplacement own;
    own.output = output;
    own.component = measured_series(result, output, measurement);
    for (const Connection& connection : result.connections()) {
      const bool keyed = !end->key.empty() && connection.from.key != end->key;
      if (connection.from.component != end->component || connection.from.port != end->port || keyed)
        continue;
      const bool controlled = connection.to.port == "actualValue" &&
                              is_controller(result, registry, connection.to.component);
      if (controlled || connection.to.component == end->component) continue;
      own.removed.push_back(connection);
      Connection added = connection;
      added.from = {own.component.id, "value", ""};
      const Component& receiver = result.component(connection.to.component);
      const ComponentType* type = registry.find(receiver.type);
      const Field* input =
          type != nullptr ? type->schema.find(Role::Input, connection.to.port) : nullptr;
      // An entry that has no key is called by its source.
      if (input != nullptr && input->many && added.to.key.empty()) {
        added.to.key = connection.from.component;
      }
      own.added.push_back(std::move(added));
    }
    if (own.added.empty()) continue;
    replace_series(own, result);
    replaced.push_back(output);
  }
  return result;
}

}  // namespace hearth
