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
  std::string iri;                     ///< the node of the graph that it represents
  std::string name;                    ///< folder of its ids; if shared, that of a junction
  std::vector<std::string> junctions;  ///< SupplyFlowJunctions that supply its air
  std::set<std::string> parts;         ///< all components of the unit
  std::vector<std::string> terminals;  ///< terminals that take its air and can rest with it
  std::vector<std::string> others;     ///< other components that take its air and cannot rest

  /// Returns its parts with a type.
  std::vector<std::string> parts_of(const SimulationModel& model, const char* type) const;
  /// Returns its only part with a type.
  std::optional<std::string> part(const SimulationModel& model, const char* type) const;
};

/// Returns the units of a model, ordered by their junctions. The components of one node of the
/// graph form one unit; if several SupplyFlowJunctions are among them, each group that is joined by
/// connections forms one.
std::vector<AirHandler> air_handlers(const SimulationModel& model, const Registry& registry);

}  // namespace hearth
