// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bitset>

#include "hearth/framework/component/series.hpp"

namespace hearth {

/// Returns the value of weekly rules at a minute of a day of the week; day 0 is Monday.
double value_at(const WeeklyRules& rules, int day, int minute);

/// Hours of a week in local time, to the minute; day 0 is Monday.
class WeekHours {
 public:
  static constexpr int kMinutesOfDay = 1440;

  /// Adds the minutes at which the value of the rules is above 0.5.
  void add(const WeeklyRules& rules);
  void add(int day, int from_minute, int to_minute);
  bool holds(int day, int minute) const { return days_[day][minute]; }

  /// Returns weekly rules with value 1 in these hours and 0 outside; days with equal hours share
  /// rules.
  WeeklyRules rules() const;

 private:
  std::array<std::bitset<kMinutesOfDay>, 7> days_{};
};

}  // namespace hearth
