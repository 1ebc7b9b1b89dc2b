// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/model/model_summary.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/framework/stepwise/simulation.hpp"

namespace hearth {
namespace {

const Field* output_of(const SimulationModel& model, const Registry& registry,
                       const std::string& id, const std::string& port) {
  const Component* component = model.find(id);
  const ComponentType* type = component == nullptr ? nullptr : registry.find(component->type);
  return type == nullptr ? nullptr : type->schema.find(Role::Output, port);
}

bool is_in(const Unit& unit, const Unit& other) {
  return std::string_view(unit.symbol) == other.symbol;
}

/// The unit of a Share is that of the quantity of which it is a share, a flow or heat.
bool carries_air_or_heat(const Field* output) {
  return output != nullptr && (is_in(output->unit, unit::kg_per_s) ||
                               is_in(output->unit, unit::W) || output->unit.any != 0);
}

bool is_gain(const SimulationModel& model, const std::string& id) {
  const Component* component = model.find(id);
  return component != nullptr && (component->type == "InternalGain" || component->type == "Gain");
}

/// Replaces series of files, which depend on folders, by constants: the weather of a cool day, and
/// the value 1 for hours and positions.
void use_constants(SimulationModel& model) {
  constexpr double kCool = 5.0;  // degC
  for (const auto& [id, component] : model.components()) {
    for (auto& [name, value] : model.component(id).config) {
      auto* series = std::get_if<SeriesSpec>(&value);
      const auto* column = series == nullptr ? nullptr : std::get_if<FileColumn>(&series->source);
      if (column == nullptr) continue;
      const bool temperature =
          name == "outdoorTemperature" || (column->unit && is_in(*column->unit, unit::degC));
      series->unit = temperature ? std::optional(unit::degC) : column->unit;
      series->source = temperature ? kCool : 1.0;
    }
  }
}

}  // namespace

std::set<std::string> rooms_of(const SimulationModel& model, const Registry& registry) {
  std::set<std::string> rooms;
  for (const auto& [id, component] : model.components()) {
    if (output_of(model, registry, id, "indoorTemperature") != nullptr) rooms.insert(id);
  }
  return rooms;
}

RoomCounts count_rooms(const BuiltModel& built, const Registry& registry) {
  const SimulationModel& model = built.model;
  const auto owner = [&](const std::string& id) {
    const auto found = built.owners.find(id);
    return found == built.owners.end() ? -1 : found->second;
  };
  const std::set<std::string> rooms = rooms_of(model, registry);
  std::set<int> of_rooms, served, aired;
  for (const std::string& room : rooms) of_rooms.insert(owner(room));
  for (const Connection& connection : model.connections()) {
    const int from = owner(connection.from.component);
    const int to = owner(connection.to.component);
    const Field* output =
        output_of(model, registry, connection.from.component, connection.from.port);
    if (!carries_air_or_heat(output) || is_gain(model, connection.from.component)) continue;
    if (connection.from.port == "heatLoss") continue;  // losses do not condition a room
    if (from == to) {
      if (rooms.contains(connection.to.component)) aired.insert(to);
    } else if (from >= 0 && to >= 0 && of_rooms.contains(from) != of_rooms.contains(to)) {
      served.insert(of_rooms.contains(from) ? from : to);
    } else if (of_rooms.contains(from) && of_rooms.contains(to) &&
               is_in(output->unit, unit::kg_per_s)) {
      served.insert(to);  // the air of another room flows into it
    }
  }
  RoomCounts counts;
  for (const std::string& room : rooms) {
    const int instance = owner(room);
    ++counts.total;
    if (served.contains(instance)) {
      ++counts.as_drawn;
    } else if (aired.contains(instance)) {
      ++counts.by_invented_air;
    } else {
      ++counts.unconditioned;
    }
  }
  return counts;
}

std::map<std::string, std::string> storeys_of(const BuiltModel& built, const Registry& registry,
                                              const Instances& instances, const GraphNames& names) {
  std::map<std::string, std::string> storeys;
  for (const std::string& room : rooms_of(built.model, registry)) {
    const auto owner = built.owners.find(room);
    if (owner == built.owners.end()) continue;
    const Instance& instance = instances.all()[static_cast<std::size_t>(owner->second)];
    const auto& nodes = instance.of(instance.rule->storey);
    if (!nodes.empty()) storeys[room] = names.name(nodes.front());
  }
  return storeys;
}

bool anything_flows(SimulationModel model, const Registry& registry) {
  constexpr double kNothing = 1e-9;  // kg/s, below the leakage flow of any component
  constexpr int kSteps = 6;
  if (!rooms_of(model, registry).empty()) return true;
  use_constants(model);
  try {
    const Plan plan = compile(model, registry);
    DataResolver resolver;
    RunRequest request;
    request.timezone = "UTC";
    request.period = {*model.defaults.start, *model.defaults.end, *model.defaults.step};
    const RunInputs inputs = resolve_inputs(plan, request, &resolver);
    const ConfigObjects<double> setup(plan, inputs);
    Simulation<double> simulation(setup);
    simulation.initialize();
    for (int step = 0; step < kSteps; ++step) {
      simulation.step();
      for (std::size_t cell = 0; cell < plan.signals.size(); ++cell) {
        if (!is_in(plan.signals[cell].unit, unit::kg_per_s)) continue;
        if (std::abs(simulation.value(static_cast<int>(cell))) > kNothing) return true;
      }
    }
    return false;
  } catch (const InputError&) {
    return true;
  }
}

}  // namespace hearth
