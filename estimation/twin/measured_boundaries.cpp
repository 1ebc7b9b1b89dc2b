// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/measured_boundaries.hpp"

#include <utility>

#include "hearth/estimation/calibration/internal/estimated_series.hpp"
#include "hearth/estimation/twin/zone_details.hpp"
#include "hearth/framework/model/component_ids.hpp"
#include "hearth/framework/model/component_series.hpp"

namespace hearth {
namespace {

/// Whether a connection delivers the value that a controller compares with its setpoint.
bool is_controlled(const Plan& plan, const Connection& connection) {
  constexpr const char* kControlled = "actualValue";
  const auto slot = static_cast<std::size_t>(plan.slot_of(connection.to.component));
  return connection.to.port == kControlled &&
         plan.instances[slot].type->schema.find(Role::Input, kControlled) != nullptr;
}

Component measured_series(const SimulationModel& model, const std::string& output,
                          const Measurement& measurement) {
  Component series;
  series.id = free_id(model, output.substr(0, output.rfind('.')) + " " +
                                 output.substr(output.rfind('.') + 1) + " measured");
  series.type = "TimeSeries";
  FileColumn column = measurement.column;
  if (!column.resample) column.resample = Resample::Linear;
  series.config["value"] = SeriesSpec{std::move(column), std::nullopt};
  return series;
}

}  // namespace

MeasuredBoundaries with_measured_boundaries(const SimulationModel& model, const Plan& plan,
                                            const std::set<std::string>& left_out) {
  MeasuredBoundaries result{model, {}};
  for (const auto& [output, measurement] : model.measurements) {
    const std::optional<Endpoint> end = parse_endpoint(output);
    if (!end || left_out.contains(output)) continue;
    const SeriesReplacement measured = replacement_of(
        result.model, plan, *end, measured_series(result.model, output, measurement), "value",
        [&](const Connection& connection) {
          return connection.to.component != end->component && !is_controlled(plan, connection);
        });
    if (measured.added.empty()) continue;
    result.outputs[measured.component.id] = output;
    replace_series(measured, result.model);
  }
  return result;
}

void hold_before_stamps(SimulationModel& model, const MeasuredBoundaries& boundaries,
                        const SimulationModel& measured,
                        const std::function<bool(const FileColumn&)>& ends) {
  for (const auto& [id, output] : boundaries.outputs) {
    if (model.find(id) == nullptr) continue;
    if (output.substr(output.rfind('.') + 1) == kZoneTemperature) continue;
    const FileColumn& recorded = measured.measurements.at(output).column;
    if (recorded.resample || !ends(recorded)) continue;
    SeriesSpec& spec = *series_of(model.component(id), "value");
    FileColumn& column = std::get<FileColumn>(spec.source);
    column.resample = Resample::Hold;
    column.stamp = Stamp::MeanBefore;
  }
}

}  // namespace hearth
