// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hearth/data/json/json_record.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

/// Returns the form of series of weekly rules: `default`, `rules`, `endInclusive`, `unit`,
/// `sample`. Values with units are converted to `unit` or, if it is missing, to the first unit in
/// them.
JsonForm<SeriesSpec> weekly_rules_form();

/// Reads `Mon-Fri`, `Sat,Sun`, `Fri-Mon`, `all`, `weekdays`, `weekend` or `none`: bit 0 is Monday.
std::optional<std::uint8_t> parse_days(std::string_view text);
/// Writes days in the form that `parse_days` reads.
std::string days_text(std::uint8_t days);

/// Reads `08:00` ... `24:00` as minutes after midnight.
std::optional<int> parse_time_of_day(std::string_view text);
/// Writes `08:00`.
std::string time_of_day_text(int minutes);

}  // namespace hearth
