// SPDX-License-Identifier: MIT
// Import reports as short text, and their comparison with those stored in tests/ontology/imports.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hearth/data/text/text_file.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth::test {

/// Returns counts in one line after its title.
template <class Counts>
std::string counts_line(const std::string& title, const Counts& counts) {
  std::string text = title;
  for (const auto& [name, count] : counts) text += fmt::format(" {}={}", name, count);
  return text + "\n";
}

/// Returns all that a report holds but the folder of the graph: a line for each finding, component,
/// value and node. Findings and components name their nodes; lines and IRIs of these are at the
/// end.
inline std::string import_text(const ImportReport& report) {
  const auto joined = [](const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += ", " + name;
    return text.empty() ? text : text.substr(2);
  };
  std::string text =
      fmt::format("{} by {}\n", std::filesystem::path(report.graph).filename().string(),
                  joined(report.mappings));
  text += fmt::format("triples {} asserted, {} inferred\n", report.inference.asserted,
                      report.inference.inferred);
  text += counts_line("inferred", report.inference.by_rule);
  text += counts_line("derived", report.derived);
  text += fmt::format("equipment {} of {}, points {} of {}\n", report.equipment.mapped,
                      report.equipment.total, report.points.mapped, report.points.total);
  text += counts_line("rules", report.rules) + counts_line("types", report.components);
  text += fmt::format("connections {}, measurements {}\n", report.connections, report.measurements);
  std::set<std::string> nodes;
  const auto name_of = [&nodes](const GraphNode& node) {
    nodes.insert(fmt::format("node {} {} <{}>\n", node.name, node.line, node.iri));
    return node.name;
  };
  for (const ImportItem& item : report.items) {
    text += fmt::format("{} {} {} | {} |", to_string(item.severity), item.code, item.message,
                        item.consequence);
    for (const GraphNode& node : item.nodes) text += " " + name_of(node);
    text += "\n";
    for (const std::string& line : item.add) text += "  add " + line + "\n";
  }
  for (const ImportChoice& choice : report.choices) {
    text += fmt::format("component {} {} {}", choice.component, choice.rule, name_of(choice.node));
    text += choice.lost.empty() ? "\n" : " lost " + joined(choice.lost) + "\n";
  }
  for (const ImportedValue& value : report.values) {
    text += fmt::format("{} = {} {} | {}\n", value.path, value.value, value.unit, value.source);
  }
  for (const std::string& node : nodes) text += node;
  return text;
}

/// Compares with the file of that name, `brick/orphans`; HEARTH_WRITE_REPORTS=1 writes the file.
inline void check_stored_import(const std::string& name, const std::string& text) {
  const std::filesystem::path file =
      std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/ontology/imports" / (name + ".txt");
  if (std::getenv("HEARTH_WRITE_REPORTS") != nullptr) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  INFO(name);
  CHECK(text == read_text_file(file));
}

}  // namespace hearth::test
