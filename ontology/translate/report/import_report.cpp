// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/report/import_report.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/data/json/json_text.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShownNodes = 3;

std::string place(const GraphNode& node) {
  return node.line > 0 ? fmt::format("{} (line {})", node.name, node.line) : node.name;
}

std::string item_text(const ImportItem& item) {
  std::string text = fmt::format("{}  {}  {}", to_string(item.severity), item.code, item.message);
  if (item.nodes.size() > 1) text += fmt::format(" [{} times]", item.nodes.size());
  if (!item.consequence.empty()) text += "; " + item.consequence;
  text += "\n";
  std::string nodes;
  for (std::size_t i = 0; i < std::min(kShownNodes, item.nodes.size()); ++i) {
    nodes += (i == 0 ? "" : ", ") + place(item.nodes[i]);
  }
  if (item.nodes.size() > kShownNodes) {
    nodes += fmt::format(" and {} more", item.nodes.size() - kShownNodes);
  }
  if (!nodes.empty()) text += "    " + nodes + "\n";
  if (!item.add.empty()) {
    text += "    add: " + item.add.front() + "\n";
    if (item.add.size() > 1) {
      text += fmt::format("    (and {} more such lines in the JSON report)\n", item.add.size() - 1);
    }
  }
  return text;
}

Json node_json(const GraphNode& node) {
  Json json = {{"name", node.name}, {"iri", node.iri}};
  if (node.line > 0) json["line"] = node.line;
  return json;
}

Json item_json(const ImportItem& item) {
  Json json = {{"severity", to_string(item.severity)},
               {"code", item.code},
               {"message", item.message},
               {"consequence", item.consequence},
               {"count", item.nodes.size()},
               {"nodes", Json::array()}};
  for (const GraphNode& node : item.nodes) json["nodes"].push_back(node_json(node));
  if (!item.add.empty()) json["add"] = item.add;
  return json;
}

Json import_node_json(const ImportNode& node) {
  Json json = {{"name", node.node.name}};
  if (!node.node.iri.empty()) json["iri"] = node.node.iri;
  if (node.node.line > 0) json["line"] = node.node.line;
  if (!node.label.empty()) json["label"] = node.label;
  if (!node.type.empty()) json["class"] = node.type;
  json["kind"] = to_string(node.kind);
  json["became"] = to_string(node.fate);
  if (!node.model_id.empty()) json["id"] = node.model_id;
  if (!node.components.empty()) json["components"] = node.components;
  if (!node.code.empty()) json["code"] = node.code;
  if (!node.reason.empty()) json["reason"] = node.reason;
  return json;
}

void add_graph(const ImportReport& report, Json& json) {
  json["nodes"] = Json::array();
  json["relations"] = Json::array();
  for (const ImportNode& node : report.nodes) json["nodes"].push_back(import_node_json(node));
  for (const ImportRelation& relation : report.relations) {
    json["relations"].push_back({{"from", report.nodes[relation.from].node.name},
                                 {"to", report.nodes[relation.to].node.name},
                                 {"relation", relation.word}});
  }
}

template <class Counts>
std::string counts_text(const Counts& counts) {
  std::string text;
  for (const auto& [name, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  }
  return text.empty() ? "none" : text;
}

}  // namespace

std::string_view to_string(ImportNode::Kind kind) {
  constexpr std::array<std::string_view, 4> kWords = {"equipment", "space", "point", "boundary"};
  return kWords[static_cast<std::size_t>(kind)];
}

std::string_view to_string(ImportNode::Fate fate) {
  constexpr std::array<std::string_view, 5> kWords = {"component", "part", "measurement", "source",
                                                      "left out"};
  return kWords[static_cast<std::size_t>(fate)];
}

std::string headline(const ImportReport& report) {
  if (!report.flows) {
    return fmt::format(
        "nothing flows in this model: {}; no room or load receives their air or water",
        counts_text(report.rules));
  }
  const RoomCounts& rooms = report.rooms;
  if (rooms.total == 0) {
    return fmt::format("no rooms: {}; they serve boundaries", counts_text(report.rules));
  }
  std::string text = fmt::format(
      "{}: {} conditioned by equipment in the graph, {} with assumed supply air, "
      "{} unconditioned",
      counted(rooms.total, "room"), rooms.as_drawn, rooms.by_invented_air, rooms.unconditioned);
  const auto lost = report.equipment.total - report.equipment.mapped;
  if (lost > 0) {
    text += fmt::format("; {} of {} devices not simulated", lost, report.equipment.total);
  }
  return text;
}

