// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/internal/trends.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hearth/data/series/time_series.hpp"
#include "hearth/data/sources/measurement.hpp"
#include "hearth/estimation/bayes/chain_diagnostics.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/framework/run/run.hpp"

namespace hearth {

double quantile(Trend values, double share) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  if (values.empty()) return NAN;
  std::sort(values.begin(), values.end());
  return estimation::quantile_of_sorted(values, share);
}

std::optional<Results> run_of_sources(const SimulationModel& model, const Registry& registry,
                                      DataResolver& resolver, const Period& period,
                                      const std::string& timezone,
                                      const std::vector<std::string>& outputs) {
  RunSettings settings;
  settings.period = period;
  settings.timezone = timezone;
  settings.resolver = &resolver;
  settings.record = outputs;
  try {
    return Run(model, registry, settings).to_end();
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::optional<Trend> trend_of(const Results& results, const std::string& output, const Unit& unit) {
  const auto signal = std::find_if(results.signals.begin(), results.signals.end(),
                                   [&output](const Signal& one) { return one.name == output; });
  if (signal == results.signals.end() || !signal->unit.compatible(unit)) return std::nullopt;
  const auto column = signal - results.signals.begin();
  Trend values;
  for (long row = 0; row < results.rows(); ++row) {
    values.push_back(convert(results.row(row)[column], signal->unit, unit));
  }
  return values;
}

Trends::Trends(const SimulationModel& model, const Registry& registry, const DataOptions& data,
               const Period& period)
    : model_(model), registry_(registry), period_(period), resolver_(data) {
  timezone_ = completed_site(model, resolver_).timezone;
  if (timezone_.empty()) timezone_ = "UTC";
  for (std::size_t row = 0; row < rows(); ++row) times_.push_back(time(row));
}

std::optional<Trend> Trends::measured(const Endpoint& output, const Unit& unit) {
  const auto measurement = model_.measurements.find(to_string(output));
  if (measurement == model_.measurements.end()) return std::nullopt;
  const auto [known, is_new] =
      known_.try_emplace(to_string(output) + " [" + std::string(unit.symbol) + "] measured");
  if (!is_new) return known->second;
  Diagnostics ignored;  // the audit of the data reports them
  Measured read = read_measurement(resolver_.files(),
                                   {.column = measurement->second.column,
                                    .rows = times_,
                                    .target_unit = unit,
                                    .timezone = timezone_},
                                   ignored);
  if (read.n > 0 && read.values.size() == rows()) known->second = std::move(read.values);
  return known->second;
}

std::optional<Stamps> Trends::stamps(const Endpoint& output) {
  const auto measurement = model_.measurements.find(to_string(output));
  return measurement == model_.measurements.end() ? std::nullopt
                                                  : stamps(measurement->second.column);
}

std::optional<Stamps> Trends::stamps(const FileColumn& column) {
  const auto path = resolver_.files().find(column.file);
  if (!path) return std::nullopt;
  Diagnostics ignored;
  try {
    const auto raw =
        resolver_.files().series(*path, column,
                                 {.site = {.latitude = {}, .longitude = {}, .timezone = timezone_},
                                  .from = times_.front(),
                                  .to = times_.back()},
                                 ignored);
    Stamps stamps{std::max(period_.step, raw->interval), {}};
    if (const auto stamp = rules_of_file(column, *raw).stamp) {
      // `read_measurement` brings means to the row at which their interval ends.
      stamps.lag = *stamp == Stamp::Instant ? Duration{} : stamps.interval;
    }
    return stamps;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::optional<Trend> Trends::as_stamped(const FileColumn& column) {
  Diagnostics ignored;
  FileColumn exact = column;
  exact.resample = Resample::None;
  Measured read = read_measurement(
      resolver_.files(), {.column = exact, .rows = times_, .timezone = timezone_}, ignored);
  if (read.n == 0 || read.values.size() != rows()) return std::nullopt;
  return std::move(read.values);
}

std::optional<Endpoint> Trends::source_of(const std::string& component,
                                          const std::string& port) const {
  for (const Connection& connection : model_.connections()) {
    if (connection.to.component == component && connection.to.port == port) return connection.from;
  }
  return std::nullopt;
}

std::optional<Trend> Trends::of(const Endpoint& output, const Unit& unit) {
  if (std::optional<Trend> found = measured(output, unit)) return found;
  const Component* component = model_.find(output.component);
  if (component == nullptr) return std::nullopt;
  std::vector<Endpoint> inputs;
  for (const Connection& connection : model_.connections()) {
    if (connection.to.component == output.component) inputs.push_back(connection.from);
  }
  if (component->type == "PassThrough" && inputs.size() == 1) return of(inputs.front(), unit);
  const bool is_curve = component->type == "PiecewiseLinearSchedule" && inputs.size() == 1;
  if (inputs.empty() || is_curve) return of_sources(output, inputs, unit);
  return std::nullopt;
}

/// Runs the component of an output with the sources of its inputs.
std::optional<Trend> Trends::of_sources(const Endpoint& output, const std::vector<Endpoint>& inputs,
                                        const Unit& unit) {
  const auto [known, is_new] =
      known_.try_emplace(to_string(output) + " [" + std::string(unit.symbol) + "]");
  if (!is_new) return known->second;
  SimulationModel alone;
  alone.site = model_.site;
  alone.add_component(model_.component(output.component));
  for (const Endpoint& input : inputs) {
    if (!model_.connections_to(input.component).empty()) return known->second;
    alone.add_component(model_.component(input.component));
  }
  for (const Connection& connection : model_.connections_to(output.component)) {
    alone.add_connection(connection);
  }
  const std::string path = to_string(output);
  const std::optional<Results> results =
      run_of_sources(alone, registry_, resolver_, period_, timezone_, {path});
  if (!results) return known->second;
  std::optional<Trend> values = trend_of(*results, path, unit);
  // Numbers of a curve are in the unit of the input that reads them.
  if (!values && !inputs.empty()) values = trend_of(*results, path, unit::one);
  if (values && values->size() == rows()) known->second = std::move(values);
  return known->second;
}

}  // namespace hearth
