// SPDX-License-Identifier: MIT
#include "hearth/estimation/kpis/internal/water_paths.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace hearth {
namespace {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_water(std::string_view port) {
  return contains(port, "aterTemperature") && !contains(port, "Setpoint");
}

bool has_water_input(const ComponentType& type) {
  return std::any_of(type.schema.begin(), type.schema.end(), [](const Field& field) {
    return field.role == Role::Input && is_water(field.name);
  });
}

/// Returns whether a component passes on whatever it receives, such as a sum.
bool is_block(const ComponentType& type) {
  return std::none_of(type.schema.begin(), type.schema.end(), [](const Field& field) {
    return field.role == Role::Input && contains(field.name, "emperature");
  });
}

}  // namespace

WaterPaths::WaterPaths(const Plan& plan) {
  for (const PlannedInstance& instance : plan.instances) instances_[instance.id] = &instance;
  for (const Connection& connection : plan.model.connections()) {
    if (!carries_water(connection)) continue;
    into_.emplace(connection.to.component, &connection);
    from_.emplace(connection.from.component, &connection);
  }
}

/// An exchanger of two streams of water has inputs such as `primaryTemperatureIn`.
bool WaterPaths::carries_water(const Connection& connection) const {
  const auto found = instances_.find(connection.to.component);
  if (found == instances_.end()) return false;
  const ComponentType& type = *found->second->type;
  if (is_water(connection.to.port)) return true;
  if (contains(connection.to.port, "TemperatureIn")) return contains(type.name, "Water");
  return is_block(type) && !has_water_input(type);
}

bool WaterPaths::is_plant(const std::string& id, const std::vector<std::string>& plants) const {
  const auto found = instances_.find(id);
  return found != instances_.end() &&
         std::find(plants.begin(), plants.end(), found->second->type->name) != plants.end();
}

WaterPaths::Source WaterPaths::source(const std::string& id, const std::vector<std::string>& plants,
                                      const std::string& other) const {
  bool open = true;
  const auto [first, last] = into_.equal_range(id);
  for (auto link = first; link != last; ++link) {
    open = open && (!is_water(link->second->to.port) || contains(link->second->to.port, other));
  }
  if (open) return Source::Open;
  for (const bool up : {true, false}) {
    const Links& links = up ? into_ : from_;
    std::set<std::string> seen{id};
    std::vector<std::string> waiting{id};
    while (!waiting.empty()) {
      const std::string at = waiting.back();
      waiting.pop_back();
      const auto [begin, end] = links.equal_range(at);
      for (auto link = begin; link != end; ++link) {
        const Connection& connection = *link->second;
        const std::string& port = up ? connection.to.port : connection.from.port;
        if (at == id && (contains(port, other) || !is_water(port))) continue;
        const std::string& next = up ? connection.from.component : connection.to.component;
        if (is_plant(next, plants)) return Source::Plant;
        if (seen.insert(next).second) waiting.push_back(next);
      }
    }
  }
  return Source::Elsewhere;
}

}  // namespace hearth
