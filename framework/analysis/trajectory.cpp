// SPDX-License-Identifier: MIT
#include "hearth/framework/analysis/trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/continuous/internal/observation.hpp"

namespace hearth {

std::size_t Trajectory::signal(std::string_view name) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < signals_.size(); ++i) {
    if (signals_[i].name == name) return i;
    names.push_back(signals_[i].name);
  }
  throw InputError("trajectory.signal_unknown", {.pointer = std::string(name)},
                   "the trajectory contains no signal of this name" + expected_name(name, names));
}

double Trajectory::at(std::string_view name, double time, Limit limit) const {
  const std::size_t column = signal(name);
  const double near = time_rounding(time);
  bool found = false;
  double result = 0.0;
  for (std::size_t row = 0; row < rows(); ++row) {
    if (!(std::abs(times_[row] - time) <= near)) continue;
    if (!found || limits_[row] == limit) result = value(row, column);
    found = true;
    if (limits_[row] == limit && limit == Limit::Left) return result;
  }
  if (found) return result;
  throw InputError(
      "trajectory.time_unknown", {.pointer = number_text(time)},
      rows() == 0
          ? std::string("the trajectory is empty; run the simulation over a span first")
          : "the trajectory does not contain this time; it contains " + std::to_string(rows()) +
                " times from " + number_text(times_.front()) + " to " + number_text(times_.back()) +
                " s; add the time to the span of the run");
}

std::vector<double> Trajectory::column(std::string_view name) const {
  const std::size_t index = signal(name);
  std::vector<double> result;
  for (std::size_t row = 0; row < rows(); ++row) result.push_back(value(row, index));
  return result;
}

void Trajectory::append(double time, Limit limit, const double* values) {
  if (!times_.empty() && std::abs(time - times_.back()) <= time_rounding(time)) {
    if (limits_.back() == limit || limits_.back() == Limit::Right) return;
    time = times_.back();
  } else if (!times_.empty() && !(time > times_.back())) {
    throw InputError("trajectory.unsorted", {.pointer = number_text(time)},
                     "the trajectory already reaches " + number_text(times_.back()) +
                         " s; use another trajectory for another run");
  }
  times_.push_back(time);
  limits_.push_back(limit);
  values_.insert(values_.end(), values, values + signals_.size());
}

std::vector<Signal> signals_of(const Plan& plan, const std::vector<int>& cells) {
  std::vector<Signal> signals;
  for (const int cell : cells) signals.push_back(plan.signals[cell]);
  return signals;
}

namespace {

void check(const TimeSpan& span, double present) {
  if (span.times.empty()) {
    throw InputError("simulation.times_missing", {}, "the span has no times; set at least its end");
  }
  std::vector<double> all = span.times;
  if (span.start) all.insert(all.begin(), *span.start);
  for (const double time : all) {
    if (std::isfinite(time)) continue;
    throw InputError("simulation.times_not_finite", {.pointer = number_text(time)},
                     "expected a finite number of seconds");
  }
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i] > all[i - 1]) continue;
    throw InputError("simulation.times_unsorted", {.pointer = number_text(all[i])},
                     number_text(all[i]) + " s follows " + number_text(all[i - 1]) +
                         " s; sort the times of the span, each of them once");
  }
  if (all.front() >= present - time_rounding(present)) return;
  throw InputError("simulation.times_past", {.pointer = number_text(all.front())},
                   "the simulation is at " + number_text(present) +
                       " s and cannot go back; initialise it for another run");
}

}  // namespace

void run(ContinuousSimulation& simulation, const TimeSpan& span, const std::vector<int>& cells,
         Trajectory& trajectory) {
  check(span, simulation.time());
  if (span.start) simulation.advance(*span.start);
  std::vector<double> row(cells.size());
  const Observation observation(simulation, [&](const ContinuousPoint& point) {
    for (std::size_t i = 0; i < cells.size(); ++i) row[i] = simulation.value(cells[i]);
    trajectory.append(point.time, point.limit, row.data());
  });
  simulation.advance(span.times.back(), span.times, span.every_step);
}

}  // namespace hearth
