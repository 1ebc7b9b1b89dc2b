// SPDX-License-Identifier: MIT
#include "hearth/estimation/kpis/internal/energy_uses.hpp"

#include <string_view>
#include <utility>

#include "hearth/data/json/json_document.hpp"
#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth {
namespace embedded {
std::string_view kpi_tables(std::string_view name);
}
namespace {

EnergyUse read_use(const JsonNode& node, Diagnostics& diagnostics) {
  check_keys(node, {"type", "output", "carrier", "end_use", "factor", "without", "config", "alone"},
             diagnostics);
  EnergyUse use;
  const auto text = [&](const char* key, std::string& target) {
    read_member(node, key, target, [&](const JsonNode& n) { return read_name(n, diagnostics); });
  };
  for (const char* key : {"type", "output", "carrier", "end_use"}) {
    require_member(node, key, diagnostics);
  }
  text("type", use.type);
  text("output", use.output);
  text("carrier", use.carrier);
  text("end_use", use.end_use);
  text("without", use.without);
  read_member(node, "factor", use.factor,
              [&](const JsonNode& n) { return read_number(n, diagnostics); });
  read_member(node, "alone", use.alone,
              [&](const JsonNode& n) { return read_flag(n, diagnostics); });
  if (const auto config = node.find("config"); config && require_object(*config, diagnostics)) {
    for (const JsonNode member : config->members()) {
      use.config_member = member.key();
      use.config_value = read_name(member, diagnostics).value_or("");
    }
  }
  return use;
}

EnergyUses read_uses(const JsonNode& root, Diagnostics& diagnostics) {
  EnergyUses table;
  check_keys(root, {"hearth", "plants", "converters", "uses", "floor_areas"}, diagnostics);
  for (const JsonNode kind : require_member(root, "plants", diagnostics)->members()) {
    for (const JsonNode type : kind.elements()) {
      if (auto name = read_name(type, diagnostics)) table.plants[kind.key()].push_back(*name);
    }
  }
  for (const JsonNode type : require_member(root, "converters", diagnostics)->elements()) {
    table.converters.push_back(read_name(type, diagnostics).value_or(""));
  }
  for (const JsonNode use : require_member(root, "uses", diagnostics)->elements()) {
    table.uses.push_back(read_use(use, diagnostics));
  }
  for (const JsonNode area : require_member(root, "floor_areas", diagnostics)->members()) {
    table.floor_areas[area.key()] = read_name(area, diagnostics).value_or("");
  }
  return table;
}

}  // namespace

const EnergyUses& energy_uses() {
  static const EnergyUses kTable = [] {
    const JsonDocument document =
        JsonDocument::parse(embedded::kpi_tables("energy_uses"), "energy_uses.json");
    Diagnostics diagnostics;
    EnergyUses table = read_uses(document.root(), diagnostics);
    if (diagnostics.has_errors()) throw InputError(std::move(diagnostics));
    return table;
  }();
  return kTable;
}

}  // namespace hearth
