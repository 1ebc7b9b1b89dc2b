// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>

#include "hearth/framework/component/registry.hpp"
#include "hearth/ontology/translate/internal/model/model_builder.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth {

/// Returns the ids of the components that are rooms, that is, have the output `indoorTemperature`.
std::set<std::string> rooms_of(const SimulationModel& model, const Registry& registry);

/// Counts the rooms of a model by the source of their conditioning: equipment of the graph, air
/// that the mapping added for them alone, or nothing.
RoomCounts count_rooms(const BuiltModel& built, const Registry& registry);

/// Returns the storeys of the rooms of a model, in the form of `Translation`.
std::map<std::string, std::string> storeys_of(const BuiltModel& built, const Registry& registry,
                                              const Instances& instances, const GraphNames& names);

/// Runs a model without rooms for an hour and returns whether air or water flows anywhere in it.
/// Returns true for a model with rooms, or one that lacks data to run.
bool anything_flows(SimulationModel model, const Registry& registry);

}  // namespace hearth
