// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hearth/apps/views/graph_view.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth::apps {

/// The settings with which a building's graph is drawn.
struct BuildingDrawing {
  bool points = false;     ///< whether points are drawn as nodes
  std::size_t most = 150;  ///< number of nodes above which similar nodes are drawn as one
};

/// Returns the nodes of a building's graph with their fates. Points are counted at the node to
/// which they belong. If there are more nodes than `most`, their number is reduced in steps until
/// few enough remain; remarks describe the steps:
/// - Parts are counted like points.
/// - In classes with more than a handful of nodes, nodes with the same class, fate and upstream
///   neighbours are drawn as one.
/// - All nodes with the same class and fate are drawn as one.
/// - The rarest kinds of nodes are not drawn.
GraphView building_view(const std::string& name, const std::vector<ImportNode>& nodes,
                        const std::vector<ImportRelation>& relations,
                        const BuildingDrawing& drawing);

/// Returns the fate of a node in words: `component VAV_1`, `left out: import.not_mapped`.
std::string fate_words(const ImportNode& node);

}  // namespace hearth::apps
