// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hearth/apps/views/graph_view.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth::apps {

/// How a building's graph is drawn.
struct BuildingDrawing {
  bool points = false;     ///< as nodes of their own, too
  std::size_t most = 150;  ///< nodes; of more, nodes that are alike are drawn as one
};

/// Returns the nodes of a building's graph with what became of each. Points are counted at what
/// they belong to. If there are more nodes than `most`, parts are counted too; then nodes of one
/// class and fate that have the same neighbours upstream are drawn as one, of classes with more
/// than a handful of nodes, and in the end all of one class and fate. Remarks say what was done.
GraphView building_view(const std::string& name, const std::vector<ImportNode>& nodes,
                        const std::vector<ImportRelation>& relations,
                        const BuildingDrawing& drawing);

/// Returns what became of a node, in words: `component VAV_1`, `left out: import.not_mapped`.
std::string fate_words(const ImportNode& node);

}  // namespace hearth::apps
