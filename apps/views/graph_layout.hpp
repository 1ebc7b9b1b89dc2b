// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/apps/views/graph_view.hpp"

namespace hearth::apps {

inline constexpr double kBoxHeight = 36.0;  // px

/// The place of a component in a drawing, px.
struct GraphBox {
  double x = 0.0, y = 0.0, width = 0.0;
};

/// The columns of a level.
struct GraphColumn {
  double x = 0.0, width = 0.0;
};

struct GraphLayout {
  std::vector<GraphBox> boxes{};      ///< by node
  std::vector<GraphColumn> levels{};  ///< from left to right
  double width = 0.0, height = 0.0;
};

/// Places components: levels from left to right, rows near those of their neighbours. A level with
/// very many components is divided into several columns, so that the drawing does not become too
/// high.
GraphLayout lay_out(const GraphView& graph);

/// Returns the number of characters of UTF-8 text.
double character_count(const std::string& text);

}  // namespace hearth::apps
