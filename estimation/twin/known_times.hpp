// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "hearth/data/series/time_series.hpp"
#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

/// When a series has values.
struct KnownTimes {
  Stretch span;                ///< that the values cover, holes included
  std::vector<Stretch> holes;  ///< between two values that are too far apart to be joined by a line
  Duration interval{};         ///< most frequent distance of values

  /// Returns how long a stretch is in which there are values.
  Duration known_within(const Stretch& stretch) const;
};

/// Returns how far apart two values may be to be joined by a line: 3 h, or three intervals of a
/// series that has values more rarely. Flows and weather change from morning to noon.
Duration longest_bridge(Duration interval);

/// Returns when a series has values, which its column reads; nothing if it has less than two.
std::optional<KnownTimes> known_times(const RawSeries& raw, const FileColumn& column);

/// Returns the longest time from a beginning to an end of these stretches that at least half of
/// them cover to at least 80 %; of several equally long ones that of which all together cover most.
/// At least one stretch.
Stretch common_time(const std::vector<Stretch>& stretches);

}  // namespace hearth
