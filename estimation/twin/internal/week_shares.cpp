// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/internal/week_shares.hpp"

#include <algorithm>
#include <cstddef>

namespace hearth {
namespace {

constexpr int kSaturday = 5;                // the first day after the working days
constexpr double kRule = 0.75;              // share of the weeks below which a time is not regular
constexpr int kShortest = 45, kLong = 120;  // minutes

}  // namespace

void WeekShares::add(int day, int minute, int minutes, bool runs, bool explained) {
  constexpr int kDay = WeekHours::kMinutesOfDay;
  for (int own = minute; own < minute + std::min(minutes, kDay); ++own) {
    Count& count = days_[static_cast<std::size_t>((day + own / kDay) % 7)]
                        [static_cast<std::size_t>(own % kDay)];
    ++count.all;
    count.running += runs ? 1 : 0;
    count.unexplained += runs && !explained ? 1 : 0;
  }
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

bool WeekShares::is_running(const Count& count) {
  return count.all > 0 && count.running >= kRule * count.all;
}

bool WeekShares::is_unexplained(const Count& count) { return 2 * count.unexplained >= count.all; }

WeekShares::Day WeekShares::working_days() const {
  Day working{};
  for (std::size_t day = 0; day < kSaturday; ++day) {
    for (std::size_t minute = 0; minute < working.size(); ++minute) {
      const Count& own = days_[day][minute];
      working[minute].all += own.all;
      working[minute].running += own.running;
      working[minute].unexplained += own.unexplained;
    }
  }
  return working;
}

/// Whether the operation on one working day differs from that on the others for long.
bool WeekShares::differs(const Day& own, const Day& all) {
  int minutes = 0;
  for (std::size_t minute = 0; minute < own.size(); ++minute) {
    const Count& count = own[minute];
    if (count.all == 0) continue;
    if (count.all < 3) return false;  // too few weeks for a conclusion
    const bool rests = count.running <= (1.0 - kRule) * count.all;
    const bool more = is_running(count) && is_unexplained(count);
    minutes += (is_running(all[minute]) ? rests : more) ? 1 : 0;
  }
  return minutes > kLong;
}

/// Returns the hours of a working day that differs. Times at which the unit rests on the other days
/// count only if cold nights do not explain them.
std::vector<WeekShares::Interval> WeekShares::more_than_cold_nights(const Day& own,
                                                                    const Day& all) {
  Day counts = own;
  for (std::size_t minute = 0; minute < counts.size(); ++minute) {
    Count& count = counts[minute];
    if (!is_running(all[minute]) && !is_unexplained(count)) count.running = 0;
  }
  return intervals(counts);
}

std::vector<WeekShares::Interval> WeekShares::intervals(const Day& counts) {
  std::vector<Interval> found;
  for (std::size_t from = 0; from < counts.size();) {
    std::size_t to = from;
    while (to < counts.size() && is_running(counts[to])) ++to;
    if (to >= from + kShortest) found.emplace_back(static_cast<int>(from), static_cast<int>(to));
    from = to + 1;
  }
  return found;
}

/// Leaves out intervals in which zones may have needed the unit all the time.
std::vector<WeekShares::Interval> WeekShares::without_nights(const Day& counts) {
  std::vector<Interval> all = intervals(counts);
  std::erase_if(all, [&](const Interval& interval) {
    return std::count_if(counts.begin() + interval.first, counts.begin() + interval.second,
                         is_unexplained) < kShortest;
  });
  return all;
}

}  // namespace hearth
