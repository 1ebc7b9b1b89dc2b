// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "hearth/estimation/twin/internal/trend_rows.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

/// Returns the day of the week (0 is Monday) and the minute of the day at which the interval of a
/// row begins, in local time.
using RowPlace = std::function<std::pair<int, int>(std::size_t row)>;

/// A minimum of outdoor air that depends on the hour.
struct OutdoorAirHours {
  WeeklyRules shares;  ///< of the largest value, for working days, Saturdays and Sundays
  Rows largest;        ///< the rows at the hour with the largest value
};

/// Finds whether the minimum of outdoor air, as a flow or a fraction, depends on the hour: dampers
/// stay closed before the building is used, and ventilation may follow the number of people.
/// `values` are the outdoor air, which is at its minimum in `rows`. Rows in use with less outdoor
/// air than the median of these rows also show a minimum if they are at least half of the rows of
/// their hour. Hours with fewer than eight rows get the median of all rows. Returns nothing if the
/// medians of hours differ by less than 15 % of the largest.
std::optional<OutdoorAirHours> outdoor_air_hours(const Trend& values, const Rows& rows,
                                                 const Rows& in_use, const RowPlace& place);

}  // namespace hearth
