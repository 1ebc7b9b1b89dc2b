// SPDX-License-Identifier: MIT
#include "hearth/data/time/week_hours.hpp"

#include <algorithm>
#include <cstdint>

namespace hearth {

double value_at(const WeeklyRules& rules, int day, int minute) {
  const auto matches = [&](const WeeklyRule& rule) {
    const bool before_end =
        rules.end_inclusive ? minute <= rule.to_minute : minute < rule.to_minute;
    return ((rule.days >> day) & 1U) != 0U && minute >= rule.from_minute && before_end;
  };
  const auto rule = std::find_if(rules.rules.begin(), rules.rules.end(), matches);
  return rule == rules.rules.end() ? rules.otherwise : rule->value;
}

void WeekHours::add(const WeeklyRules& rules) {
  for (int day = 0; day < 7; ++day) {
    for (int minute = 0; minute < kMinutesOfDay; ++minute) {
      if (value_at(rules, day, minute) > 0.5) days_[day].set(minute);
    }
  }
}

void WeekHours::add(int day, int from_minute, int to_minute) {
  for (int minute = from_minute; minute < to_minute; ++minute) days_[day].set(minute);
}

WeeklyRules WeekHours::rules() const {
  WeeklyRules rules;
  std::uint8_t done = 0;
  for (int day = 0; day < 7; ++day) {
    if (((done >> day) & 1U) != 0U) continue;
    std::uint8_t same = 0;
    for (int other = day; other < 7; ++other) {
      if (days_[other] == days_[day]) same = static_cast<std::uint8_t>(same | (1U << other));
    }
    done = static_cast<std::uint8_t>(done | same);
    for (int from = 0; from < kMinutesOfDay;) {
      if (!holds(day, from)) {
        ++from;
        continue;
      }
      int to = from + 1;
      while (to < kMinutesOfDay && holds(day, to)) ++to;
      rules.rules.push_back({same, from, to, 1.0});
      from = to;
    }
  }
  return rules;
}

}  // namespace hearth
