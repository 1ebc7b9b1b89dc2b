// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/agreement.hpp"

#include <chrono>
#include <cmath>

#include "hearth/data/sources/measurement.hpp"
#include "hearth/estimation/calibration/interval_mean.hpp"

namespace hearth {
namespace {

/// Returns whether most compared rows are at most an hour apart.
bool mostly_hourly(const std::vector<double>& measured, const Results& results) {
  long near = 0, far = 0, last = -1;
  for (long k = 0; k < static_cast<long>(measured.size()); ++k) {
    if (std::isnan(measured[static_cast<std::size_t>(k)])) continue;
    if (last >= 0) {
      ++(results.time(k) - results.time(last) <= std::chrono::hours(1) ? near : far);
    }
    last = k;
  }
  return near > far;
}

}  // namespace

void ErrorSums::add(double measured_value, double simulated) {
  const double difference = simulated - measured_value;
  ++n;
  error += difference;
  absolute += std::abs(difference);
  squared += difference * difference;
  measured += measured_value;
}

void ErrorSums::add(const ErrorSums& others) {
  n += others.n;
  error += others.error;
  absolute += others.absolute;
  squared += others.squared;
  measured += others.measured;
}

bool judged_by_guideline_14(const Unit& unit) {
  return unit.compatible(unit::J) || unit.compatible(unit::W) || unit.compatible(unit::kg_per_s) ||
         unit.compatible(unit::m3_per_s);
}

Agreement agreement_of(const ErrorSums& sums, const Unit& unit) {
  Agreement agreement;
  agreement.unit = unit;
  agreement.n = sums.n;
  if (sums.n == 0) return agreement;
  const auto n = static_cast<double>(sums.n);
  agreement.rmse = std::sqrt(sums.squared / n);
  agreement.bias = sums.error / n;
  agreement.mae = sums.absolute / n;
  const double mean = sums.measured / n;
  agreement.measured = mean;
  if (judged_by_guideline_14(unit) && sums.n > 1 && mean != 0.0) {
    agreement.nmbe = -sums.error / ((n - 1.0) * mean);
    agreement.cv_rmse = std::sqrt(sums.squared / (n - 1.0)) / mean;
  }
  return agreement;
}

Agreement agreement_of(const Results& results, std::size_t column,
                       const std::vector<double>& measured, const std::vector<Duration>& means) {
  ErrorSums sums;
  const bool rate = is_rate(results.signals[column].unit);
  IntervalMean<double> interval;
  for (std::size_t k = 0; k < measured.size(); ++k) {
    const auto row = static_cast<long>(k);
    const double value = results.row(row)[column];
    if (means.empty()) {
      if (!std::isnan(measured[k])) sums.add(measured[k], value);
      continue;
    }
    if (row == 0) continue;  // no interval of the run ends at row 0
    interval.push(rate ? value : 0.5 * (results.row(row - 1)[column] + value));
    if (std::isnan(measured[k])) continue;
    const auto mean = interval.over(steps_of(means[k], results.time(row) - results.time(row - 1)));
    if (mean) sums.add(measured[k], *mean);
  }
  Agreement agreement = agreement_of(sums, results.signals[column].unit);
  agreement.missing = static_cast<long>(measured.size()) - sums.n;
  agreement.hourly = mostly_hourly(measured, results);
  return agreement;
}

MeasuredRows read_measured_rows(const Results& results, const SimulationModel& model,
                                const std::string& timezone, DataFiles& files,
                                Diagnostics& diagnostics, MeanRows* means) {
  std::vector<Instant> rows;
  for (long k = 0; k < results.rows(); ++k) rows.push_back(results.time(k));
  MeasuredRows measured_rows;
  for (const Signal& signal : results.signals) {
    const auto found = model.measurements.find(signal.name);
    if (found == model.measurements.end() || signal.statistic != Statistic::End) continue;
    const auto dot = signal.name.rfind('.');
    const Where where =
        found->second.where.at(signal.name.substr(0, dot), signal.name.substr(dot + 1));
    Measured measured = read_measurement(files,
                                         {.column = found->second.column,
                                          .rows = rows,
                                          .target_unit = signal.unit,
                                          .timezone = timezone,
                                          .where = where},
                                         diagnostics);
    if (measured.file.empty() || measured.values.size() != rows.size()) continue;
    measured_rows[signal.name] = std::move(measured.values);
    if (means != nullptr && !measured.means.empty()) {
      (*means)[signal.name] = std::move(measured.means);
    }
  }
  return measured_rows;
}

}  // namespace hearth
