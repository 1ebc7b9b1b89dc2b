// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/estimation/twin/internal/air_handlers.hpp"
#include "hearth/estimation/twin/internal/plant_draft.hpp"

namespace hearth {

/// Adds moisture to the air of air handling units, so that their cooling coils dehumidify. Outdoor
/// air has the humidity of the weather file, and return air that of rooms (RoomMoisture), in which
/// people give off vapour. In translated models, air is dry and cooling coils have no condensation.
///
/// Moisture is added to a unit if it has one MixingBox, one ReturnFlowJunction, one
/// SupplyFlowJunction and one CoolingCoil whose humidity is not connected, and if each of its
/// return streams comes from a BuildingSpace that one terminal supplies. Nothing happens if the
/// humidity of the weather file is not known or never changes.
void add_moisture(PlantDraft& draft, const DataOptions& data, const std::vector<AirHandler>& units);

}  // namespace hearth
