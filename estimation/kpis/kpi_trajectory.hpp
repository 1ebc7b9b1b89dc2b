// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
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

/// How a table of signals over time is read.
struct TrajectoryOptions {
  std::string timezone{};  ///< of naive stamps; "": there must be none
  Instant origin{};        ///< what second 0 means where times are plain seconds
};

/// A table of signals over time, as KPIs take it: results of Hearth, or any CSV file (`.csv.gz`
/// too) whose column `time`, else the first, holds ISO 8601 stamps or plain seconds. Times may be
/// irregular, and equal where a signal jumps.
class KpiTrajectory {
 public:
  /// Throws what reading a CSV file can, `data.time_order` for times that fall, and
  /// `kpi.rows_missing` for fewer than two rows.
  static KpiTrajectory read(const std::filesystem::path& path, const TrajectoryOptions& options);

  const std::string& file() const { return table_.file(); }
  /// Returns the columns beside the time; one without `[unit]` has a bare unit.
  const std::vector<Signal>& signals() const { return signals_; }
  long rows() const { return static_cast<long>(seconds_.size()); }
  /// Returns where `seconds` count from: the first stamp, or second 0.
  Instant origin() const { return origin_; }
  const std::vector<double>& seconds() const { return seconds_; }
  /// Returns the first and last instant, to the millisecond.
  Instant first() const { return instant(seconds_.front()); }
  Instant last() const { return instant(seconds_.back()); }
  /// Returns the distance of rows; 0 where it is not the same for all.
  Duration step() const { return step_; }
  /// Whether the times are stamps and regular, as the stepwise engine writes them.
  bool is_stepwise() const { return stamped_ && step_ > Duration{}; }
  bool is_stamped() const { return stamped_; }
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

  CsvTable table_;
  std::vector<Signal> signals_;
  std::vector<int> columns_;  // of signals
  std::optional<Duration> offset_;
  std::vector<long> rows_;  // of the file, in the order of time
  std::vector<double> seconds_;
  Instant origin_{};
  Duration step_{};
  bool stamped_ = false;
};

}  // namespace hearth
