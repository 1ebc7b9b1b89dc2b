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

#include "hearth/framework/base/text.hpp"
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

/// The flow through a component, whose output is the temperature of flowing air or water.
struct Flow {
  std::string simulated;  ///< as recorded: `id.port` or `id.in.port`; "" if there is none
  std::string measured;   ///< output `id.port` that is measured; "" if there is none
};

/// Returns the first part of the name of a port of temperature or flow, such as `chilled` of
/// `chilledWaterFlowRate` and `outletChilledWaterTemperature`, in lower case.
std::string stem_of(std::string_view name, std::string_view ending) {
  return lower_case(name.substr(0, name.find(ending)));
}

/// Returns the ports of a type whose names contain a text and that are flows of one stream.
std::vector<const Field*> flows_of(const ComponentType& type, std::string_view ending) {
  std::vector<const Field*> found;
  for (const Field& field : type.schema) {
    const bool is_port = field.role == Role::Output || field.role == Role::Input;
    if (!is_port || field.many || !field.unit.compatible(unit::kg_per_s)) continue;
    if (field.name.find(ending) != std::string_view::npos) found.push_back(&field);
  }
  return found;
}

/// Whether a component stores heat: its water has a temperature at rest, too.
bool stores(const ComponentType& type) {
  return std::any_of(type.schema.begin(), type.schema.end(), [](const Field& field) {
    return field.role == Role::State && field.unit.compatible(unit::degC);
  });
}

/// Returns the flow through a component if an output of it is the temperature of flowing air or
/// water; nothing for other outputs, such as temperatures of zones and tanks, and if several flows
/// could be meant.
Flow flow_of(const SimulationModel& model, const Registry& registry, const std::string& output) {
  const std::optional<Endpoint> end = parse_endpoint(output);
  const Component* component = end ? model.find(end->component) : nullptr;
  const ComponentType* type = component == nullptr ? nullptr : registry.find(component->type);
  if (type == nullptr || stores(*type)) return {};
  for (const auto& [temperature, ending] :
       {std::pair("irTemperature", "irFlowRate"), std::pair("aterTemperature", "aterFlowRate")}) {
    if (end->port.find(temperature) == std::string::npos) continue;
    std::vector<const Field*> flows = flows_of(*type, ending);
    if (flows.size() > 1) {
      const std::string stem = stem_of(end->port, temperature);
      std::erase_if(flows, [&, end_of_flow = ending](const Field* flow) {
        const std::string own = stem_of(flow->name, end_of_flow);
        return own.size() < 2 || stem.find(own) == std::string::npos;
      });
    }
    if (flows.size() != 1) return {};
    const bool is_input = flows.front()->role == Role::Input;
    Flow flow;
    flow.simulated = component->id + (is_input ? ".in." : ".") + std::string(flows.front()->name);
    const auto note = [&](const std::string& port) {
      if (model.measurements.contains(port)) flow.measured = port;
    };
    if (!is_input) note(flow.simulated);
    for (const Connection& connection : model.connections_to(component->id)) {
      const bool feeds = connection.to.port.find(ending) != std::string::npos;
      if (feeds && connection.to.key.empty() && flow.measured.empty()) {
        note(to_string(connection.from));
      }
    }
    return flow;
  }
  return {};
}

/// Leaves out the rows in which nothing flows in the simulation or in the measurements: the
/// temperature of air or water at rest is that of its surroundings, which the model does not
/// contain.
void leave_out_rest(const Results& results, const Flow& flow, const MeasuredRows& all,
                    std::vector<double>& measured) {
  constexpr double kRest = 1e-6;    // kg/s
  constexpr double kLittle = 0.01;  // of the largest measured flow
  const auto signal = std::find_if(results.signals.begin(), results.signals.end(),
                                   [&](const Signal& one) { return one.name == flow.simulated; });
  if (signal != results.signals.end()) {
    const auto column = signal - results.signals.begin();
    for (std::size_t k = 0; k < measured.size(); ++k) {
      if (std::abs(results.row(static_cast<long>(k))[column]) < kRest) measured[k] = NAN;
    }
  }
  const auto rows = all.find(flow.measured);
  if (rows == all.end()) return;
  double most = 0.0;
  for (const double value : rows->second) most = value > most ? value : most;
  for (std::size_t k = 0; k < std::min(measured.size(), rows->second.size()); ++k) {
    if (rows->second[k] < kLittle * most) measured[k] = NAN;
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
  std::map<std::string, Flow> flows;  // by output
  for (const auto& [port, measurement] : model.measurements) {
    settings.record.push_back(port);
    const Flow flow = flow_of(model, registry, port);
    if (flow.simulated.empty()) continue;
    flows[port] = flow;
    settings.record.push_back(flow.simulated);
  }
  const Results results = Run(model, registry, settings).to_end();
  MeanRows means;
  MeasuredRows measured =
      read_measured_rows(results, model, settings.timezone, resolver.files(), diagnostics, &means);
  for (const auto& [port, flow] : flows) {
    const auto found = measured.find(port);
    if (found != measured.end()) leave_out_rest(results, flow, measured, found->second);
  }
  const auto before = static_cast<std::size_t>((from - period.start) / settings.period.step);
  std::map<std::string, Agreement> agreements;
  for (std::size_t i = 0; i < results.signals.size(); ++i) {
    const std::string& port = results.signals[i].name;
    const auto found = measured.find(port);
    if (found == measured.end()) continue;
    std::vector<double>& rows = found->second;
    std::fill_n(rows.begin(), std::min(before, rows.size()), NAN);
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
