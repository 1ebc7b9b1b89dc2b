// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/model.hpp"
#include "hearth/framework/registry.hpp"
#include "hearth/ontology/translate/instances.hpp"
#include "hearth/ontology/translate/values.hpp"

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

/// Makes the components and connections of all instances, and the boundaries they need. What lacks
/// a source that it must have is left out and reported, with what then lacks one.
SimulationModel build_model(const BuildContext& context, ValueFinder& values);

}  // namespace hearth
