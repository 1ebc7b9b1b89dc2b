// SPDX-License-Identifier: MIT
#include "hearth/framework/continuous/trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hearth/framework/number_text.hpp"

namespace hearth {

std::size_t Trajectory::signal(std::string_view name) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < signals_.size(); ++i) {
    if (signals_[i].name == name) return i;
    names.push_back(signals_[i].name);
  }
  throw InputError("trajectory.signal_unknown", {.pointer = std::string(name)},
                   "there is no signal of this name" + did_you_mean(name, names));
}

double Trajectory::at(std::string_view name, double time, Limit limit) const {
  const std::size_t column = signal(name);
  const double near = 16.0 * std::numeric_limits<double>::epsilon() * std::abs(time);
  bool found = false;
  double result = 0.0;
  for (std::size_t row = 0; row < rows(); ++row) {
    if (std::abs(times_[row] - time) > near) continue;
    if (!found || limits_[row] == limit) result = value(row, column);
    found = true;
    if (limits_[row] == limit && limit == Limit::Left) return result;
  }
  if (found) return result;
  throw InputError("trajectory.time_unknown", {.pointer = number_text(time)},
                   "this time was not kept; ask for it in the span of the run");
}

std::vector<double> Trajectory::column(std::string_view name) const {
  const std::size_t index = signal(name);
  std::vector<double> result;
  for (std::size_t row = 0; row < rows(); ++row) result.push_back(value(row, index));
  return result;
}

void Trajectory::append(double time, Limit limit, const double* values) {
  if (!times_.empty() && times_.back() == time && limits_.back() == limit) return;
  times_.push_back(time);
  limits_.push_back(limit);
  values_.insert(values_.end(), values, values + signals_.size());
}

std::vector<Signal> signals_of(const Plan& plan, const std::vector<int>& cells) {
  std::vector<Signal> signals;
  for (const int cell : cells) signals.push_back(plan.signals[static_cast<std::size_t>(cell)]);
  return signals;
}

void run(ContinuousSimulation& simulation, const TimeSpan& span, const std::vector<int>& cells,
         Trajectory& trajectory) {
  if (span.times.empty()) return;
  for (std::size_t i = 1; i < span.times.size(); ++i) {
    if (span.times[i] > span.times[i - 1]) continue;
    throw InputError("simulation.times_unsorted", {.pointer = number_text(span.times[i])},
                     "the times of a span must rise");
  }
  std::vector<double> row(cells.size());
  simulation.observe([&](const ContinuousPoint& point) {
    for (std::size_t i = 0; i < cells.size(); ++i) row[i] = simulation.value(cells[i]);
    trajectory.append(point.time, point.limit, row.data());
  });
  try {
    simulation.advance(span.times.back(), span.times, span.every_step);
  } catch (...) {
    simulation.observe({});
    throw;
  }
  simulation.observe({});
}

bool run(ContinuousSimulation& simulation, Recorder& recorder, const Progress& progress,
         bool continued) {
  constexpr long kRowsAtOnce = 256;  // between two looks at `progress`
  const Period& period = simulation.inputs().period;
  const Instant origin = simulation.inputs().origin;
  const long total = period.step_count();
  const auto time_of = [&](long k) { return seconds(period.start + k * period.step - origin); };
  if (!continued) simulation.initialize();
  simulation.observe([&](const ContinuousPoint&) { recorder.record(simulation.system().cells()); });
  for (long done = 0; done < total || done == 0;) {
    const long last = std::min(total, done + kRowsAtOnce);
    std::vector<double> times;
    for (long k = done == 0 ? 0 : done + 1; k <= last; ++k) times.push_back(time_of(k));
    simulation.advance(time_of(last), times);
    done = last;
    if (progress && !progress(done, total)) return false;
    if (total == 0) break;
  }
  simulation.observe({});
  return true;
}

}  // namespace hearth
