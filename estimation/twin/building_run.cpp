// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/building_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
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
  for (const auto& [port, measurement] : model.measurements) settings.record.push_back(port);
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
