// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "hearth/framework/component/series.hpp"

namespace hearth {

/// How often a unit ran at the times of a week, to the minute at which a sample's step begins.
class WeekShares {
 public:
  /// Steps of samples in minutes.
  explicit WeekShares(int step) : step_(std::max(step, 1)) {}

  /// `explained`: it may have run because a zone missed its setback.
  void add(int day, int minute, bool runs, bool explained);

  /// Returns the hours in which it runs as a rule. Working days share them, unless one differs for
  /// long from the others.
  WeeklyRules hours() const;

 private:
  struct Count {
    int all = 0, running = 0, unexplained = 0;
  };
  using Day = std::map<int, Count>;      // by minute
  using Interval = std::pair<int, int>;  // minutes

  static bool is_running(const Count& count);
  static bool is_unexplained(const Count& count);
  Day working_days() const;
  bool differs(const Day& own, const Day& all) const;
  std::vector<Interval> more_than_cold_nights(const Day& own, const Day& all) const;
  std::vector<Interval> intervals(const Day& counts) const;
  std::vector<Interval> without_nights(const Day& counts) const;

  int step_;
  std::array<Day, 7> days_;
};

}  // namespace hearth
