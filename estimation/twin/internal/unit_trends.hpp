// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/estimation/twin/internal/air_handlers.hpp"
#include "hearth/estimation/twin/internal/plant_draft.hpp"

namespace hearth {

/// Reads set point of the supply air, least outdoor air and fan power of a unit off the rows in
/// which it runs (`on`), the first two off those of its hours (`in_use`).
void learn_unit(PlantDraft& draft, const AirHandler& unit, const Rows& on, const Rows& in_use);

}  // namespace hearth
