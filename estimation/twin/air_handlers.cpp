// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/air_handlers.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "hearth/estimation/twin/component_ids.hpp"

namespace hearth {
namespace {

constexpr const char* kSupply = "SupplyFlowJunction";

/// Returns the components of a node that connections among them join to one of them.
std::set<std::string> joined_to(const SimulationModel& model, const std::string& first,
                                const std::set<std::string>& node) {
  std::set<std::string> joined{first};
  for (std::size_t before = 0; before != joined.size();) {
    before = joined.size();
    for (const Connection& connection : model.connections()) {
      const std::string& from = connection.from.component;
      const std::string& to = connection.to.component;
      if (!node.contains(from) || !node.contains(to)) continue;
      if (joined.contains(from)) joined.insert(to);
      if (joined.contains(to)) joined.insert(from);
    }
  }
  return joined;
}

bool is_supplied_air(const Connection& connection, const std::string& junction) {
  return connection.from.component == junction && connection.from.port == "airTemperatureOut";
}

/// Returns the terminals to which connections bring the air of a junction.
std::vector<std::string> terminals_of(const SimulationModel& model, const Registry& registry,
                                      const std::string& junction) {
  std::vector<std::string> terminals;
  const auto add = [&](const Endpoint& to) {
    const ComponentType& type = *registry.find(model.component(to.component).type);
    const bool told = type.schema.find(Role::Input, "operationSignal") != nullptr;
    if (to.port == "supplyAirTemperature" && told) terminals.push_back(to.component);
  };
  for (const Connection& connection : model.connections()) {
    if (!is_supplied_air(connection, junction)) continue;
    add(connection.to);
    if (model.component(connection.to.component).type != "Sum") continue;
    for (const Connection& next : model.connections()) {  // past the mean of several units
      if (next.from.component == connection.to.component) add(next.to);
    }
  }
  return terminals;
}

}  // namespace

std::optional<std::string> AirHandler::part(const SimulationModel& model, const char* type) const {
  std::optional<std::string> found;
  for (const std::string& id : parts) {
    if (model.component(id).type != type) continue;
    if (found) return std::nullopt;
    found = id;
  }
  return found;
}

std::vector<AirHandler> air_handlers(const SimulationModel& model, const Registry& registry) {
  std::map<std::string, std::set<std::string>> nodes;  // components, by node of the graph
  for (const auto& [id, component] : model.components()) {
    if (!component.iri.empty()) nodes[component.iri].insert(id);
  }
  std::vector<AirHandler> units;
  std::set<std::string> seen;
  for (const auto& [id, component] : model.components()) {
    if (component.type != kSupply || component.iri.empty() || seen.contains(id)) continue;
    const std::set<std::string>& node = nodes.at(component.iri);
    const auto junctions_of = [&model](const std::set<std::string>& parts) {
      std::vector<std::string> junctions;
      std::copy_if(
          parts.begin(), parts.end(), std::back_inserter(junctions),
          [&model](const std::string& part) { return model.component(part).type == kSupply; });
      return junctions;
    };
    AirHandler unit;
    unit.parts = joined_to(model, id, node);
    unit.junctions = junctions_of(unit.parts);
    const bool alone = unit.junctions.size() == junctions_of(node).size();
    if (alone) unit.parts = node;
    unit.name = alone ? folder_of(id) : id;
    for (const std::string& junction : unit.junctions) {
      seen.insert(junction);
      unit.streams += static_cast<std::size_t>(std::count_if(
          model.connections().begin(), model.connections().end(),
          [&](const Connection& connection) { return is_supplied_air(connection, junction); }));
      for (std::string& terminal : terminals_of(model, registry, junction)) {
        unit.terminals.push_back(std::move(terminal));
      }
    }
    units.push_back(std::move(unit));
  }
  return units;
}

}  // namespace hearth
