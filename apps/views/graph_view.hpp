// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/framework/plan/plan.hpp"

namespace hearth::apps {

/// A component in a drawing.
struct GraphNode {
  std::string id;
  std::string type;
  std::string iri;
  int level = 0;
};

/// Connections between two components that are drawn as one line.
struct GraphEdge {
  int from = 0;  ///< positions of the nodes
  int to = 0;
  bool removed = false;
  Carrier carrier = Carrier::Algebraic;  ///< of removed ones
  std::vector<std::string> ports;        ///< `output -> input`, or the name where both are equal
};

/// The component graph of a plan: nodes by id, edges by their nodes.
struct GraphView {
  std::string name;
  std::vector<GraphNode> nodes;
  std::vector<GraphEdge> edges;
  int levels = 0;
};

GraphView graph_view(const Plan& plan);

// The legend of every drawing.
inline constexpr const char* kConnectionWords = "connection";
inline constexpr const char* kRemovedWords = "removed to open a cycle: hands on the step before";

// Names may hold anything: each format is valid whatever they hold.

/// Returns the graph for Graphviz: levels as ranks, removed connections dashed and red.
std::string graph_dot(const GraphView& graph);
/// Returns the graph for Mermaid.
std::string graph_mermaid(const GraphView& graph);
/// Returns the graph as JSON.
std::string graph_json(const GraphView& graph);
/// Returns the graph as a drawing, one column for each level.
std::string graph_svg(const GraphView& graph);

}  // namespace hearth::apps
