// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>

namespace hearth {

/// A point in time: UTC with millisecond resolution.
using Instant = std::chrono::sys_time<std::chrono::milliseconds>;
using Duration = std::chrono::milliseconds;

/// The time a component sees. Seconds since the start of the run; no calendar.
struct Clock {
  double time = 0.0;         ///< s, the instant the outputs are labelled with
  double step = 0.0;         ///< s, length of the step that ends at `time`; 0 at an instant
  double period = 0.0;       ///< s, sample period of this instance
  std::uint64_t stream = 0;  ///< a number of this instance's own, from its id: for random numbers
  std::int64_t tick = 0;     ///< in `update`: which sample this is, 0 at the offset of the clock
  bool means = false;        ///< outputs are asked for with the mean of the state over the step
};

/// What is simulated: [start, end] in whole steps.
struct Period {
  Instant start{};
  Instant end{};
  Duration step{};

  long step_count() const { return step.count() > 0 ? (end - start) / step : 0; }
};

/// What one row of results covers: a length of time, or whole days or months of civil time. One of
/// the three is above 0.
struct Interval {
  Duration time{};
  int days = 0;
  int months = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// Returns seconds since the start of the run; the same formula everywhere, so that equal instants
/// are equal numbers.
inline double seconds(Duration since_start) {
  return static_cast<double>(since_start.count()) / 1000.0;
}

}  // namespace hearth
