// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/estimation/twin/internal/air_handlers.hpp"
#include "hearth/estimation/twin/internal/outdoor_air_hours.hpp"
#include "hearth/estimation/twin/internal/plant_draft.hpp"

namespace hearth {

/// Determines the setpoint of the supply air, the temperature rise of the return air and the
/// minimum outdoor air of a unit from the rows in its operating hours (`in_use`), and the fan power
/// from all rows in which it runs (`on`).
void learn_unit(PlantDraft& draft, const AirHandler& unit, const Rows& on, const Rows& in_use,
                const RowPlace& place);

}  // namespace hearth
