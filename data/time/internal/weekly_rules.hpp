// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

/// Returns the value of the rules when a wall clock shows `local`.
double value_at(const WeeklyRules& rules, LocalTime local);

/// Returns the values of the rules over [start, end] of a period as points to hold, in s since
/// `origin`: one at the start, and one at each change of the value.
///
/// The rules are a function of local time only: a rule of 02:00-03:00 applies for two hours on the
/// day on which clocks are put back, and not at all on the day on which they are put forward.
std::vector<Series::Point> weekly_points(const WeeklyRules& rules, const Period& period,
                                         Instant origin, const Zone& zone);

}  // namespace hearth
