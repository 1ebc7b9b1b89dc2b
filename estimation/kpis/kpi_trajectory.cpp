// SPDX-License-Identifier: MIT
#include "hearth/estimation/kpis/kpi_trajectory.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/results/read_results.hpp"
#include "hearth/data/results/result_columns.hpp"
#include "hearth/data/series/time_series.hpp"
#include "hearth/data/text/time_text.hpp"

namespace hearth {
namespace {

// A day within the range of stamps, so that local times are within it, too.
constexpr Instant kFirstInstant = std::chrono::sys_days(std::chrono::year(1) / 1 / 2);
constexpr Instant kLastInstant = std::chrono::sys_days(std::chrono::year(kLastYear) / 12 / 30);

int time_column(const CsvTable& table) {
  const std::vector<std::string>& names = table.columns();
  const auto at = std::find_if(names.begin(), names.end(), [](const std::string& name) {
    return split_unit(name).first == "time";
  });
  return at == names.end() ? 0 : static_cast<int>(at - names.begin());
}

/// Returns the suitability of a statistic for representing a signal; the lowest is unsuitable.
int worth(const Signal& signal) {
  const bool rate = is_rate(signal.unit) || signal.statistic == Statistic::Sum;
  switch (signal.statistic) {
    case Statistic::Mean:
      return rate ? 4 : 2;
    case Statistic::Sum:
      return 3;
    case Statistic::End:
      return rate ? 1 : 3;
    default:
      return 0;
  }
}

/// Returns the unit whose integral over time has the unit `sum`, and the factor from that unit to
/// its integral in SI units; nothing if there is none.
std::optional<Unit> rate_of(const Unit& sum) {
  for (const std::string& symbol : unit_symbols()) {
    const std::optional<Unit> rate = parse_unit(symbol);
    if (!rate || rate->scale != 1.0) continue;
    const std::optional<Unit> integral = integral_unit(*rate);
    if (integral && !sum.bare && integral->compatible(sum)) return rate;
  }
  return std::nullopt;
}

}  // namespace

std::vector<KpiColumn> kpi_columns(const std::vector<Signal>& titles) {
  std::vector<KpiColumn> columns;
  std::map<std::string, std::pair<std::size_t, int>> best;  // position and suitability, by name
  for (std::size_t i = 0; i < titles.size(); ++i) {
    KpiColumn column{titles[i], i, 1.0};
    const int value = worth(titles[i]);
    if (value == 0) continue;
    if (titles[i].statistic == Statistic::Sum) {
      const std::optional<Unit> rate = rate_of(titles[i].unit);
      if (!rate) continue;
      column.factor = titles[i].unit.scale;
      column.signal.unit = *rate;
    }
    // Files of other programs may contain a name twice, which is checked elsewhere.
    const bool plain = titles[i].statistic == Statistic::End;
    const auto known = best.find(titles[i].name);
    if (known == best.end()) {
      best[titles[i].name] = {columns.size(), value};
      columns.push_back(column);
    } else if (plain && columns[known->second.first].signal.statistic == Statistic::End) {
      columns.push_back(column);
    } else if (value > known->second.second) {
      columns[known->second.first] = column;
      known->second.second = value;
    }
  }
  return columns;
}

KpiRow::KpiRow(const std::vector<KpiColumn>& columns, const std::vector<double>& seconds,
               Number number)
    : columns_(columns), seconds_(seconds), number_(std::move(number)) {}

double KpiRow::operator()(std::size_t row, int signal) const {
  const KpiColumn& column = columns_[signal];
  const bool over_interval = column.signal.statistic != Statistic::End;
  if (over_interval && row == 0 && seconds_.size() > 1) row = 1;
  const double value = number_(row, column.title);
  if (column.signal.statistic != Statistic::Sum) return value;
  return column.factor * value / (seconds_[row] - seconds_[row - 1]);
}

void note_resolution(const std::string& interval, Diagnostics& notes) {
  if (interval.empty()) return;
  constexpr Duration kLongest = std::chrono::hours(1);
  const std::optional<Duration> length = parse_duration(interval);  // none: months
  if (!length || *length > kLongest) {
    notes.warning(
        "kpi.rows_long", {},
        "rows of " + interval +
            " are too long for comfort and peaks: comfort is computed from the values at the ends "
            "of rows, peaks from the means over rows; energies, costs and emissions are exact. "
            "Simulate with --every PT1H or shorter, or without --every");
    return;
  }
  notes.note(
      "kpi.resolution", {},
      "rows of " + interval +
          ": peaks are the largest means over a row (over 15 min if rows are shorter), comfort is "
          "computed by linear interpolation between the values at the ends of rows");
}

KpiTrajectory KpiTrajectory::read(const std::filesystem::path& path,
                                  const TrajectoryOptions& options) {
  ResultsTable results = read_results_table(path);
  KpiTrajectory trajectory(std::move(results.table), options);
  trajectory.incomplete_ = std::move(results.incomplete);
  return trajectory;
}

KpiTrajectory::KpiTrajectory(CsvTable table, const TrajectoryOptions& options)
    : table_(std::move(table)) {
  if (table_.rows() < 2) {
    throw InputError("kpi.rows_missing", {.file = table_.file()},
                     fmt::format("there are {} rows, expected at least 2", table_.rows()));
  }
  const int time = time_column(table_);
  choose_columns(time);
  stamped_ = table_.number(0, time).kind != CsvNumber::Kind::Number;
  if (stamped_) {
    read_stamps(time, options);
  } else {
    origin_ = options.origin;
    read_seconds(time);
  }
  find_step();
}

void KpiTrajectory::choose_columns(int time) {
  interval_ = interval_of_title(table_.columns()[time]).value_or("");
  std::vector<Signal> titles;
  for (int i = 0; i < static_cast<int>(table_.columns().size()); ++i) {
    if (i == time) continue;
    const auto [name, statistic] = split_statistic(split_unit(table_.columns()[i]).first);
    titles.push_back({name, table_.header_unit(i).value_or(unit::bare), statistic});
    columns_.push_back(i);
  }
  chosen_ = kpi_columns(titles);
  for (const KpiColumn& column : chosen_) signals_.push_back(column.signal);
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
  const auto [name, symbol] = split_unit(table_.columns()[column]);
  if (!symbol.empty()) {
    const std::optional<Unit> unit = table_.header_unit(column);
    if (!unit || !unit->compatible(unit::s)) {
      throw InputError("data.time_invalid", {.file = table_.file(), .line = table_.header_line()},
                       fmt::format("times of numbers are in [{}], expected a unit of time: correct "
                                   "the unit of the column '{}'",
                                   symbol, name));
    }
    for (double& time : seconds_) time = convert(time, *unit, unit::s);
  }
  const double from = hearth::seconds(kFirstInstant - origin_);
  const double to = hearth::seconds(kLastInstant - origin_);
  for (std::size_t k = 0; k < seconds_.size(); ++k) {
    rows_.push_back(static_cast<long>(k));
    if (seconds_[k] < from || seconds_[k] > to) {
      throw InputError(
          "data.time_invalid", {.file = table_.file(), .line = table_.line(static_cast<long>(k))},
          fmt::format(
              "{} s are outside the years 1 to {}: correct the time, or the unit of the column",
              seconds_[k], kLastYear));
    }
    const bool rises = k == 0 || seconds_[k] >= seconds_[k - 1];
    if (std::isfinite(seconds_[k]) && rises) continue;
    throw InputError("data.time_order",
                     {.file = table_.file(), .line = table_.line(static_cast<long>(k))},
                     "times in seconds must be numbers that do not decrease");
  }
}

void KpiTrajectory::find_step() {
  const Duration step = instant(seconds_[1]) - instant(seconds_[0]);
  for (std::size_t k = 1; k < seconds_.size(); ++k) {
    if (instant(seconds_[k]) - instant(seconds_[k - 1]) != step) return;
  }
  step_ = step;
}

Duration KpiTrajectory::longest_row() const {
  Duration longest{};
  for (std::size_t k = 1; k < seconds_.size(); ++k) {
    longest = std::max(longest, instant(seconds_[k]) - instant(seconds_[k - 1]));
  }
  return longest;
}

Instant KpiTrajectory::instant(double seconds) const {
  return origin_ + Duration(std::llround(1000.0 * seconds));
}

std::vector<double> KpiTrajectory::column(int signal, Diagnostics& notes) const {
  const int number = columns_[chosen_[signal].title];
  const auto [name, symbol] = split_unit(table_.columns()[number]);
  if (!symbol.empty() && !table_.header_unit(number)) {
    notes.warning(
        "kpi.unit_unknown", {.file = table_.file(), .line = table_.header_line()},
        fmt::format("the unit [{}] of '{}' is not known: its numbers are used without conversion",
                    symbol, name));
  }
  return table_.numbers(number);
}

KpiValues KpiTrajectory::evaluate(const Kpis& kpis, KpiMeter& meter, const Period& period,
                                  Diagnostics& notes) const {
  const double from = hearth::seconds(period.start - origin_);
  const double to = hearth::seconds(period.end - origin_);
  std::vector<std::vector<double>> used;
  std::vector<KpiColumn> columns;
  for (const int signal : kpis.signals()) {
    used.push_back(column(signal, notes));
    columns.push_back(chosen_[signal]);
    columns.back().title = used.size() - 1;
  }
  const KpiRow value(columns, seconds_,
                     [&](std::size_t k, std::size_t column) { return used[column][rows_[k]]; });
  const auto after = std::upper_bound(seconds_.begin(), seconds_.end(), from);
  const auto first = after == seconds_.begin() ? after : after - 1;
  std::vector<double> row(used.size());
  for (auto k = static_cast<std::size_t>(first - seconds_.begin()); k < seconds_.size(); ++k) {
    for (std::size_t i = 0; i < used.size(); ++i) {
      row[i] = value(k, static_cast<int>(i));
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
