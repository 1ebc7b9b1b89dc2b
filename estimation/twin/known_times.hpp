// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "hearth/data/series/time_series.hpp"
#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

/// The times at which a series has values.
struct KnownTimes {
  Stretch span;                ///< time from the first to the last value, including gaps
  std::vector<Stretch> holes;  ///< gaps: values too far apart to be joined by a line
  Duration interval{};         ///< most frequent interval between values

  /// Returns the total time within a stretch in which there are values.
  Duration known_within(const Stretch& stretch) const;
};

/// Returns the longest time over which a line may join two values: the longer of 3 h and three
/// intervals. The limit is short because flows and weather change from morning to noon.
Duration longest_bridge(Duration interval);

/// Returns the times at which a series has values according to its column; nothing if it has fewer
/// than two.
std::optional<KnownTimes> known_times(const RawSeries& raw, const FileColumn& column);

/// Returns the longest interval, from the start of a stretch to the end of a stretch, for which at
/// least half of the stretches cover at least 80 % of its length. Of several equally long
/// intervals, returns the interval with the largest sum of covered times. There must be at least
/// one stretch.
Stretch common_time(const std::vector<Stretch>& stretches);

}  // namespace hearth
