// SPDX-License-Identifier: MIT
#include "hearth/apps/views/kpi_output.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/data/json/json_text.hpp"

namespace hearth::apps {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string people(double value) {
  return std::isfinite(value) ? fmt::format("{:.6g}", value) : "-";
}

std::string exact(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

}  // namespace

std::string kpi_text(const KpiTable& table) {
  std::size_t width = 3;
  for (const Kpi& kpi : table.kpis) width = std::max(width, kpi.name.size());
  std::string text = fmt::format("{} to {}\n\n", table.start, table.end);
  for (std::size_t i = 0; i < table.kpis.size(); ++i) {
    const Kpi& kpi = table.kpis[i];
    text += fmt::format("{:<{}}  {:>12} {:<12} {}\n", kpi.name, width,
                        people(table.values.values[i]), kpi.unit, kpi.doc);
  }
  if (table.values.months.empty()) return text;
  text += fmt::format("\n{:<{}}", "", width);
  for (const auto& [month, values] : table.values.months) text += fmt::format("  {:>12}", month);
  text += '\n';
  for (std::size_t i = 0; i < table.kpis.size(); ++i) {
    text += fmt::format("{:<{}}", table.kpis[i].name, width);
    for (const auto& [month, values] : table.values.months) {
      text += fmt::format("  {:>12}", people(values[i]));
    }
    text += '\n';
  }
  return text;
}

std::string kpi_json(const KpiTable& table) {
  Json json;
  json["period"] = {{"start", table.start}, {"end", table.end}};
  Json& kpis = json["kpis"] = Json::object();
  for (std::size_t i = 0; i < table.kpis.size(); ++i) {
    kpis[table.kpis[i].name] = {{"value", json_of(table.values.values[i])},
                                {"unit", table.kpis[i].unit}};
  }
  if (!table.values.months.empty()) {
    Json& months = json["months"] = Json::object();
    for (const auto& [month, values] : table.values.months) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        months[month][table.kpis[i].name] = json_of(values[i]);
      }
    }
  }
  Json& notes = json["notes"] = Json::array();
  for (const Diagnostic& item : table.notes.items()) notes.push_back(to_string(item));
  return to_pretty_text(json);
}

std::string kpi_csv(const KpiTable& table) {
  std::string text = "kpi,unit,value";
  for (const auto& [month, values] : table.values.months) text += "," + month;
  text += '\n';
  for (std::size_t i = 0; i < table.kpis.size(); ++i) {
    const Kpi& kpi = table.kpis[i];
    text += fmt::format("{},{},{}", kpi.name, kpi.unit, exact(table.values.values[i]));
    for (const auto& [month, values] : table.values.months) text += "," + exact(values[i]);
    text += '\n';
  }
  return text;
}

}  // namespace hearth::apps
