// SPDX-License-Identifier: MIT
#include "hearth/apps/views/graph_view.hpp"

#include <map>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "hearth/apps/views/model_view.hpp"
#include "hearth/data/json/json_text.hpp"

namespace hearth::apps {
namespace {

std::string port_label(const Plan& plan, const Connection& connection) {
  const std::string from = connection.from.port;
  const std::string to = input_name(plan, connection).substr(connection.to.component.size() + 1);
  return from == to ? from : from + " -> " + to;
}

/// Quotes lines of text for a label of Graphviz, which interprets escapes and entities.
std::string dot_text(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '\n') {
      quoted += "\\n";
    } else if (c == '&') {
      quoted += "&amp;";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      quoted += ' ';
    } else {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return quoted + "\"";
}

/// Returns a text for use between quotes in Mermaid, which supports entities: characters that could
/// be read as markup, Markdown or a line end become entities.
std::string mermaid_text(const std::string& text) {
  constexpr std::string_view kMarkup = "\"<>&#;`*_\\|{}";
  std::string quoted;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20) {
      quoted += ' ';
    } else if (c == '"' || c == '<' || c == '>') {
      quoted += c == '"' ? "#quot;" : c == '<' ? "#lt;" : "#gt;";
    } else if (kMarkup.find(c) != std::string_view::npos) {
      quoted += fmt::format("#{};", int(byte));
    } else {
      quoted += c;
    }
  }
  return quoted;
}

std::vector<std::vector<int>> nodes_by_level(const GraphView& graph) {
  std::vector<std::vector<int>> levels(static_cast<std::size_t>(graph.levels));
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    levels[graph.nodes[n].level].push_back(static_cast<int>(n));
  }
  return levels;
}

/// Returns the colours of nodes, and a box that explains each.
std::string mermaid_looks(const GraphView& graph) {
  std::string text;
  for (std::size_t look = 0; look < graph.looks.size(); ++look) {
    text += fmt::format("  classDef look{} fill:{},color:#000\n", look, graph.looks[look].fill);
    text += fmt::format("  legend{0}[\"{1}\"]:::look{0}\n", look,
                        mermaid_text(graph.looks[look].words));
    std::vector<std::string> nodes;
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      if (graph.nodes[n].look == static_cast<int>(look)) nodes.push_back(fmt::format("n{}", n));
    }
    if (!nodes.empty()) text += fmt::format("  class {} look{}\n", fmt::join(nodes, ","), look);
  }
  return text;
}

/// Returns whether nodes are distinguished by their looks; those of a model are not.
bool has_looks(const GraphView& graph) { return graph.looks.size() > 1; }

}  // namespace

std::vector<std::string> legend_lines(const GraphView& graph) {
  std::vector<std::string> lines;
  if (!has_looks(graph)) {
    lines.push_back(fmt::format("solid: {}; dashed: {}", kConnectionWords, kRemovedWords));
  }
  for (const std::string& remark : graph.remarks) lines.push_back(remark);
  return lines;
}

GraphView graph_view(const Plan& plan) {
  GraphView graph;
  graph.name = plan.model.name;
  graph.levels = static_cast<int>(plan.order.levels.size());
  std::map<std::string, int, std::less<>> positions;
  for (const std::string& id : plan.ids) {
    positions[id] = static_cast<int>(graph.nodes.size());
    graph.nodes.push_back({id, "", plan.model.component(id).iri, 0});
  }
  for (const PlannedInstance& instance : plan.instances) {
    GraphNode& node = graph.nodes[positions[instance.id]];
    node.type = instance.type->name;
    node.level = instance.level;
  }
  std::map<const Connection*, Carrier> removed;
  for (const LagSlot& lag : plan.lags) removed[lag.connection] = lag.carrier;
  std::map<std::tuple<int, int, bool>, GraphEdge> edges;
  for (const Connection& connection : plan.model.connections()) {
    const int from = positions[connection.from.component];
    const int to = positions[connection.to.component];
    const auto cut = removed.find(&connection);
    GraphEdge& edge = edges[{from, to, cut != removed.end()}];
    edge.from = from;
    edge.to = to;
    edge.removed = cut != removed.end();
    if (edge.removed) edge.carrier = cut->second;
    edge.ports.push_back(port_label(plan, connection));
  }
  for (auto& [ends, edge] : edges) graph.edges.push_back(std::move(edge));
  return graph;
}

