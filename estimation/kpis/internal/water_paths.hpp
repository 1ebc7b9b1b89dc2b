// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// The paths of water between components of a model: connections to inputs for water temperatures,
/// directly or through pumps, valves, tanks, exchangers, junctions and blocks.
class WaterPaths {
 public:
  explicit WaterPaths(const Plan& plan);

  /// Relation of the water of a component to plants of some types.
  enum class Source {
    Open,      ///< no input for water is connected, or there is none
    Plant,     ///< the water comes from a plant, or returns to one
    Elsewhere  ///< from a boundary such as a schedule or measured values
  };
  /// Returns the source of the water of a component. Inputs whose name contains `other` are not
  /// followed: `Chilled` for heating, `Hot` for cooling.
  Source source(const std::string& id, const std::vector<std::string>& plants,
                const std::string& other) const;

 private:
  using Links = std::multimap<std::string, const Connection*>;

  bool is_plant(const std::string& id, const std::vector<std::string>& plants) const;
  bool carries_water(const Connection& connection) const;

  std::map<std::string, const PlannedInstance*> instances_;
  Links into_, from_;
};

}  // namespace hearth
