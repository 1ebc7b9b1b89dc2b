// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/measured_boundaries.hpp"

#include <utility>

#include "hearth/estimation/calibration/internal/estimated_series.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {
namespace {

/// Whether a connection brings a controller the value that it compares with its set point.
bool is_controlled(const Plan& plan, const Connection& connection) {
  constexpr const char* kControlled = "actualValue";
  const auto slot = static_cast<std::size_t>(plan.slot_of(connection.to.component));
  return connection.to.port == kControlled &&
         plan.instances[slot].type->schema.find(Role::Input, kControlled) != nullptr;
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

SimulationModel with_measured_boundaries(const SimulationModel& model, const Registry& registry) {
  const Plan plan = compile(model, registry, {.engine = Engine::Stepwise});
  SimulationModel result = model;
  for (const auto& [output, measurement] : model.measurements) {
    const std::optional<Endpoint> end = parse_endpoint(output);
    if (!end) continue;
    const SeriesReplacement measured = replacement_of(
        result, plan, *end, measured_series(result, output, measurement), "value",
        [&](const Connection& connection) {
          return connection.to.component != end->component && !is_controlled(plan, connection);
        });
    if (!measured.added.empty()) replace_series(measured, result);
  }
  return result;
}

}  // namespace hearth
