// SPDX-License-Identifier: MIT
#include "hearth/data/time/internal/weekly_rules.hpp"

#include <algorithm>
#include <chrono>

namespace hearth {
namespace {

constexpr int kDay = 24 * 60;  // minutes

// First minute after local midnight at which a rule no longer holds.
int end_minute(const WeeklyRules& rules, const WeeklyRule& rule) {
  return rules.end_inclusive ? std::min(rule.to_minute + 1, kDay) : rule.to_minute;
}

// Minutes after local midnight at which the value may change.
std::vector<int> marks(const WeeklyRules& rules) {
  std::vector<int> minutes{0};
  for (const WeeklyRule& rule : rules.rules) {
    minutes.push_back(rule.from_minute);
    minutes.push_back(end_minute(rules, rule));
  }
  std::sort(minutes.begin(), minutes.end());
  minutes.erase(std::unique(minutes.begin(), minutes.end()), minutes.end());
  return minutes;
}

}  // namespace

double value_at(const WeeklyRules& rules, LocalTime local) {
  const Duration time = local - midnight(local);
  const int day = weekday(local);
  for (const WeeklyRule& rule : rules.rules) {
    const bool on_day = ((rule.days >> day) & 1) != 0;
    const bool from = time >= std::chrono::minutes(rule.from_minute);
    if (on_day && from && time < std::chrono::minutes(end_minute(rules, rule))) return rule.value;
  }
  return rules.otherwise;
}

std::vector<Series::Point> weekly_points(const WeeklyRules& rules, const Period& period,
                                         Instant origin, const Zone& zone) {
  std::vector<Series::Point> points;
  const auto add = [&](Instant instant, LocalTime local) {
    const double value = value_at(rules, local);
    if (!points.empty() && points.back().value == value) return;
    points.push_back({seconds(instant - origin), value});
  };
  const std::vector<int> minutes = marks(rules);
  Instant begin = period.start;
  while (begin <= period.end) {  // one stretch of constant offset after the other
    const OffsetSpan span = zone.span(begin);
    const auto local = [&span](Instant t) { return LocalTime{t.time_since_epoch() + span.offset}; };
    const Instant last = std::min(period.end, span.end - Duration(1));
    add(begin, local(begin));
    for (LocalTime day = midnight(local(begin)); day <= local(last); day += std::chrono::days(1)) {
      for (const int minute : minutes) {
        const LocalTime mark = day + std::chrono::minutes(minute);
        if (mark > local(begin) && mark <= local(last)) {
          add(Instant{mark.time_since_epoch() - span.offset}, mark);
        }
      }
    }
    begin = span.end;
  }
  return points;
}

}  // namespace hearth
