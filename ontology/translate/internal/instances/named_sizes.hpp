// SPDX-License-Identifier: MIT
// Sizes whose property names the quantity and the unit: `x:designCFM "5000"`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// Returns the unit that the last words of a property's name state: `coolingCapacityTons`,
/// `power_kW`.
std::optional<Unit> unit_in_name(std::string_view name);

/// Returns the number of a text with its unit, which the text states or the name of its property.
/// Without a unit of the kind of `kind`, and for numbers that are not positive, returns nothing; if
/// `bare`, a number without any unit is returned as it is written.
std::optional<std::string> named_size(std::string_view name, std::string_view text,
                                      const Unit& kind, bool bare);

/// Returns whether a property with this name states the size of equipment or rooms, such as a
/// capacity, a design flow or an area, rather than a reading, an identifier or a position.
bool is_size_name(std::string_view name);

}  // namespace hearth
