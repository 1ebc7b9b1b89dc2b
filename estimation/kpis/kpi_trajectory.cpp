// SPDX-License-Identifier: MIT
#include "hearth/estimation/kpis/kpi_trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/series/time_series.hpp"
#include "hearth/data/text/time_text.hpp"

namespace hearth {
namespace {

int time_column(const CsvTable& table) {
  const std::vector<std::string>& names = table.columns();
  const auto at = std::find(names.begin(), names.end(), "time");
  return at == names.end() ? 0 : static_cast<int>(at - names.begin());
}

}  // namespace

KpiTrajectory KpiTrajectory::read(const std::filesystem::path& path,
                                  const TrajectoryOptions& options) {
  return KpiTrajectory(read_csv(path), options);
}

KpiTrajectory::KpiTrajectory(CsvTable table, const TrajectoryOptions& options)
    : table_(std::move(table)) {
  if (table_.rows() < 2) {
    throw InputError("kpi.rows_missing", {.file = table_.file()},
                     fmt::format("there are {} rows, expected at least 2", table_.rows()));
  }
  const int time = time_column(table_);
  for (int i = 0; i < static_cast<int>(table_.columns().size()); ++i) {
    if (i == time) continue;
    const std::string& header = table_.columns()[i];
    signals_.push_back({split_unit(header).first, table_.header_unit(i).value_or(unit::bare)});
    columns_.push_back(i);
  }
  stamped_ = table_.number(0, time).kind != CsvNumber::Kind::Number;
  if (stamped_) {
    read_stamps(time, options);
  } else {
    origin_ = options.origin;
    read_seconds(time);
  }
  find_step();
}

void KpiTrajectory::read_stamps(int column, const TrajectoryOptions& options) {
  const RowTimes times = read_row_times(table_, column, stamp_rules(table_, {}, options.timezone));
  rows_ = times.rows;
  origin_ = times.times.front();
  const auto stamp = parse_time(table_.cell(rows_.front(), column));
  if (stamp) offset_ = stamp->offset;
  for (const Instant time : times.times) seconds_.push_back(hearth::seconds(time - origin_));
}

void KpiTrajectory::read_seconds(int column) {
  seconds_ = table_.numbers(column);
  for (std::size_t k = 0; k < seconds_.size(); ++k) {
    rows_.push_back(static_cast<long>(k));
    const bool rises = k == 0 || seconds_[k] >= seconds_[k - 1];
    if (std::isfinite(seconds_[k]) && rises) continue;
    throw InputError("data.time_order",
                     {.file = table_.file(), .line = table_.line(static_cast<long>(k))},
                     "times in seconds must be numbers that do not fall");
  }
}

void KpiTrajectory::find_step() {
  const Duration step = instant(seconds_[1]) - instant(seconds_[0]);
  for (std::size_t k = 1; k < seconds_.size(); ++k) {
    if (instant(seconds_[k]) - instant(seconds_[k - 1]) != step) return;
  }
  step_ = step;
}

Instant KpiTrajectory::instant(double seconds) const {
  return origin_ + Duration(std::llround(1000.0 * seconds));
}

std::vector<double> KpiTrajectory::column(int signal, Diagnostics& notes) const {
  const int number = columns_[signal];
  const auto [name, symbol] = split_unit(table_.columns()[number]);
  if (!symbol.empty() && !table_.header_unit(number)) {
    notes.warning("kpi.unit_unknown", {.file = table_.file(), .line = table_.header_line()},
                  fmt::format("the unit [{}] of '{}' is not known: its numbers are taken as they "
                              "are",
                              symbol, name));
  }
  return table_.numbers(number);
}

KpiValues KpiTrajectory::evaluate(const Kpis& kpis, KpiMeter& meter, const Period& period,
                                  Diagnostics& notes) const {
  const double from = hearth::seconds(period.start - origin_);
  const double to = hearth::seconds(period.end - origin_);
  std::vector<std::vector<double>> used;
  for (const int signal : kpis.signals()) used.push_back(column(signal, notes));
  const auto after = std::upper_bound(seconds_.begin(), seconds_.end(), from);
  const auto first = after == seconds_.begin() ? after : after - 1;
  std::vector<double> row(used.size());
  for (auto k = static_cast<std::size_t>(first - seconds_.begin()); k < seconds_.size(); ++k) {
    for (std::size_t i = 0; i < used.size(); ++i) {
      row[i] = used[i][rows_[k]];
      if (std::isfinite(row[i])) continue;
      const Signal& signal = signals_[kpis.signals()[i]];
      throw InputError(
          "kpi.not_finite", {.file = table_.file(), .line = table_.line(rows_[k])},
          fmt::format("'{}' has no value: fill it, or choose --start and --end", signal.name));
    }
    meter.row(seconds_[k], row.data());
    if (seconds_[k] >= to) break;
  }
  return meter.finish();
}

}  // namespace hearth