std::string graph_dot(const GraphView& graph) {
  std::string text = fmt::format("digraph {} {{\n  rankdir=LR;\n", dot_text(graph.name));
  std::vector<std::string> legend = legend_lines(graph);
  if (has_looks(graph)) {
    for (const GraphLook& look : graph.looks) legend.push_back(look.fill + ": " + look.words);
  }
  text += fmt::format("  label={}; labelloc=b; fontname=\"sans-serif\"; fontsize=9;\n",
                      dot_text(fmt::format("{}", fmt::join(legend, "\n"))));
  text += "  node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=10];\n";
  text += "  edge [fontname=\"sans-serif\", fontsize=8];\n";
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    text += fmt::format("  n{} [label={}", n, dot_text(node.id + "\n" + node.type));
    if (has_looks(graph)) {
      text +=
          fmt::format(", style=\"rounded,filled\", fillcolor=\"{}\"", graph.looks[node.look].fill);
    }
    if (!node.note.empty()) text += ", tooltip=" + dot_text(node.note);
    text += "];\n";
  }
  for (const std::vector<int>& level : nodes_by_level(graph)) {
    text += "  {rank=same;";
    for (const int n : level) text += fmt::format(" n{};", n);
    text += "}\n";
  }
  for (const GraphEdge& edge : graph.edges) {
    text += fmt::format("  n{} -> n{} [label={}", edge.from, edge.to,
                        dot_text(fmt::format("{}", fmt::join(edge.ports, "\n"))));
    if (edge.removed) text += ", style=dashed, color=red, fontcolor=red, constraint=false";
    if (edge.minor) text += ", color=gray, fontcolor=gray";
    text += "];\n";
  }
  return text + "}\n";
}

std::string graph_mermaid(const GraphView& graph) {
  std::string text = "flowchart LR\n";
  const auto levels = nodes_by_level(graph);
  for (std::size_t level = 0; level < levels.size(); ++level) {
    text += graph.column_word.empty()
                ? fmt::format("  subgraph level{} [\" \"]\n", level)
                : fmt::format("  subgraph level{} [\"{} {}\"]\n", level, graph.column_word, level);
    for (const int n : levels[level]) {
      const GraphNode& node = graph.nodes[n];
      text += fmt::format("    n{}[\"{}<br/>{}\"]\n", n, mermaid_text(node.id),
                          mermaid_text(node.type));
    }
    text += "  end\n";
  }
  std::vector<std::size_t> removed;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const GraphEdge& edge = graph.edges[e];
    std::vector<std::string> labels;
    for (const std::string& port : edge.ports) labels.push_back(mermaid_text(port));
    text += fmt::format("  n{} {}|\"{}\"| n{}\n", edge.from, edge.removed ? "-.->" : "-->",
                        fmt::join(labels, "<br/>"), edge.to);
    if (edge.removed) removed.push_back(e);
  }
  std::vector<std::string> legend;
  if (!has_looks(graph)) {
    legend = {fmt::format("solid: {}", kConnectionWords), fmt::format("dashed: {}", kRemovedWords)};
  }
  for (const std::string& remark : graph.remarks) legend.push_back(mermaid_text(remark));
  if (!legend.empty()) {
    text += fmt::format("  legend[\"{}\"]\n", fmt::join(legend, "<br/>"));
    text += "  style legend fill:none,stroke:none\n";
  }
  if (has_looks(graph)) text += mermaid_looks(graph);
  if (!removed.empty()) {
    text += fmt::format("  linkStyle {} stroke:red\n", fmt::join(removed, ","));
  }
  return text;
}

std::string graph_json(const GraphView& graph) {
  using Json = nlohmann::ordered_json;
  Json json;
  json["name"] = graph.name;
  json["nodes"] = Json::array();
  json["edges"] = Json::array();
  for (const GraphNode& node : graph.nodes) {
    Json entry = {{"id", node.id}, {"type", node.type}, {"level", node.level}};
    if (!node.iri.empty()) entry["iri"] = node.iri;
    json["nodes"].push_back(std::move(entry));
  }
  for (const GraphEdge& edge : graph.edges) {
    Json entry = {{"from", graph.nodes[edge.from].id},
                  {"to", graph.nodes[edge.to].id},
                  {"ports", edge.ports},
                  {"removed", edge.removed}};
    if (edge.removed) entry["carries"] = carrier_name(edge.carrier);
    json["edges"].push_back(std::move(entry));
  }
  return to_shown_text(json);
}

}  // namespace hearth::apps
