// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "hearth/framework/component/series.hpp"

namespace hearth {

/// The times at which a room is used: rules of a week with the value 1.
using Hours = std::vector<WeeklyRule>;

/// The form of hours that `parse_hours` reads, for messages.
inline constexpr std::string_view kHoursForm =
    "days and times such as 'Mon-Fri 07:00-18:00, Sat 09:00-13:00', 'always' or 'never'";

/// Reads `Mon-Fri 07:00-18:00, Sat,Sun 09:00-13:00`, with parts separated by `,` or `;`. Times
/// without days apply to all days; a time that ends before it begins continues after midnight;
/// `always` and `never` are also valid texts. Returns nothing if malformed.
std::optional<Hours> parse_hours(std::string_view text);

/// Returns the rules of a week with one number during the hours and another one outside them.
WeeklyRules weekly(const Hours& hours, double inside, double outside);

}  // namespace hearth
