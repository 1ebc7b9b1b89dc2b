// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hearth/ontology/translate/internal/model/model_builder.hpp"

namespace hearth {

/// The representation of an instance in the model.
struct InstanceParts {
  std::vector<std::string> components;  ///< ids
  bool is_room = false;
};

/// Returns the instances that are in the model.
std::map<int, InstanceParts> parts_by_instance(const BuiltModel& built, const Registry& registry);

/// Adds to the report the role of each piece of equipment, space and point of the graph, the
/// reasons why others were left out (the first finding that names them), and their relations. Must
/// be called after all findings have been added.
void add_node_fates(const BuildContext& context, const std::map<int, InstanceParts>& parts,
                    const std::map<TermId, PointUse>& points,
                    const std::vector<BoundaryUse>& boundaries);

}  // namespace hearth
