// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/internal/air_handlers.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "hearth/framework/model/component_ids.hpp"

namespace hearth {
namespace {

constexpr const char* kSupplyJunction = "SupplyFlowJunction";

/// Returns the components of a node that connections within the node join to `first`.
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

/// Finds the components that take the air from an output, directly or through sensors and through
/// means over several units.
class AirTakers {
 public:
  AirTakers(const SimulationModel& model, const Registry& registry)
      : model_(model), registry_(registry) {}

  void follow(const std::string& id, const char* output) {
    if (!followed_.insert(id).second) return;
    for (const Connection& connection : model_.connections()) {
      if (connection.from.component == id && connection.from.port == output) see(connection.to);
    }
  }

  std::set<std::string> terminals, others;

 private:
  void see(const Endpoint& to) {
    const Component& component = model_.component(to.component);
    if (component.type == "Sum") return follow(to.component, "y");
    if (component.type == "PassThrough") return follow(to.component, "value");
    if (to.port == "actualValue") return;  // a controller reads it
    const auto& schema = registry_.find(component.type)->schema;
    const bool rests =
        to.port == "supplyAirTemperature" && schema.find(Role::Input, "operationSignal") != nullptr;
    (rests ? terminals : others).insert(to.component);
  }

  const SimulationModel& model_;
  const Registry& registry_;
  std::set<std::string> followed_;
};

}  // namespace

std::vector<std::string> AirHandler::parts_of(const SimulationModel& model,
                                              const char* type) const {
  std::vector<std::string> found;
  for (const std::string& id : parts) {
    if (model.component(id).type == type) found.push_back(id);
  }
  return found;
}

std::optional<std::string> AirHandler::part(const SimulationModel& model, const char* type) const {
  std::vector<std::string> found = parts_of(model, type);
  return found.size() == 1 ? std::optional(std::move(found.front())) : std::nullopt;
}

std::vector<std::string> AirHandler::supply_fans(const SimulationModel& model) const {
  std::vector<std::string> fans;
  for (const Connection& connection : model.connections()) {
    const auto& [from, to] = std::pair(connection.from.component, connection.to.component);
    const bool is_supply = std::find(junctions.begin(), junctions.end(), from) != junctions.end();
    if (!is_supply || connection.to.port != "airFlowRate") continue;
    if (model.component(to).type == "Fan") fans.push_back(to);
  }
  return fans;
}

std::vector<AirHandler> air_handlers(const SimulationModel& model, const Registry& registry) {
  std::map<std::string, std::set<std::string>> nodes;  // components by node of the graph
  for (const auto& [id, component] : model.components()) {
    if (!component.iri.empty()) nodes[component.iri].insert(id);
  }
  std::vector<AirHandler> units;
  std::set<std::string> seen;
  for (const auto& [id, component] : model.components()) {
    if (component.type != kSupplyJunction || component.iri.empty() || seen.contains(id)) continue;
    const std::set<std::string>& node = nodes.at(component.iri);
    const auto junctions_of = [&model](const std::set<std::string>& parts) {
      std::vector<std::string> junctions;
      std::copy_if(parts.begin(), parts.end(), std::back_inserter(junctions),
                   [&model](const std::string& part) {
                     return model.component(part).type == kSupplyJunction;
                   });
      return junctions;
    };
    AirHandler unit;
    unit.iri = component.iri;
    unit.parts = joined_to(model, id, node);
    unit.junctions = junctions_of(unit.parts);
    const bool alone = unit.junctions.size() == junctions_of(node).size();
    if (alone) unit.parts = node;
    unit.name = alone ? folder_of(id) : id;
    AirTakers takers(model, registry);
    for (const std::string& junction : unit.junctions) {
      seen.insert(junction);
      takers.follow(junction, "airTemperatureOut");
    }
    unit.terminals.assign(takers.terminals.begin(), takers.terminals.end());
    unit.others.assign(takers.others.begin(), takers.others.end());
    units.push_back(std::move(unit));
  }
  return units;
}

}  // namespace hearth
