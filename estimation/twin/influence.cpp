// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/influence.hpp"

#include <cmath>
#include <cstddef>
#include <map>
#include <vector>

#include "hearth/estimation/twin/zone_details.hpp"
#include "hearth/framework/model/cell_values.hpp"

namespace hearth {
namespace {

constexpr int kPoints = 4;  // in a narrow and a wide range, each with two opposite orders of
                            // the numbers, as limits depend on the order

}  // namespace

InfluenceProbe::InfluenceProbe(const Plan& plan, int slot)
    : plan_(plan),
      alone_(plan, slot, LoneInstance::config_of(plan, slot)),
      instance_(plan.instances[static_cast<std::size_t>(slot)]) {
  const Slot& own = alone_.slot();
  for (int k = 0; k < own.in_count; ++k) {
    numbered_.push_back(plan.in_initial[static_cast<std::size_t>(own.in + k)]);
  }
  for (int k = 0; k < alone_.counts().state; ++k) numbered_.push_back(own.state + k);
  for (int k = 0; k < alone_.counts().held; ++k) numbered_.push_back(own.held + k);
}

void InfluenceProbe::number(int point) {
  constexpr double kGolden = 0.6180339887498949;
  const bool wide = point / 2 == 1;
  for (const int cell : numbered_) {
    const double place = kGolden * (cell + 1);
    const double fraction = place - std::floor(place);
    const double share = point % 2 == 0 ? fraction : 1.0 - fraction;
    alone_.cells()[cell] = wide ? -20.0 + 80.0 * share : 1.0 + share;
  }
}

InfluenceProbe::Rates InfluenceProbe::rates() {
  const ComponentType& type = alone_.type();
  Rates rates(static_cast<std::size_t>(alone_.counts().state), 0.0);
  type.plain.prepare(alone_.slot(), alone_.cells(), instance_.computed);
  type.plain.derivatives(alone_.slot(), alone_.frame(), rates.data());
  return rates;
}

std::vector<bool> InfluenceProbe::changed_by(int cell) {
  std::vector<bool> changed(static_cast<std::size_t>(alone_.counts().state), false);
  for (int point = 0; point < kPoints; ++point) {
    number(point);
    const Rates before = rates();
    double& value = alone_.cells()[cell];
    const double kept = value;
    value = value == 0.0 ? 1.0 : 1.25 * value;
    const Rates after = rates();
    value = kept;
    for (std::size_t i = 0; i < changed.size(); ++i) {
      if (after[i] != before[i]) changed[i] = true;
    }
  }
  return changed;
}

bool InfluenceProbe::parameter_acts(int cell) {
  if (!has_rates()) return true;
  for (const bool changed : changed_by(cell)) {
    if (changed) return true;
  }
  return false;
}

std::set<std::string> InfluenceProbe::inputs_acting_on(const std::string& state) {
  const SchemaView& schema = alone_.type().schema;
  const Field* own = schema.find(Role::State, state);
  std::set<std::string> acting;
  if (!has_rates() || own == nullptr) {
    for (const Field& field : schema) {
      if (field.role == Role::Input) acting.emplace(field.name);
    }
    return acting;
  }
  const auto states = static_cast<std::size_t>(alone_.counts().state);
  std::vector<std::vector<bool>> by_state;
  for (std::size_t i = 0; i < states; ++i) {
    by_state.push_back(changed_by(alone_.slot().state + static_cast<int>(i)));
  }
  std::vector<bool> needed(states, false);
  std::vector<std::size_t> waiting{
      static_cast<std::size_t>(cell_offset(schema, *own, instance_.sizes))};
  needed[waiting.front()] = true;
  while (!waiting.empty()) {
    const std::size_t rate = waiting.back();
    waiting.pop_back();
    for (std::size_t i = 0; i < states; ++i) {
      if (!by_state[i][rate] || needed[i]) continue;
      needed[i] = true;
      waiting.push_back(i);
    }
  }
  for (const Field& field : schema) {
    if (field.role != Role::Input) continue;
    const int first = alone_.slot().in + cell_offset(schema, field, instance_.sizes);
    const int count = field.many ? instance_.sizes[schema.set_index(field.set)] : 1;
    for (int k = 0; k < count; ++k) {
      const auto changed = changed_by(plan_.in_initial[static_cast<std::size_t>(first + k)]);
      for (std::size_t i = 0; i < states; ++i) {
        if (changed[i] && needed[i]) acting.emplace(field.name);
      }
    }
  }
  return acting;
}

bool feeds_alone(const SimulationModel& model, const Registry& registry,
                 const std::string& component, const std::string& fed) {
  const ComponentType* type = registry.find(model.component(component).type);
  if (type == nullptr) return false;
  for (const Field& field : type->schema) {
    if (field.role == Role::State || field.role == Role::Held) return false;
  }
  bool feeds = false;
  for (const Connection& connection : model.connections()) {
    if (connection.from.component != component) continue;
    if (connection.to.component != fed) return false;
    feeds = true;
  }
  return feeds;
}

SimulationModel acting_part(const SimulationModel& model, const Plan& plan,
                            const std::set<std::string>& zones) {
  std::map<std::string, std::vector<const Connection*>> feeding;  // by the component that is fed
  for (const Connection& connection : model.connections()) {
    feeding[connection.to.component].push_back(&connection);
  }
  for (const Connection& event : model.events()) feeding[event.to.component].push_back(&event);
  std::set<const Connection*> dropped;
  for (const std::string& zone : zones) {
    const int slot = plan.slot_of(zone);
    const SchemaView& schema = plan.instances[static_cast<std::size_t>(slot)].type->schema;
    const std::set<std::string> acting =
        InfluenceProbe(plan, slot).inputs_acting_on(kZoneTemperature);
    std::erase_if(feeding[zone], [&](const Connection* connection) {
      const Field* input = schema.find(Role::Input, connection->to.port);
      const bool idle =
          input != nullptr && input->has_default && !acting.contains(connection->to.port);
      if (idle) dropped.insert(connection);
      return idle;
    });
  }
  std::set<std::string> needed(zones);
  std::vector<std::string> waiting(zones.begin(), zones.end());
  SimulationModel part;
  part.name = model.name;
  part.site = model.site;
  part.defaults = model.defaults;
  part.files = model.files;
  while (!waiting.empty()) {
    const std::string id = waiting.back();
    waiting.pop_back();
    part.add_component(model.component(id));
    for (const Connection* connection : feeding[id]) {
      if (needed.insert(connection->from.component).second) {
        waiting.push_back(connection->from.component);
      }
    }
  }
  for (const Connection& connection : model.connections()) {
    const bool stays = needed.contains(connection.to.component) && !dropped.contains(&connection);
    if (stays) part.add_connection(connection);
  }
  for (const Connection& event : model.events()) {
    if (needed.contains(event.to.component)) part.add_event(event);
  }
  for (const auto& [output, measurement] : model.measurements) {
    const auto end = parse_endpoint(output);
    if (end && needed.contains(end->component)) part.measurements[output] = measurement;
  }
  for (const std::string& input : model.inputs) {
    if (needed.contains(input.substr(0, input.find(".in.")))) part.inputs.push_back(input);
  }
  return part;
}

}  // namespace hearth
