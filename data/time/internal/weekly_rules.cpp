// SPDX-License-Identifier: MIT
#include "hearth/data/time/internal/weekly_rules.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <iterator>

#include "hearth/data/time/week_hours.hpp"
#include "hearth/framework/base/limits.hpp"

namespace hearth {
namespace {

constexpr int kDay = 24 * 60;  // minutes

// Returns the first minute after local midnight at which a rule no longer applies.
int end_minute(const WeeklyRules& rules, const WeeklyRule& rule) {
  return rules.end_inclusive ? std::min(rule.to_minute + 1, kDay) : rule.to_minute;
}

// Returns the minutes after local midnight at which the value may change.
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

/// A value that applies from a minute of the day on.
struct DayMark {
  int minute = 0;
  double value = 0.0;
};
/// The marks of each day, Monday first: at midnight, and at changes of the value within the day.
using Week = std::array<std::vector<DayMark>, 7>;

Week week_of(const WeeklyRules& rules) {
  const std::vector<int> minutes = marks(rules);
  const LocalTime monday = midnight(LocalTime{}) - std::chrono::days(weekday(LocalTime{}));
  Week week;
  for (std::size_t day = 0; day < week.size(); ++day) {
    for (const int minute : minutes) {
      if (minute >= kDay && !week[day].empty()) break;  // midnight of the next day
      const double value =
          value_at(rules, monday + std::chrono::days(day) + std::chrono::minutes(minute));
      if (week[day].empty() || value != week[day].back().value)
        week[day].push_back({minute, value});
    }
  }
  return week;
}

bool changes_within(const Week& week) {
  const double first = week[0].front().value;
  return std::any_of(week.begin(), week.end(), [first](const std::vector<DayMark>& day) {
    return day.size() > 1 || day.front().value != first;
  });
}

}  // namespace

double value_at(const WeeklyRules& rules, LocalTime local) {
  // Rules begin and end at full minutes.
  const auto minute = std::chrono::floor<std::chrono::minutes>(local - midnight(local));
  return value_at(rules, weekday(local), static_cast<int>(minute.count()));
}

std::vector<Series::Point> weekly_points(const WeeklyRules& rules, const Period& period,
                                         Instant origin, const Zone& zone) {
  const std::int64_t most = limit_of(WorkLimit::SeriesPoints);
  std::vector<Series::Point> points;
  const auto add = [&](Instant instant, double value) {
    if (!points.empty() && points.back().value == value) return;
    if (std::ssize(points) >= most) refuse_limit(WorkLimit::SeriesPoints, {});
    points.push_back({seconds(instant - origin), value});
  };
  const Week week = week_of(rules);
  const bool changes = changes_within(week);
  Instant begin = period.start;
  while (begin <= period.end) {  // one span of constant offset after another
    const OffsetSpan span = zone.span(begin);
    const bool is_last = span.end <= begin;  // zone data end before the period
    const auto local = [&span](Instant t) { return LocalTime{t.time_since_epoch() + span.offset}; };
    const Instant last = is_last ? period.end : std::min(period.end, span.end - Duration(1));
    add(begin, value_at(rules, local(begin)));
    if (!changes) break;
    for (LocalTime day = midnight(local(begin)); day <= local(last); day += std::chrono::days(1)) {
      for (const auto& [minute, value] : week[weekday(day)]) {
        const LocalTime mark = day + std::chrono::minutes(minute);
        if (mark > local(begin) && mark <= local(last)) {
          add(Instant{mark.time_since_epoch() - span.offset}, value);
        }
      }
    }
    if (is_last) break;
    begin = span.end;
  }
  return points;
}

}  // namespace hearth
