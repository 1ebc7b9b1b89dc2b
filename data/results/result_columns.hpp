// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "hearth/framework/base/results.hpp"

namespace hearth {

/// Returns the header of a column of results: `id.port [unit]`. If the values are not those at the
/// instant of the row, `:mean`, `:min`, `:max` or `:sum` follows the port.
std::string column_title(const Signal& signal);

/// Returns the header without the unit.
std::string column_name(const Signal& signal);

/// Returns the header of the stamps: `time`, or `time [end of PT1H]` for rows that cover intervals.
std::string time_title(const std::string& interval);

/// Returns the interval in a header of stamps, "" for `time` alone, or nothing if it is another
/// header.
std::optional<std::string> interval_of_title(std::string_view title);

/// Splits the name of a column into signal and statistic: `boiler.gasPower:mean` becomes
/// (`boiler.gasPower`, Mean).
std::pair<std::string, Statistic> split_statistic(std::string_view name);

}  // namespace hearth
