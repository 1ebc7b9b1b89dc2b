// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// Returns the US customary unit of the quantity of a unit, such as ft2 of m2 and degF of degC;
/// the unit itself if there is none that is usual, such as for powers.
Unit us_unit(const Unit& unit);

}  // namespace hearth
