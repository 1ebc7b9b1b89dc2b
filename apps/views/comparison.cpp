// SPDX-License-Identifier: MIT
#include "hearth/apps/views/comparison.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "hearth/data/sources/measurement.hpp"

namespace hearth::apps {
namespace {

std::vector<Instant> row_times(const Results& results) {
  std::vector<Instant> times;
  for (long k = 0; k < results.rows(); ++k) times.push_back(results.time(k));
  return times;
}

std::size_t column_of(const Results& results, const std::string& port) {
  std::size_t column = 0;
  while (column < results.signals.size() && results.signals[column].name != port) ++column;
  return column;
}

Comparison compare_port(const Results& results, std::size_t column,
                        const std::vector<double>& measured) {
  Comparison comparison{.port = results.signals[column].name, .unit = results.signals[column].unit};
  double squares = 0.0;
  for (std::size_t k = 0; k < measured.size(); ++k) {
    if (std::isnan(measured[k])) continue;
    const double error = results.row(static_cast<long>(k))[column] - measured[k];
    squares += error * error;
    comparison.bias += error;
    comparison.mae += std::abs(error);
    ++comparison.n;
  }
  if (comparison.n == 0) return comparison;
  const auto n = static_cast<double>(comparison.n);
  comparison.rmse = std::sqrt(squares / n);
  comparison.bias /= n;
  comparison.mae /= n;
  return comparison;
}

double value_of(const Comparison& comparison, Metric metric) {
  switch (metric) {
    case Metric::Rmse:
      return comparison.rmse;
    case Metric::Bias:
      return std::abs(comparison.bias);
    default:
      return comparison.mae;
  }
}

Where place_of(const std::string& port, const Measurement& measurement) {
  const Where where =
      measurement.where.at(port.substr(0, port.rfind('.')), port.substr(port.rfind('.') + 1));
  return where;
}

}  // namespace

std::vector<Comparison> compare(const Results& results, const SimulationModel& model,
                                const std::string& timezone, DataFiles& files,
                                Diagnostics& diagnostics) {
  std::vector<Comparison> comparisons;
  const std::vector<Instant> times = row_times(results);
  for (const auto& [port, measurement] : model.measurements) {
    const std::size_t column = column_of(results, port);
    if (column == results.signals.size()) continue;
    const MeasurementRequest request{.column = measurement.column,
                                     .rows = times,
                                     .target_unit = results.signals[column].unit,
                                     .timezone = timezone,
                                     .where = place_of(port, measurement)};
    const Measured measured = read_measurement(files, request, diagnostics);
    if (measured.file.empty()) continue;
    comparisons.push_back(compare_port(results, column, measured.values));
  }
  return comparisons;
}

void check_measurements(const Plan& plan, const RunRequest& request, DataFiles& files,
                        Diagnostics& diagnostics) {
  Diagnostics found;
  for (const auto& [port, measurement] : plan.model.measurements) {
    const auto cell = static_cast<std::size_t>(plan.signal(port));
    read_measurement(files,
                     {.column = measurement.column,
                      .rows = {request.period.start},
                      .target_unit = plan.signals[cell].unit,
                      .timezone = request.timezone,
                      .where = place_of(port, measurement)},
                     found);
  }
  if (found.has_errors()) throw InputError(found);
  diagnostics.append(found);
}

std::string comparison_table(const std::vector<Comparison>& comparisons, const std::string& title) {
  std::size_t width = title.size();
  for (const Comparison& row : comparisons) width = std::max(width, row.port.size());
  std::string text =
      fmt::format("{:<{}}  {:>7}  {:>10}  {:>10}\n", title, width, "n", "rmse", "bias");
  for (const Comparison& row : comparisons) {
    text += fmt::format("{:<{}}  {:>7}", row.port, width, row.n);
    if (row.n == 0) {
      text += "  (no row of the run has a measured value)\n";
      continue;
    }
    text +=
        fmt::format("  {:>10.4g}  {:>10.4g}  {}\n", row.rmse, row.bias, difference_unit(row.unit));
  }
  text.pop_back();
  return text;
}

void check_limits(const std::vector<Limit>& limits, const SimulationModel& model,
                  const DataFiles& files) {
  Diagnostics diagnostics;
  std::vector<std::string> ports;
  for (const auto& [port, measurement] : model.measurements) ports.push_back(port);
  for (const Limit& limit : limits) {
    const auto found = model.measurements.find(limit.port);
    if (found == model.measurements.end()) {
      diagnostics.error("limit.no_measurement", {.pointer = "--fail-on " + limit.text},
                        fmt::format("the model has no measurement of '{}'{}", limit.port,
                                    did_you_mean(limit.port, ports)));
    } else if (!files.find(found->second.column.file)) {
      const InputError missing =
          files.missing_file(found->second.column.file, {.pointer = "--fail-on " + limit.text});
      diagnostics.append(missing.diagnostics());
    }
  }
  if (diagnostics.has_errors()) throw InputError(diagnostics);
}

Diagnostics missed_limits(const std::vector<Limit>& limits,
                          const std::vector<Comparison>& comparisons) {
  Diagnostics diagnostics;
  for (const Limit& limit : limits) {
    const auto found =
        std::find_if(comparisons.begin(), comparisons.end(),
                     [&limit](const Comparison& row) { return row.port == limit.port; });
    const Where where{.pointer = "--fail-on " + limit.text};
    if (found == comparisons.end() || found->n == 0) {
      diagnostics.error("limit.missed", where, "no row of the run has a measured value");
      continue;
    }
    const double value = value_of(*found, limit.metric);
    if (value <= limit.most) continue;
    diagnostics.error("limit.missed", where,
                      fmt::format("it is {:.6g} {}", value, difference_unit(found->unit)));
  }
  return diagnostics;
}

}  // namespace hearth::apps
