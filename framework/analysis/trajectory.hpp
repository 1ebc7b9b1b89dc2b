// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/results.hpp"
#include "hearth/framework/continuous/continuous_simulation.hpp"

namespace hearth {

/// Chosen signals at instants of a run. If a signal jumps at an instant, both limits are stored.
class Trajectory {
 public:
  explicit Trajectory(std::vector<Signal> signals) : signals_(std::move(signals)) {}

  const std::vector<Signal>& signals() const { return signals_; }
  std::size_t rows() const { return times_.size(); }
  /// Returns the time of a row in s since the origin. Two rows with the same time are the left and
  /// the right limit.
  double time(std::size_t row) const { return times_[row]; }
  Limit limit(std::size_t row) const { return limits_[row]; }
  double value(std::size_t row, std::size_t signal) const {
    return values_[row * signals_.size() + signal];
  }
  /// Returns the number of a signal `id.port`; throws InputError `trajectory.signal_unknown`.
  std::size_t signal(std::string_view name) const;
  /// Returns the value of a signal at a stored time; throws InputError `trajectory.time_unknown`
  /// for other times. If only one limit is stored, the signal did not jump, and `limit` has no
  /// effect.
  double at(std::string_view signal, double time, Limit limit = Limit::Left) const;
  /// Returns the values of one signal in all rows.
  std::vector<double> column(std::string_view signal) const;

  /// Appends a point, unless it has the instant and the limit of the last point. Times that differ
  /// by at most 16 spacings of doubles are the same instant. Throws InputError
  /// `trajectory.unsorted` if the time is earlier than the last.
  void append(double time, Limit limit, const double* values);

 private:
  std::vector<Signal> signals_;
  std::vector<double> times_;
  std::vector<Limit> limits_;
  std::vector<double> values_;
};

/// Instants at which `run` stores values; all times are in s since the origin.
struct TimeSpan {
  std::vector<double> times;      ///< strictly ascending; the last is the end
  bool every_step = false;        ///< also keep the end of each step and both sides of each jump
  std::optional<double> start{};  ///< nothing before it is kept; not set: the present

  /// Returns the span from the present of the simulation to `end`, with every step.
  static TimeSpan until(double end) { return {{end}, true, {}}; }
  /// Returns the span from `start`, which is kept, to `end`, with every step.
  static TimeSpan between(double start, double end) { return {{end}, true, start}; }
  /// Returns a span with the listed times only.
  static TimeSpan at(std::vector<double> times) { return {std::move(times), false, {}}; }
};

/// Continues a run over a span and appends the values of these output cells to the trajectory. Call
/// `ContinuousSimulation::initialize` before. Points that the trajectory already contains are not
/// added again, so that spans can follow one another. Throws InputError `simulation.times_missing`,
/// `simulation.times_not_finite`, `simulation.times_unsorted` or `simulation.times_past` before the
/// run continues. After a SimulationError the trajectory keeps its rows.
void run(ContinuousSimulation& simulation, const TimeSpan& span, const std::vector<int>& cells,
         Trajectory& trajectory);

/// Returns the signals of output cells.
std::vector<Signal> signals_of(const Plan& plan, const std::vector<int>& cells);

}  // namespace hearth
