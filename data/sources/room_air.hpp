// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "hearth/data/series/time_series.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// Returns whether an output of this name is the temperature of the air in a room.
bool is_room_air(std::string_view port);

/// Returns the values of a sensor in a room without those that it cannot have measured: outside 5
/// to 45 degC, and single values more than 5 K from both neighbours, which agree. Adds the warning
/// `data.value_left_out` with their number. `unit` converts to degC. Returns nothing if all values
/// are plausible.
std::optional<RawSeries> plausible_room_air(const RawSeries& raw, const Conversion& unit,
                                            const Zone& zone, const Where& where,
                                            Diagnostics& diagnostics);

}  // namespace hearth
