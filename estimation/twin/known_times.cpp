// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/known_times.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <tuple>

namespace hearth {
namespace {

Duration shared(const Stretch& a, const Stretch& b) {
  return std::max(Duration{}, std::min(a.end, b.end) - std::max(a.start, b.start));
}

}  // namespace

Duration KnownTimes::known_within(const Stretch& stretch) const {
  Duration known = shared(span, stretch);
  for (const Stretch& hole : holes) known -= shared(hole, stretch);
  return known;
}

Duration longest_bridge(Duration interval) {
  return std::max<Duration>(std::chrono::hours(3), 3 * interval);
}

std::optional<KnownTimes> known_times(const RawSeries& raw, const FileColumn& column) {
  const FileColumn rules = rules_of_file(column, raw);
  const Stamp stamp = rules.stamp.value_or(Stamp::Instant);
  const Resample resample = rules.resample.value_or(Resample::Linear);
  KnownTimes known;
  known.interval = raw.interval;
  const Duration bridge = longest_bridge(raw.interval);
  bool any = false;
  for (std::size_t i = 0; i < raw.times.size(); ++i) {
    if (!std::isfinite(raw.values[i])) continue;
    const Instant time = raw.times[i];
    if (!any) {
      known.span = {time, time};
    } else if (time - known.span.end > bridge) {
      known.holes.push_back({known.span.end, time});
    }
    any = true;
    known.span.end = time;
  }
  if (!any || known.span.start == known.span.end) return std::nullopt;
  // Means cover their interval, and a held value is valid for one interval.
  const bool held = resample == Resample::Hold || resample == Resample::Mean;
  if (stamp == Stamp::MeanBefore) known.span.start -= raw.interval;
  if (stamp == Stamp::MeanAfter || (stamp == Stamp::Instant && held)) {
    known.span.end += raw.interval;
  }
  return known;
}

Stretch common_time(const std::vector<Stretch>& stretches) {
  constexpr double kCover = 0.8;
  std::set<Instant> starts, ends;
  for (const Stretch& own : stretches) {
    starts.insert(own.start);
    ends.insert(own.end);
  }
  Stretch best = stretches.front();
  std::tuple<Duration, Duration> most{};  // length of the time, and sum of the covered times
  for (const Instant start : starts) {
    for (const Instant end : ends) {
      const Stretch time{start, end};
      if (end <= start || end - start < std::get<0>(most)) continue;
      std::size_t serving = 0;
      Duration sum{};
      for (const Stretch& own : stretches) {
        const Duration covered = shared(own, time);
        sum += covered;
        const auto least = kCover * static_cast<double>((end - start).count());
        if (static_cast<double>(covered.count()) >= least) ++serving;
      }
      if (2 * serving < stretches.size()) continue;
      const std::tuple<Duration, Duration> own{end - start, sum};
      if (own <= most) continue;
      most = own;
      best = time;
    }
  }
  return best;
}

}  // namespace hearth
