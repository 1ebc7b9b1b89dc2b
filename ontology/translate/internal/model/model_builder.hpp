// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>

#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/translate/internal/instances/instances.hpp"
#include "hearth/ontology/translate/internal/model/values.hpp"

namespace hearth {

/// What a builder works with; all outlive it.
struct BuildContext {
  const std::vector<Mapping>& mappings;
  const Registry& registry;
  const GraphNames& names;
  const Instances& instances;
  const SideFile& side;
  ImportReport& report;
};

/// Returns the id of a part of an instance: `VAV_1`, `VAV_1/box`.
std::string part_id(const Instance& instance, const std::string& part);

/// A model, and what its components are of.
struct BuiltModel {
  SimulationModel model;
  std::map<std::string, int> owners;                    ///< component id -> instance
  std::map<std::string, const Boundary*> boundaries{};  ///< component id -> boundary

  /// Returns the instances that are in the model.
  std::set<int> instances() const;
};

/// Makes the components and connections of all instances, and the boundaries they need. What lacks
/// a source that it must have is left out and reported, with what then lacks one.
BuiltModel build_model(const BuildContext& context, ValueFinder& values);

/// Reports the boundaries with the nodes of the instances that they feed; removes those that feed
/// none.
void settle_boundaries(BuiltModel& built, const BuildContext& context);

}  // namespace hearth
