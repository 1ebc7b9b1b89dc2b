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

/// Which column of results represents a signal, and how its numbers become those of the signal.
struct KpiColumn {
  Signal signal{};        ///< with the unit of the numbers that KPIs get
  std::size_t title = 0;  ///< among the titles
  double factor = 1.0;    ///< of a sum: what makes it a sum over seconds, to be divided by the time
};

/// Chooses a column for each signal of results: of rates the mean or sum over the interval of a
/// row, of all else the value at its end, as far as there are such; extremes represent nothing.
std::vector<KpiColumn> kpi_columns(const std::vector<Signal>& titles);

/// Returns row k of results as KPIs take it: a sum divided by the time since the row before; in the
/// first row, which ends no interval, what the second one has.
class KpiRow {
 public:
  using Number = std::function<double(std::size_t row, std::size_t title)>;

  /// `seconds` are the times of the rows. All must outlive it.
  KpiRow(const std::vector<KpiColumn>& columns, const std::vector<double>& seconds, Number number);
  double operator()(std::size_t row, int signal) const;

 private:
  const std::vector<KpiColumn>& columns_;
  const std::vector<double>& seconds_;
  Number number_;
};

/// Notes that peaks and comfort of results with an interval are of that resolution
/// (`kpi.resolution`); above an hour a warning (`kpi.rows_long`).
void note_resolution(const std::string& interval, Diagnostics& notes);

/// How a table of signals over time is read.
struct TrajectoryOptions {
  std::string timezone{};  ///< of naive stamps; "": there must be none
  Instant origin{};        ///< what second 0 means where times are plain seconds
};

/// A table of signals over time, as KPIs take it: results of Hearth in any of their formats, or any
/// CSV file (`.csv.gz` too) whose column `time`, otherwise the first, holds ISO 8601 stamps or
/// plain seconds. Times may be irregular, and equal where a signal jumps.
class KpiTrajectory {
 public:
  /// Throws what reading a CSV file can, `data.time_order` for times that fall, and
  /// `kpi.rows_missing` for fewer than two rows.
  static KpiTrajectory read(const std::filesystem::path& path, const TrajectoryOptions& options);

  const std::string& file() const { return table_.file(); }
  /// Returns the columns besides the time; one without `[unit]` has a bare unit.
  const std::vector<Signal>& signals() const { return signals_; }
  long rows() const { return static_cast<long>(seconds_.size()); }
  /// Returns where `seconds` count from: the first stamp, or second 0.
  Instant origin() const { return origin_; }
  const std::vector<double>& seconds() const { return seconds_; }
  /// Returns the first and last instant, to the millisecond.
  Instant first() const { return instant(seconds_.front()); }
  Instant last() const { return instant(seconds_.back()); }
  /// Returns the distance of rows; 0 if it is not the same for all.
  Duration step() const { return step_; }
  /// Returns the longest distance of two rows.
  Duration longest_row() const;
  /// Whether the times are stamps and regular, as the stepwise engine writes them.
  bool is_stepwise() const { return stamped_ && step_ > Duration{}; }
  bool is_stamped() const { return stamped_; }
  /// Returns what a row covers, as `Results::interval`.
  const std::string& interval() const { return interval_; }
  Instant instant(double seconds) const;
  /// Returns the offset from UTC that the first stamp is written with, if it is.
  std::optional<Duration> offset() const { return offset_; }

  /// Feeds the meter with the rows from the last one at or before the start on. InputError
  /// `kpi.not_finite` with the line of a value that is missing. Units that are not known go to
  /// `notes` (`kpi.unit_unknown`).
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
  std::vector<KpiColumn> chosen_;  // of signals
  std::vector<int> columns_;       // of the titles they were chosen from
  std::string interval_;
  std::optional<Duration> offset_;
  std::vector<long> rows_;  // of the file, in the order of time
  std::vector<double> seconds_;
  Instant origin_{};
  Duration step_{};
  bool stamped_ = false;
};

}  // namespace hearth
