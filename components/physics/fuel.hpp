// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

namespace hearth {

/// The fuel of boilers and furnaces. It affects energy, prices and emissions by carrier, but not
/// the heat.
enum class Fuel { Gas, Oil, Wood, Coal };

/// The words of a configuration for `Fuel`, in its order.
inline constexpr std::array<std::string_view, 4> kFuelWords{"gas", "oil", "wood", "coal"};

}  // namespace hearth
