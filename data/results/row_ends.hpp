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
/// and years (`P1D`, `P1W`, `P3M`, `P1Y`) are counted in local time; other durations have a fixed
/// length (`PT15M`, `PT24H`). Returns nothing if the text is neither, or if the interval is not
/// above 0.
std::optional<Interval> parse_interval(std::string_view text);

/// Writes an interval as ISO 8601: `PT15M`, `P1D`, `P3M`.
std::string interval_text(const Interval& interval);

/// Returns the ends of the intervals of a run. Fixed lengths are counted from `origin`; days and
/// months from the last midnight, or the last first day of a month, before `origin`, in local time
/// of the zone.
RowEnds row_ends(const Interval& interval, Instant origin, const Zone& zone);

/// Checks that intervals of rows end at steps of a run; throws InputError
/// `simulation.every_off_grid`.
void check_row_ends(const Interval& interval, const Period& period, Instant origin,
                    const Zone& zone, const Where& where);

/// Returns whether an interval ends at an instant.
bool ends_at(const Interval& interval, Instant instant, Instant origin, const Zone& zone);

}  // namespace hearth
