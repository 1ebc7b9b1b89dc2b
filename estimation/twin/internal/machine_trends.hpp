// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/estimation/twin/internal/plant_draft.hpp"

namespace hearth {

/// Determines capacity and nominal COP of each Chiller from its measured cooling power and electric
/// power, with the curves of the component at the known temperatures of setpoint and condenser. A
/// capacity that the graph or the side file states does not change. Without these measurements or
/// temperatures, or with less than 20 rows with load, nothing changes.
void learn_machines(PlantDraft& draft);

}  // namespace hearth