void ImportReport::add(ImportItem item) {
  const auto same = std::find_if(items.begin(), items.end(), [&item](const ImportItem& other) {
    return other.code == item.code && other.message == item.message &&
           other.severity == item.severity;
  });
  if (same == items.end()) {
    items.push_back(std::move(item));
    return;
  }
  for (GraphNode& node : item.nodes) same->nodes.push_back(std::move(node));
  for (std::string& line : item.add) same->add.push_back(std::move(line));
}

void ImportReport::withdraw_guess(std::string_view setting, const GraphNode& node) {
  const auto is_of_node = [&node](const GraphNode& other) { return other.iri == node.iri; };
  for (ImportItem& item : items) {
    if (item.setting == setting) std::erase_if(item.nodes, is_of_node);
  }
  std::erase_if(items,
                [](const ImportItem& item) { return !item.setting.empty() && item.nodes.empty(); });
}

void add_to(Diagnostics& diagnostics, const ImportReport& report) {
  for (const ImportItem& item : report.items) {
    std::string message = item.message;
    if (item.nodes.size() > 1) message += fmt::format(" [{} times]", item.nodes.size());
    if (!item.nodes.empty()) message += ": " + item.nodes.front().name;
    if (!item.consequence.empty()) message += "; " + item.consequence;
    const Where where{.file = report.graph,
                      .line = item.nodes.empty() ? 0 : item.nodes.front().line};
    const Severity severity = item.severity == Severity::Note ? Severity::Note : Severity::Warning;
    diagnostics.add({severity, item.code, where, std::move(message)});
  }
}

std::string to_text(const ImportReport& report) {
  std::string mappings;
  for (const std::string& name : report.mappings) mappings += (mappings.empty() ? "" : ", ") + name;
  std::string text = headline(report) + "\n";
  text += fmt::format("{} read with {}\n", report.graph, mappings);
  text += fmt::format("  {} triples, {} inferred\n", report.inference.asserted,
                      report.inference.inferred);
  text +=
      fmt::format("  mapped {} of {} equipment nodes, {} of {} points\n", report.equipment.mapped,
                  report.equipment.total, report.points.mapped, report.points.total);
  text += fmt::format("  by rule: {}\n", counts_text(report.rules));
  text += fmt::format("  components: {}\n", counts_text(report.components));
  text +=
      fmt::format("  {} connections, {} measurements\n", report.connections, report.measurements);
  for (const ImportItem& item : report.items) text += item_text(item);
  return text;
}

std::string to_json_text(const ImportReport& report) {
  Json json = {
      {"hearth", 1},
      {"graph", report.graph},
      {"mappings", report.mappings},
      {"triples",
       {{"asserted", report.inference.asserted},
        {"inferred", report.inference.inferred},
        {"byRule", report.inference.by_rule},
        {"derived", report.derived}}},
      {"coverage",
       {{"equipment", {{"mapped", report.equipment.mapped}, {"total", report.equipment.total}}},
        {"points", {{"mapped", report.points.mapped}, {"total", report.points.total}}}}},
      {"rooms",
       {{"total", report.rooms.total},
        {"asDrawn", report.rooms.as_drawn},
        {"byInventedAir", report.rooms.by_invented_air},
        {"unconditioned", report.rooms.unconditioned}}},
      {"flows", report.flows},
      {"rules", report.rules},
      {"components", report.components},
      {"connections", report.connections},
      {"measurements", report.measurements},
      {"items", Json::array()},
      {"choices", Json::array()},
      {"values", Json::array()}};
  for (const ImportItem& item : report.items) json["items"].push_back(item_json(item));
  for (const ImportChoice& choice : report.choices) {
    Json entry = {
        {"component", choice.component}, {"rule", choice.rule}, {"node", node_json(choice.node)}};
    if (!choice.lost.empty()) entry["lost"] = choice.lost;
    json["choices"].push_back(std::move(entry));
  }
  for (const ImportedValue& value : report.values) {
    json["values"].push_back({{"parameter", value.path},
                              {"value", value.value},
                              {"unit", value.unit},
                              {"source", value.source}});
  }
  add_graph(report, json);
  return to_pretty_text(json);
}

std::string graph_json_text(const ImportReport& report) {
  Json json = {{"graph", report.graph}, {"headline", headline(report)}};
  add_graph(report, json);
  return to_pretty_text(json);
}

}  // namespace hearth
