// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/results.hpp"
#include "hearth/framework/continuous/continuous_simulation.hpp"

namespace hearth {

/// Chosen signals at the instants of a run, with both limits where something jumps.
class Trajectory {
 public:
  explicit Trajectory(std::vector<Signal> signals) : signals_(std::move(signals)) {}

  const std::vector<Signal>& signals() const { return signals_; }
  std::size_t rows() const { return times_.size(); }
  /// Returns the time of a row in s since the origin; equal times are left and right limit.
  double time(std::size_t row) const { return times_[row]; }
  Limit limit(std::size_t row) const { return limits_[row]; }
  double value(std::size_t row, std::size_t signal) const {
    return values_[row * signals_.size() + signal];
  }
  /// Returns the number of a signal `id.port`; InputError `trajectory.signal_unknown`.
  std::size_t signal(std::string_view name) const;
  /// Returns a signal at a stored time; InputError `trajectory.time_unknown` if none is stored
  /// there. Where only one limit is stored, nothing jumped.
  double at(std::string_view signal, double time, Limit limit = Limit::Left) const;
  /// Returns one signal, row by row.
  std::vector<double> column(std::string_view signal) const;

  /// Appends a point, unless its instant and limit are the last ones kept: instants within 16
  /// spacings of doubles are one. InputError `trajectory.unsorted` for a time before the last.
  void append(double time, Limit limit, const double* values);

 private:
  std::vector<Signal> signals_;
  std::vector<double> times_;
  std::vector<Limit> limits_;
  std::vector<double> values_;
};

/// Which instants a run keeps; all times are s since the origin.
struct TimeSpan {
  std::vector<double> times;      ///< ascending, none twice; the last is the end
  bool every_step = false;        ///< also the end of each step and both sides of each jump
  std::optional<double> start{};  ///< runs to here without keeping anything; none: the present

  /// From where the simulation stands to an end.
  static TimeSpan until(double end) { return {{end}, true, {}}; }
  /// From a start, which is kept, to an end.
  static TimeSpan between(double start, double end) { return {{end}, true, start}; }
  /// At a list of times: these only.
  static TimeSpan at(std::vector<double> times) { return {std::move(times), false, {}}; }
};

/// Runs on over a span and appends the values of these output cells. `initialize` was called
/// before. What was kept already is not kept again, so that spans can follow one another.
/// InputError `simulation.times_missing`, `simulation.times_not_finite`,
/// `simulation.times_unsorted` or `simulation.times_past` before anything runs; on SimulationError
/// the trajectory keeps its rows.
void run(ContinuousSimulation& simulation, const TimeSpan& span, const std::vector<int>& cells,
         Trajectory& trajectory);

/// Returns the signals of output cells.
std::vector<Signal> signals_of(const Plan& plan, const std::vector<int>& cells);

}  // namespace hearth
