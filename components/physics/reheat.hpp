// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "hearth/components/physics/air.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/framework/scalar/math.hpp"

namespace hearth {

/// Source of the heat in a terminal.
enum class Reheat { Electric, HotWater };

/// The words of a configuration for `Reheat`, in its order.
inline constexpr std::array<std::string_view, 2> kReheatWords{"electric", "hotWater"};

/// Returns the heat that a hot-water coil can deliver [W]: its nominal power, less if the water
/// exceeds the air temperature by less than nominal.
template <class T>
T reheat_limit(const T& nominal_power, const T& nominal_excess, const T& excess) {
  return nominal_power * clamp(T(excess / nominal_excess), T(0.0), T(1.0));
}

/// Least drop of the hot water's temperature [K], from which its flow is computed.
inline constexpr double kLeastWaterDrop = 0.1;

/// Returns the drop of the hot water's temperature: the nominal one, less if the water would
/// otherwise return colder than the air that it heats.
template <class T>
T reheat_drop(const T& nominal_drop, const T& excess) {
  return min(nominal_drop, T(max(excess, T(kLeastWaterDrop))));
}

/// Returns the flow of hot water that delivers `power` at a drop of temperature [kg/s].
template <class T>
T reheat_water(const T& power, const T& drop) {
  return power / (kWaterHeatCapacity * drop);
}

}  // namespace hearth
