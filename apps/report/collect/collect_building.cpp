// SPDX-License-Identifier: MIT
// Collects the graph of a building from an import report.
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/report/collect/collectors.hpp"
#include "hearth/apps/views/building_view.hpp"

namespace hearth::apps {
namespace {

using Kind = ImportNode::Kind;
using Fate = ImportNode::Fate;

constexpr std::size_t kMostTableRows = 3000;  // rows of the table: about 0.5 MB

template <class Word>
Word word_of(const std::string& text, std::initializer_list<Word> words, Word otherwise) {
  for (const Word word : words) {
    if (to_string(word) == text) return word;
  }
  return otherwise;
}

ImportNode node_of(const Json& json) {
  return {.node = {text_member(json, "name"), text_member(json, "iri"),
                   static_cast<int>(integer_member(json, "line"))},
          .label = text_member(json, "label"),
          .type = text_member(json, "class"),
          .kind = word_of(text_member(json, "kind"), {Kind::Space, Kind::Point, Kind::Boundary},
                          Kind::Equipment),
          .fate = word_of(text_member(json, "became"),
                          {Fate::Component, Fate::Part, Fate::Measurement, Fate::Source},
                          Fate::LeftOut),
          .model_id = text_member(json, "id"),
          .components = text_list(list_member(json, "components")),
          .code = text_member(json, "code"),
          .reason = text_member(json, "reason")};
}

std::vector<ImportRelation> relations_of(const Json& report, const std::vector<ImportNode>& nodes) {
  std::map<std::string, int> positions;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    positions.try_emplace(nodes[n].node.name, static_cast<int>(n));
  }
  std::vector<ImportRelation> relations;
  for (const Json& json : list_member(report, "relations")) {
    const auto from = positions.find(text_member(json, "from"));
    const auto to = positions.find(text_member(json, "to"));
    if (from == positions.end() || to == positions.end() || from == to) continue;
    relations.push_back({from->second, to->second, text_member(json, "relation")});
  }
  return relations;
}

ReportTable table_of(const std::vector<ImportNode>& nodes, const PathText& paths) {
  ReportTable table{.title = "Nodes of the graph",
                    .note = "",
                    .columns = {"node", "label", "class", "kind", "became", "in the model", "why"},
                    .units = std::vector<std::string>(7),
                    .numeric = std::vector<bool>(7, false),
                    .cells = {}};
  for (const ImportNode& node : nodes) {
    if (table.cells.size() == kMostTableRows) {
      table.note = fmt::format("The first {} of {} nodes; the import report lists all of them.",
                               kMostTableRows, nodes.size());
      break;
    }
    std::string why = node.code;
    if (!node.reason.empty()) why += (why.empty() ? "" : ": ") + paths.text(node.reason);
    const std::string place = node.components.empty()
                                  ? node.model_id
                                  : fmt::format("{}", fmt::join(node.components, ", "));
    table.cells.push_back(
        {node.node.name, node.label, node.type, std::string(to_string(node.kind)),
         node.kind == Kind::Boundary ? "boundary" : std::string(to_string(node.fate)), place, why});
  }
  return table;
}

}  // namespace

std::optional<ReportBuilding> import_building(const Json& report, const PathText& paths) {
  std::vector<ImportNode> nodes;
  for (const Json& json : list_member(report, "nodes")) {
    if (json.is_object()) nodes.push_back(node_of(json));
  }
  if (nodes.empty()) return std::nullopt;
  const std::string graph = paths.text(text_member(report, "graph"));
  const GraphView view = building_view(graph, nodes, relations_of(report, nodes), {});
  return ReportBuilding{graph, graph_svg(view), table_of(nodes, paths)};
}

}  // namespace hearth::apps
