// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/apps/report/collect/collect_report.hpp"
#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace hearth::test {

using Words = std::vector<std::string>;

/// A folder with a heated room, its measurements and the results of its runs.
class RoomShop : public Workshop {
 public:
  /// The heated room with a measurement of its temperature in `measured.csv` and a site.
  std::string measured_room() const {
    std::string text = kHeatedRoom;
    text.insert(text.rfind('}'), R"(, "site": {"timezone": "Europe/Copenhagen"}, "measurements": {
      "room.indoorTemperature": {"file": "measured.csv", "column": "t", "unit": "degC"}})");
    write("measured.csv",
          "time,t\n2024-01-15T00:00:00+01:00,20\n2024-01-15T01:00:00+01:00,19.5\n"
          "2024-01-15T02:00:00+01:00,19.25\n");
    return write("room.hearth.json", text);
  }

  /// Runs the room for a day; returns its results.
  std::string run(const std::string& model, const std::string& folder,
                  const Words& more = {}) const {
    std::filesystem::create_directories(*this / folder);
    const std::string results = (*this / (folder + "/results.csv")).string();
    const Outcome outcome = run_hearth(
        *this, Words{"simulate", model, "-o", results, "-q", "-j", "1", "--record", "all"} +
                   kOneDay + more);
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    return results;
  }

  apps::ReportContent collect(const Words& results, Diagnostics& diagnostics) const {
    apps::ReportRequest request;
    request.results.assign(results.begin(), results.end());
    request.output = *this / "report.html";
    return apps::collect_report(request, diagnostics);
  }
  apps::ReportContent collect(const Words& results) const {
    Diagnostics ignored;
    return collect(results, ignored);
  }
};

inline bool has(const Diagnostics& diagnostics, const std::string& code) {
  const auto& items = diagnostics.items();
  return std::any_of(items.begin(), items.end(),
                     [&code](const Diagnostic& item) { return item.code == code; });
}

inline const apps::ReportSignal& signal_of(const apps::ReportContent& content,
                                           const std::string& name, const std::string& run = "") {
  const auto& signals = content.series.signals;
  const auto found = std::find_if(
      signals.begin(), signals.end(),
      [&](const apps::ReportSignal& signal) { return signal.name == name && signal.run == run; });
  INFO(name);
  REQUIRE(found != signals.end());
  return *found;
}

inline const apps::ReportTable& table_of(const std::vector<apps::ReportTable>& tables,
                                         const std::string& title) {
  const auto found = std::find_if(
      tables.begin(), tables.end(),
      [&title](const apps::ReportTable& table) { return table.title.rfind(title, 0) == 0; });
  INFO(title);
  REQUIRE(found != tables.end());
  return *found;
}

/// Returns the cell in the row that begins with `row`.
inline std::string cell(const apps::ReportTable& table, const std::string& row,
                        const std::string& column) {
  const auto at = std::find(table.columns.begin(), table.columns.end(), column);
  INFO(table.title << ": " << row << ", " << column);
  REQUIRE(at != table.columns.end());
  for (const auto& cells : table.cells) {
    REQUIRE(cells.size() == table.columns.size());
    if (cells.front() == row) return cells[at - table.columns.begin()];
  }
  FAIL("no such row");
  return "";
}

inline std::string fact(const apps::ReportContent& content, const std::string& label) {
  for (const auto& facts : {content.facts, content.about}) {
    for (const apps::ReportFact& fact : facts) {
      if (fact.label == label) return fact.value;
    }
  }
  return "";
}

inline const apps::ReportNode& node_of(const apps::ReportContent& content, const std::string& id) {
  REQUIRE(content.graph);
  const auto& nodes = content.graph->nodes;
  const auto found = std::find_if(nodes.begin(), nodes.end(),
                                  [&id](const apps::ReportNode& node) { return node.id == id; });
  REQUIRE(found != nodes.end());
  return *found;
}

template <class Item>
const Item& named(const std::vector<Item>& items, const std::string& name) {
  const auto found = std::find_if(items.begin(), items.end(),
                                  [&name](const Item& item) { return item.name == name; });
  INFO(name);
  REQUIRE(found != items.end());
  return *found;
}

}  // namespace hearth::test
