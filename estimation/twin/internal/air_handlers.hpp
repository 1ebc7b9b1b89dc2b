// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// An air handling unit of a model, by the ids of its components.
struct AirHandler {
  std::string iri;  ///< the node of the graph that it represents
  /// common beginning of its ids; if units share it, that of a junction
  std::string name;
  std::vector<std::string> junctions;  ///< SupplyFlowJunctions that supply its air
  std::set<std::string> parts;         ///< all components of the unit
  std::vector<std::string> terminals;  ///< terminals that take its air and can rest with it
  std::vector<std::string> others;     ///< other components that take its air and cannot rest

  /// Returns the ids of the unit's parts of a type.
  std::vector<std::string> parts_of(const SimulationModel& model, const char* type) const;
  /// Returns the id of the unit's only part of a type; nothing if there are none or several.
  std::optional<std::string> part(const SimulationModel& model, const char* type) const;
  /// Returns the ids of the fans that move the air of its ducts.
  std::vector<std::string> supply_fans(const SimulationModel& model) const;
};

/// Returns the units of a model, ordered by their junctions. The components of one node of the
/// graph form one unit; if several SupplyFlowJunctions are among them, each group of connected
/// components forms a unit.
std::vector<AirHandler> air_handlers(const SimulationModel& model, const Registry& registry);

}  // namespace hearth
