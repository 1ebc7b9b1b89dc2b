// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

namespace hearth {

/// What boilers and furnaces burn. It has no effect on their heat, but on energy, prices and
/// emissions by carrier.
enum class Fuel { Gas, Oil, Wood, Coal };

/// The words of a configuration for `Fuel`, in its order.
inline constexpr std::array<std::string_view, 4> kFuelWords{"gas", "oil", "wood", "coal"};

}  // namespace hearth
