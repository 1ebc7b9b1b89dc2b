// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/building_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/framework/run/run.hpp"

namespace hearth {
namespace {

constexpr Duration kHour = std::chrono::hours(1);

/// Returns the agreement of the hourly means of a column with those of the measured values. Hours
/// with missing measured values are left out.
Agreement hourly_agreement(const Results& results, std::size_t column,
                           const std::vector<double>& measured) {
  struct Hour {
    double simulated = 0.0, measured = 0.0;
    long rows = 0, values = 0;
  };
  std::map<long, Hour> hours;
  long most = 0;
  for (std::size_t k = 1; k < measured.size(); ++k) {
    const Instant before = results.time(static_cast<long>(k)) - Duration(1);
    Hour& hour = hours[before.time_since_epoch() / kHour];
    hour.simulated += results.row(static_cast<long>(k))[column];
    ++hour.rows;
    if (!std::isfinite(measured[k])) continue;
    hour.measured += measured[k];
    most = std::max(most, ++hour.values);
  }
  ErrorSums sums;
  long missing = 0;
  for (const auto& [number, hour] : hours) {
    if (hour.values == most && most > 0) {
      sums.add(hour.measured / static_cast<double>(hour.values),
               hour.simulated / static_cast<double>(hour.rows));
    } else if (hour.values > 0) {
      ++missing;
    }
  }
  Agreement agreement = agreement_of(sums, results.signals[column].unit);
  agreement.missing = missing;
  agreement.hourly = true;
  return agreement;
}

/// Returns the port, as recorded, of the flow through a component whose output is the temperature
/// of flowing air or water; "" for other outputs, such as temperatures of zones.
std::string flow_of(const SimulationModel& model, const Registry& registry,
                    const std::string& output) {
  const std::optional<Endpoint> end = parse_endpoint(output);
  const Component* component = end ? model.find(end->component) : nullptr;
  if (component == nullptr) return "";
  const ComponentType* type = registry.find(component->type);
  if (type == nullptr) return "";
  for (const auto& [temperature, flow] :
       {std::pair("irTemperature", "irFlowRate"), std::pair("aterTemperature", "aterFlowRate")}) {
    if (end->port.find(temperature) == std::string::npos) continue;
    for (const Role role : {Role::Output, Role::Input}) {
      for (const Field& field : type->schema) {
        if (field.role != role || field.many || !field.unit.compatible(unit::kg_per_s)) continue;
        if (field.name.find(flow) == std::string_view::npos) continue;
        return component->id + (role == Role::Input ? ".in." : ".") + std::string(field.name);
      }
    }
  }
  return "";
}

/// Leaves out the rows in which nothing flows in the simulation: the temperature of air or water at
/// rest is that of its surroundings, which the model does not contain.
void leave_out_rest(const Results& results, const std::string& flow,
                    std::vector<double>& measured) {
  constexpr double kRest = 1e-6;  // kg/s
  const auto signal = std::find_if(results.signals.begin(), results.signals.end(),
                                   [&flow](const Signal& one) { return one.name == flow; });
  if (signal == results.signals.end()) return;
  const auto column = signal - results.signals.begin();
  for (std::size_t k = 0; k < measured.size(); ++k) {
    if (std::abs(results.row(static_cast<long>(k))[column]) < kRest) measured[k] = NAN;
  }
}

}  // namespace

std::map<std::string, Agreement> building_agreement(const SimulationModel& model,
                                                    const Registry& registry, const Period& period,
                                                    Instant from, const DataOptions& data,
                                                    Diagnostics& diagnostics) {
  DataResolver resolver(data);
  RunSettings settings;
  settings.period = period;
  settings.period.step = std::min(period.step, kLongestControlStep);
  settings.timezone = completed_site(model, resolver).timezone;
  // Without a site and a weather file, the stamps in the calibration file define local time.
  if (settings.timezone.empty()) settings.timezone = "UTC";
  settings.resolver = &resolver;
  std::map<std::string, std::string> flows;  // by output
  for (const auto& [port, measurement] : model.measurements) {
    settings.record.push_back(port);
    const std::string flow = flow_of(model, registry, port);
    if (flow.empty()) continue;
    flows[port] = flow;
    settings.record.push_back(flow);
  }
  const Results results = Run(model, registry, settings).to_end();
  MeanRows means;
  MeasuredRows measured =
      read_measured_rows(results, model, settings.timezone, resolver.files(), diagnostics, &means);
  const auto before = static_cast<std::size_t>((from - period.start) / settings.period.step);
  std::map<std::string, Agreement> agreements;
  for (std::size_t i = 0; i < results.signals.size(); ++i) {
    const std::string& port = results.signals[i].name;
    const auto found = measured.find(port);
    if (found == measured.end()) continue;
    std::vector<double>& rows = found->second;
    std::fill_n(rows.begin(), std::min(before, rows.size()), NAN);
    if (const auto flow = flows.find(port); flow != flows.end()) {
      leave_out_rest(results, flow->second, rows);
    }
    if (judged_by_guideline_14(results.signals[i].unit)) {
      agreements[port] = hourly_agreement(results, i, rows);
      continue;
    }
    const auto of_means = means.find(port);
    agreements[port] = agreement_of(
        results, i, rows, of_means == means.end() ? std::vector<Duration>() : of_means->second);
  }
  return agreements;
}

}  // namespace hearth
