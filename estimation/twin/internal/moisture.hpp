// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/estimation/twin/internal/air_handlers.hpp"
#include "hearth/estimation/twin/internal/plant_draft.hpp"

namespace hearth {

/// Lets the air of units carry water to their cooling coils, so that these dehumidify: outdoor air
/// with the humidity of the weather file, return air with that of rooms (RoomMoisture) in which
/// people give off vapour. Translations leave the air dry and cooling coils without condensation.
///
/// A unit gets it if it has one MixingBox, one ReturnFlowJunction, one SupplyFlowJunction and one
/// CoolingCoil whose humidity is not connected, and if each of its return streams comes from a
/// BuildingSpace that one terminal supplies. Nothing happens if the humidity of the weather file is
/// not known or never changes.
void add_moisture(PlantDraft& draft, const DataOptions& data, const std::vector<AirHandler>& units);

}  // namespace hearth
