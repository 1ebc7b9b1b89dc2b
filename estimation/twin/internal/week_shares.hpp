// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "hearth/data/time/week_hours.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

/// The share of weeks in which an air handling unit ran, for each minute of the week.
class WeekShares {
 public:
  /// Adds a sample: whether the unit ran for `minutes`, at most a day, from a minute of a weekday
  /// on. `explained`: the unit may have run because a zone missed its setback.
  void add(int day, int minute, int minutes, bool runs, bool explained);

  /// Returns the hours in which the unit regularly runs. All working days have the same hours,
  /// except a day that differs from the others for a long time.
  WeeklyRules hours() const;

 private:
  struct Count {
    int all = 0, running = 0, unexplained = 0;
  };
  using Day = std::array<Count, WeekHours::kMinutesOfDay>;
  using Interval = std::pair<int, int>;  // minutes

  static bool is_running(const Count& count);
  static bool is_unexplained(const Count& count);
  static std::vector<Interval> intervals(const Day& counts);
  static std::vector<Interval> without_nights(const Day& counts);
  static std::vector<Interval> more_than_cold_nights(const Day& own, const Day& all);
  static bool differs(const Day& own, const Day& all);
  Day working_days() const;

  std::array<Day, 7> days_{};
};

}  // namespace hearth
