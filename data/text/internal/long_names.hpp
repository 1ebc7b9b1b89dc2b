// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::long_names {

// Names of the columns of a table in long form, as programs write them, in lower case.
inline constexpr std::array<std::string_view, 5> kKeys{"series_id", "series", "id", "name",
                                                       "signal"};
inline constexpr std::array<std::string_view, 5> kTimes{"time", "t_utc", "timestamp", "time_utc",
                                                        "t"};
inline constexpr std::array<std::string_view, 2> kValues{"value", "v"};
inline constexpr std::array<std::string_view, 2> kUnits{"unit", "units"};

// Further names in text files, which are in long form only if all their columns have such names.
inline constexpr std::array<std::string_view, 10> kTextKeys{
    "point",  "point_id",  "point_name",  "tag",      "tag_name",
    "sensor", "sensor_id", "sensor_name", "variable", "uuid"};
inline constexpr std::array<std::string_view, 4> kTextTimes{"datetime", "date_time", "date", "ts"};
inline constexpr std::array<std::string_view, 2> kTextValues{"val", "reading"};
inline constexpr std::array<std::string_view, 3> kIgnored{"quality", "status", "reliability"};

/// Returns the first column with one of these names, or "" if there is none.
std::string first_of(const std::vector<std::string>& columns, const std::string_view* begin,
                     const std::string_view* end);

template <class Names>
std::string first_of(const std::vector<std::string>& columns, const Names& names) {
  return first_of(columns, names.data(), names.data() + names.size());
}

}  // namespace hearth::long_names
