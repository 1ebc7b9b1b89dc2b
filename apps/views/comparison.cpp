// SPDX-License-Identifier: MIT
#include "hearth/apps/views/comparison.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "hearth/data/sources/measurement.hpp"

namespace hearth::apps {
namespace {

double value_of(const Agreement& agreement, Metric metric) {
  switch (metric) {
    case Metric::Rmse:
      return agreement.rmse;
    case Metric::Bias:
      return std::abs(agreement.bias);
    default:
      return agreement.mae;
  }
}

}  // namespace

Agreements compare(const Results& results, const SimulationModel& model,
                   const std::string& timezone, DataFiles& files, Diagnostics& diagnostics) {
  const MeasuredRows measured = read_measured_rows(results, model, timezone, files, diagnostics);
  Agreements agreements;
  for (std::size_t column = 0; column < results.signals.size(); ++column) {
    const auto rows = measured.find(results.signals[column].name);
    if (rows == measured.end()) continue;
    agreements[rows->first] = agreement_of(results, column, rows->second);
  }
  return agreements;
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
                      .where = measurement.where.at(port.substr(0, port.rfind('.')),
                                                    port.substr(port.rfind('.') + 1))},
                     found);
  }
  if (found.has_errors()) throw InputError(found);
  diagnostics.append(found);
}

std::string agreement_text(const Agreements& agreements, const std::string& title) {
  std::size_t width = title.size();
  for (const auto& [port, agreement] : agreements) width = std::max(width, port.size());
  std::string text =
      fmt::format("{:<{}}  {:>7}  {:>10}  {:>10}\n", title, width, "n", "rmse", "bias");
  for (const auto& [port, row] : agreements) {
    text += fmt::format("{:<{}}  {:>7}", port, width, row.n);
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
    if (limit.metric == Metric::Balance) continue;
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

Diagnostics missed_limits(const std::vector<Limit>& limits, const Agreements& agreements,
                          const Balance& balance) {
  Diagnostics diagnostics;
  for (const Limit& limit : limits) {
    const auto found = agreements.find(limit.port);
    const Where where{.pointer = "--fail-on " + limit.text};
    if (limit.metric == Metric::Balance) {
      const double share = balance.worst_share();
      if (share <= limit.most) continue;
      diagnostics.error("limit.missed", where,
                        fmt::format("the worst share lost is {:.3g}, above the limit", share));
      continue;
    }
    if (found == agreements.end() || found->second.n == 0) {
      diagnostics.error("limit.missed", where, "no row of the run has a measured value");
      continue;
    }
    const double value = value_of(found->second, limit.metric);
    if (value <= limit.most) continue;
    diagnostics.error("limit.missed", where,
                      fmt::format("the value is {:.6g} {}, above the limit", value,
                                  difference_unit(found->second.unit)));
  }
  return diagnostics;
}

}  // namespace hearth::apps
