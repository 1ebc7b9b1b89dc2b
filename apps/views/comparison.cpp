// SPDX-License-Identifier: MIT
#include "hearth/apps/views/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "hearth/apps/views/name_width.hpp"
#include "hearth/data/sources/doubtful_values.hpp"
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

MeasurementComparison::MeasurementComparison(const Plan& plan, const std::vector<int>& cells,
                                             const Period& period, std::string timezone,
                                             DataFiles& files)
    : plan_(plan),
      cells_(cells),
      timezone_(std::move(timezone)),
      files_(files),
      intervals_(cells.size()) {
  block_.start = period.start;
  block_.step = period.step;
  for (const int cell : cells_) block_.signals.push_back(plan_.signals[cell]);
}

void MeasurementComparison::compare_block() {
  Diagnostics found;
  MeanRows means;
  const MeasuredRows measured =
      read_measured_rows(block_, plan_.model, timezone_, files_, found, &means);
  if (!later_) diagnostics_ = std::move(found);
  for (std::size_t column = 0; column < block_.signals.size(); ++column) {
    const auto rows = measured.find(block_.signals[column].name);
    if (rows == measured.end()) continue;
    ErrorSums& sums = sums_[rows->first];
    const auto averaged = means.find(rows->first);
    for (std::size_t k = later_ ? 1 : 0; k < rows->second.size(); ++k) {
      const double value = rows->second[k];
      if (averaged == means.end()) {
        if (!std::isnan(value)) sums.add(value, block_.row(static_cast<long>(k))[column]);
        continue;
      }
      const bool ends_step = later_ || k > 0;
      if (ends_step) intervals_[column].push(means_[k * cells_.size() + column]);
      if (std::isnan(value)) continue;
      const auto mean = intervals_[column].over(steps_of(averaged->second[k], block_.step));
      if (mean) sums.add(value, *mean);
    }
  }
  // The last row is kept, because the next one is compared with a mean over the time since it.
  const long last = block_.rows() - 1;
  const auto width = static_cast<std::ptrdiff_t>(cells_.size());
  block_.values.erase(block_.values.begin(), block_.values.end() - width);
  means_.erase(means_.begin(), means_.end() - width);
  block_.start = block_.start + last * block_.step;
  later_ = true;
}

Agreements MeasurementComparison::finish(Diagnostics& diagnostics) {
  if (block_.rows() > (later_ ? 1 : 0)) compare_block();
  diagnostics.append(diagnostics_);
  Agreements agreements;
  for (const auto& [port, sums] : sums_) {
    agreements[port] = agreement_of(sums, plan_.signals[plan_.signal(port)].unit);
  }
  return agreements;
}

void check_measurements(const Plan& plan, const RunRequest& request, DataFiles& files,
                        Diagnostics& diagnostics) {
  Diagnostics found;
  for (const auto& [port, measurement] : plan.model.measurements) {
    const auto cell = static_cast<std::size_t>(plan.signal(port));
    const Where where =
        measurement.where.at(port.substr(0, port.rfind('.')), port.substr(port.rfind('.') + 1));
    read_measurement(files,
                     {.column = measurement.column,
                      .rows = {request.period.start},
                      .target_unit = plan.signals[cell].unit,
                      .timezone = request.timezone,
                      .where = where},
                     found);
    const auto path = files.find(measurement.column.file);
    if (!path || found.has_errors()) continue;
    const auto raw =
        files.series(*path, measurement.column,
                     {.site = {.latitude = {}, .longitude = {}, .timezone = request.timezone},
                      .from = request.period.start,
                      .to = request.period.end},
                     found);
    warn_of_column(*raw, measurement.column,
                   {plan.signals[cell].unit,
                    request.period.start,
                    request.period.end,
                    {.file = path->string(), .component = where.component, .port = where.port}},
                   found);
  }
  if (found.has_errors()) throw InputError(found);
  diagnostics.append(found);
}

std::string agreement_text(const Agreements& agreements, const std::string& title) {
  std::size_t width = title.size();
  for (const auto& [port, agreement] : agreements) width = width_with(width, port);
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
