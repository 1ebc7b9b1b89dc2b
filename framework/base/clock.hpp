// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>

namespace hearth {

/// A point in time: UTC with millisecond resolution.
using Instant = std::chrono::sys_time<std::chrono::milliseconds>;
using Duration = std::chrono::milliseconds;

/// Longest time, in s, that settings and files may contain: some 30 000 years. A `double`
/// represents every whole millisecond up to this time exactly, and 64 bits are enough to count
/// them.
inline constexpr double kLongestTime = 1e12;

/// The time as a component receives it: seconds since the start of the run, without a calendar.
struct Clock {
  double time = 0.0;         ///< s, the instant for which outputs are written
  double step = 0.0;         ///< s, length of the step that ends at `time`; 0 at an instant
  double period = 0.0;       ///< s, sample period of this instance
  std::uint64_t stream = 0;  ///< stream of random numbers of this instance, derived from its id
  std::int64_t tick = 0;     ///< in `update`: number of the sample, 0 at the offset of the clock
  bool means = false;        ///< outputs are evaluated with the mean state over the step
};

/// The period that is simulated: [start, end] in whole steps.
struct Period {
  Instant start{};
  Instant end{};
  Duration step{};

  long step_count() const { return step.count() > 0 ? (end - start) / step : 0; }
};

/// The time that one row of results covers: a fixed length, or whole days or months of local time.
/// Exactly one of the three is above 0.
struct Interval {
  Duration time{};
  int days = 0;
  int months = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// Converts a time since the start of the run to seconds. All code uses this function, so that
/// equal instants are equal numbers.
inline double seconds(Duration since_start) {
  return static_cast<double>(since_start.count()) / 1000.0;
}

}  // namespace hearth
