// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/week_shares.hpp"

#include <cstddef>

#include "hearth/data/time/week_hours.hpp"

namespace hearth {
namespace {

constexpr int kSaturday = 5;                // working days come before it
constexpr double kRule = 0.75;              // of the weeks; what happens less often is not a rule
constexpr int kShortest = 45, kLong = 120;  // minutes

}  // namespace

void WeekShares::add(int day, int minute, bool runs, bool explained) {
  // Samples whose step does not divide a day are seen at other minutes each day.
  Count& own = days_[static_cast<std::size_t>(day)][minute / step_ * step_];
  ++own.all;
  own.running += runs ? 1 : 0;
  own.unexplained += runs && !explained ? 1 : 0;
}

WeeklyRules WeekShares::hours() const {
  const Day working = working_days();
  const std::vector<Interval> shared = without_nights(working);
  WeekHours week;
  for (int day = 0; day < 7; ++day) {
    const Day& counts = days_[static_cast<std::size_t>(day)];
    const std::vector<Interval> own = day >= kSaturday ? without_nights(counts)
                                      : differs(counts, working)
                                          ? more_than_cold_nights(counts, working)
                                          : shared;
    for (const auto& [from, to] : own) week.add(day, from, to);
  }
  return week.rules();
}

bool WeekShares::is_running(const Count& count) { return count.running >= kRule * count.all; }

bool WeekShares::is_unexplained(const Count& count) { return 2 * count.unexplained >= count.all; }

WeekShares::Day WeekShares::working_days() const {
  Day working;
  for (std::size_t day = 0; day < kSaturday; ++day) {
    for (const auto& [minute, own] : days_[day]) {
      Count& sum = working[minute];
      sum.all += own.all;
      sum.running += own.running;
      sum.unexplained += own.unexplained;
    }
  }
  return working;
}

/// Whether a unit runs on one working day as it does not on the others, or rests.
bool WeekShares::differs(const Day& own, const Day& all) const {
  int minutes = 0;
  for (const auto& [minute, count] : own) {
    if (count.all < 3) return false;  // too few weeks to tell
    const bool rests = count.running <= (1.0 - kRule) * count.all;
    const bool more = is_running(count) && is_unexplained(count);
    if (is_running(all.at(minute)) ? rests : more) minutes += step_;
  }
  return minutes > kLong;
}

/// Returns the hours of a working day that differs: what the others do not do has to be more than a
/// cold night.
std::vector<WeekShares::Interval> WeekShares::more_than_cold_nights(const Day& own,
                                                                    const Day& all) const {
  Day counts = own;
  for (auto& [minute, count] : counts) {
    if (!is_running(all.at(minute)) && !is_unexplained(count)) count.running = 0;
  }
  return intervals(counts);
}

std::vector<WeekShares::Interval> WeekShares::intervals(const Day& counts) const {
  std::vector<Interval> found;
  for (auto at = counts.begin(); at != counts.end();) {
    if (!is_running(at->second)) {
      ++at;
      continue;
    }
    const int from = at->first;
    int to = from;
    for (; at != counts.end() && is_running(at->second); ++at) to = at->first + step_;
    to = std::min(to, WeekHours::kMinutesOfDay);
    if (to - from >= kShortest) found.emplace_back(from, to);
  }
  return found;
}

/// Leaves out times at which zones may have needed the unit throughout.
std::vector<WeekShares::Interval> WeekShares::without_nights(const Day& counts) const {
  std::vector<Interval> all = intervals(counts);
  std::erase_if(all, [&](const Interval& interval) {
    int minutes = 0;
    for (const auto& [minute, count] : counts) {
      const bool inside = minute >= interval.first && minute < interval.second;
      if (inside && is_unexplained(count)) minutes += step_;
    }
    return minutes < kShortest;
  });
  return all;
}

}  // namespace hearth
