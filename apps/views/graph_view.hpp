// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/framework/plan/plan.hpp"

namespace hearth::apps {

/// A component in a drawing, or a node of a building's graph.
struct GraphNode {
  std::string id;
  std::string type;
  std::string iri;
  int level = 0;
  int look = 0;        ///< position in `GraphView::looks`
  std::string note{};  ///< text that appears under the pointer
};

/// A style of nodes and its meaning.
struct GraphLook {
  std::string fill;  ///< `#rrggbb`
  std::string words;
};

/// Connections between two components that are drawn as one line.
struct GraphEdge {
  int from = 0;  ///< positions of the nodes
  int to = 0;
  bool removed = false;
  Carrier carrier = Carrier::Algebraic;  ///< carrier of a removed connection
  std::vector<std::string> ports;  ///< `output -> input`, or the common name if both are equal
  bool minor = false;              ///< whether nothing flows: drawn in grey
};

/// The component graph of a plan: nodes by id, edges by their nodes.
struct GraphView {
  std::string name;
  std::vector<GraphNode> nodes;
  std::vector<GraphEdge> edges;
  int levels = 0;
  std::string column_word = "level";  ///< heading of a column; "": none
  std::vector<GraphLook> looks{{"#f4f6f8", ""}};
  std::vector<std::string> remarks{};  ///< descriptions of omitted parts
};

GraphView graph_view(const Plan& plan);

// Words in the legend of every drawing.
inline constexpr const char* kConnectionWords = "connection";
inline constexpr const char* kRemovedWords =
    "removed to break a cycle: solved within the step, or (gauss-seidel) a step late";

/// Returns the lines of the legend below a drawing: the kinds of connections, unless the graph has
/// looks with words, followed by the remarks.
std::vector<std::string> legend_lines(const GraphView& graph);

// Names may contain any characters; the output is valid in every format.

/// Returns the graph for Graphviz: levels as ranks, removed connections dashed and red.
std::string graph_dot(const GraphView& graph);
/// Returns the graph for Mermaid.
std::string graph_mermaid(const GraphView& graph);
/// Returns the graph as JSON.
std::string graph_json(const GraphView& graph);
/// Returns the graph as a drawing, one column for each level.
std::string graph_svg(const GraphView& graph);

}  // namespace hearth::apps
