// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/run/recorder.hpp"

namespace hearth {

/// Reads the interval of rows: seconds (`900`) or an ISO 8601 duration. Whole days, weeks, months
/// and years (`P1D`, `P1W`, `P3M`, `P1Y`) are counted in local time; others are fixed lengths
/// (`PT15M`, `PT24H`). Nothing if it is neither, or not above 0.
std::optional<Interval> parse_interval(std::string_view text);

/// Writes an interval as ISO 8601: `PT15M`, `P1D`, `P3M`.
std::string interval_text(const Interval& interval);

/// Returns the ends of the intervals of a run: fixed lengths count from `origin`, days and months
/// from the midnight and the first of the month before it, in local time of the zone.
RowEnds row_ends(const Interval& interval, Instant origin, const Zone& zone);

/// Checks that the rows of a run fall on its steps; throws InputError `simulation.every_off_grid`.
void check_row_ends(const Interval& interval, const Period& period, Instant origin,
                    const Zone& zone, const Where& where);

/// Returns whether an interval ends at an instant.
bool ends_at(const Interval& interval, Instant instant, Instant origin, const Zone& zone);

}  // namespace hearth
