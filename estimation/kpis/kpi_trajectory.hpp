// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hearth/data/text/csv.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/results.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

/// The column of results for a signal, and the conversion of its numbers.
struct KpiColumn {
  Signal signal{};        ///< the signal, with the unit of the numbers that KPIs use
  std::size_t title = 0;  ///< index among the titles
  /// For a sum: factor to a sum over seconds, which is then divided by the time.
  double factor = 1.0;
};

/// Chooses a column for each signal of results: for rates, the mean or sum over the interval of a
/// row; for all other signals, the value at its end. Signals without such a column are left out;
/// columns of extremes are not used.
std::vector<KpiColumn> kpi_columns(const std::vector<Signal>& titles);

/// Returns row k of results as KPIs use it. A sum is divided by the time since the previous row.
/// The first row, which does not end an interval, gets the values of the second one.
class KpiRow {
 public:
  using Number = std::function<double(std::size_t row, std::size_t title)>;

  /// `seconds` are the times of the rows. All arguments must outlive the object.
  KpiRow(const std::vector<KpiColumn>& columns, const std::vector<double>& seconds, Number number);
  double operator()(std::size_t row, int signal) const;

 private:
  const std::vector<KpiColumn>& columns_;
  const std::vector<double>& seconds_;
  Number number_;
};

/// Adds a note that peaks and comfort KPIs have the resolution of the interval of the results
/// (`kpi.resolution`), or a warning if the interval is longer than an hour (`kpi.rows_long`).
void note_resolution(const std::string& interval, Diagnostics& notes);

/// The settings with which a table of signals over time is read.
struct TrajectoryOptions {
  std::string timezone{};  ///< time zone of stamps without an offset; "": such stamps are an error
  Instant origin{};        ///< instant of second 0 if times are in seconds
};

/// A table of signals over time, as KPIs use it: results of Hearth in any format, or any CSV file
/// (also `.csv.gz`) whose column `time`, or the first column, contains ISO 8601 stamps or numbers,
/// which are seconds unless the column states another unit of time.
/// Times may be irregular, and may repeat if a signal jumps.
class KpiTrajectory {
 public:
  /// Throws the errors of reading a CSV file, `data.time_order` for decreasing times,
  /// `data.time_invalid` for a column of times in another unit, and `kpi.rows_missing` for fewer
  /// than two rows.
  static KpiTrajectory read(const std::filesystem::path& path, const TrajectoryOptions& options);

  const std::string& file() const { return table_.file(); }
  /// Returns the reason why the run stopped early, or "" if it did not.
  const std::string& incomplete() const { return incomplete_; }
  /// Returns the columns other than the time; the unit of a column without `[unit]` is bare.
  const std::vector<Signal>& signals() const { return signals_; }
  long rows() const { return static_cast<long>(seconds_.size()); }
  /// Returns the instant from which `seconds` count: the first stamp, or second 0.
  Instant origin() const { return origin_; }
  const std::vector<double>& seconds() const { return seconds_; }
  /// Returns the first and last instant, to the millisecond.
  Instant first() const { return instant(seconds_.front()); }
  Instant last() const { return instant(seconds_.back()); }
  /// Returns the time between rows; 0 if it is not constant.
  Duration step() const { return step_; }
  /// Returns the longest time between consecutive rows.
  Duration longest_row() const;
  /// Returns whether the times are stamps and regular, as the stepwise engine writes them.
  bool is_stepwise() const { return stamped_ && step_ > Duration{}; }
  bool is_stamped() const { return stamped_; }
  /// Returns the time that a row covers, in the form of `Results::interval`.
  const std::string& interval() const { return interval_; }
  Instant instant(double seconds) const;
  /// Returns the offset from UTC of the first stamp, if it has one.
  std::optional<Duration> offset() const { return offset_; }

  /// Passes the rows to the meter, beginning with the last row at or before the start. Throws
  /// InputError `kpi.not_finite` with the line of a missing value. Adds unknown units to `notes`
  /// (`kpi.unit_unknown`).
  KpiValues evaluate(const Kpis& kpis, KpiMeter& meter, const Period& period,
                     Diagnostics& notes) const;

 private:
  KpiTrajectory(CsvTable table, const TrajectoryOptions& options);
  void read_stamps(int column, const TrajectoryOptions& options);
  void read_seconds(int column);
  void find_step();
  std::vector<double> column(int signal, Diagnostics& notes) const;
  void choose_columns(int time);

  CsvTable table_;
  std::vector<Signal> signals_;
  std::vector<KpiColumn> chosen_;  // column of each signal
  std::vector<int> columns_;       // titles from which they were chosen
  std::string interval_;
  std::string incomplete_;
  std::optional<Duration> offset_;
  std::vector<long> rows_;  // rows of the file in chronological order
  std::vector<double> seconds_;
  Instant origin_{};
  Duration step_{};
  bool stamped_ = false;
};

}  // namespace hearth
