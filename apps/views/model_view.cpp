// SPDX-License-Identifier: MIT
#include "hearth/apps/views/model_view.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/results/run_words.hpp"
#include "hearth/framework/component/cells.hpp"
#include "hearth/framework/model/cell_values.hpp"
#include "hearth/framework/model/resolved_model.hpp"

namespace hearth::apps {
namespace {

/// Returns the cells of a plan with derived constants and computed defaults filled in.
Cells<double> prepared_cells(const Plan& plan) {
  Cells<double> cells(plan.cells.size());
  for (std::size_t i = 0; i < plan.slots.size(); ++i) {
    plan.instances[i].type->plain.construct(plan.slots[i], cells.data());
  }
  for (std::size_t i = 0; i < plan.cells.size(); ++i) cells[static_cast<int>(i)] = plan.cells[i];
  for (std::size_t i = 0; i < plan.slots.size(); ++i) {
    const PlannedInstance& instance = plan.instances[i];
    instance.type->plain.prepare(plan.slots[i], cells.data(), instance.computed);
  }
  return cells;
}

const std::vector<std::string>& keys_of(const PlannedInstance& instance, const Field& field) {
  static const std::vector<std::string> plain = {""};
  if (!field.many) return plain;
  return instance.keys[instance.type->schema.set_index(field.set)];
}

/// Returns the symbol of a unit; for an unnamed unit, `1/any` becomes `1/ppm`.
std::string unit_text(const Unit& unit, const std::optional<Unit>& shared) {
  std::string text = unit.symbol;
  const std::string placeholder = unit::any.symbol;
  const auto at = text.find(placeholder);
  if (at != std::string::npos && shared) text.replace(at, placeholder.size(), shared->symbol);
  return text;
}

/// Adds the numbers of a field, one for each key; `first` is the first cell of its role.
void add_values(const PlannedInstance& instance, const Field& field, int first,
                const Cells<double>& cells, const std::string& source,
                std::vector<NamedValue>& values) {
  const std::string unit = unit_text(resolve_any(field.unit, instance.any), instance.any);
  int cell = first + cell_offset(instance.type->schema, field, instance.sizes);
  for (const std::string& key : keys_of(instance, field)) {
    std::string name = instance.id + "." + std::string(field.name);
    if (!key.empty()) name += "[" + key + "]";
    values.push_back({std::move(name), cells[cell++], unit, source, field.range.min,
                      field.range.max, std::string(field.doc)});
  }
}

std::string source_of(const Plan& plan, const PlannedInstance& instance, const Field& field) {
  const auto& given = plan.model.component(instance.id).parameters;
  const auto setting = given.find(std::string(field.name));
  if (setting != given.end()) {
    return setting->second.source.empty() ? "model" : setting->second.source;
  }
  return field.computed ? "computed" : "default";
}

/// The positions of the instances by id.
std::vector<std::size_t> by_id(const Plan& plan) {
  std::vector<std::size_t> order(plan.instances.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&plan](std::size_t a, std::size_t b) {
    return plan.instances[a].id < plan.instances[b].id;
  });
  return order;
}

}  // namespace

std::vector<NamedValue> parameter_values(const Plan& plan) {
  const Cells<double> cells = prepared_cells(plan);
  std::vector<NamedValue> values;
  for (const std::size_t i : by_id(plan)) {
    const PlannedInstance& instance = plan.instances[i];
    for (const Field& field : instance.type->schema) {
      if (field.role != Role::Parameter) continue;
      add_values(instance, field, plan.slots[i].parameter, cells, source_of(plan, instance, field),
                 values);
    }
  }
  return values;
}

std::vector<NamedValue> state_values(const Plan& plan) {
  const Cells<double> cells = prepared_cells(plan);
  std::vector<NamedValue> values;
  for (const std::size_t i : by_id(plan)) {
    const PlannedInstance& instance = plan.instances[i];
    for (const Field& field : instance.type->schema) {
      if (field.role != Role::State && field.role != Role::Held) continue;
      if (field.own_start) continue;
      const int first = field.role == Role::State ? plan.slots[i].state : plan.slots[i].held;
      add_values(instance, field, first, cells, "", values);
    }
  }
  return values;
}

std::vector<NamedInput> input_values(const Plan& plan) {
  std::map<std::pair<std::string, std::string>, std::vector<const Connection*>> fed;
  for (const Connection& connection : plan.model.connections()) {
    fed[{connection.to.component, connection.to.port}].push_back(&connection);
  }
  std::vector<NamedInput> inputs;
  for (const std::size_t i : by_id(plan)) {
    const PlannedInstance& instance = plan.instances[i];
    for (const Field& field : instance.type->schema) {
      if (field.role != Role::Input) continue;
      const std::string name = instance.id + "." + std::string(field.name);
      const Unit unit = resolve_any(field.unit, instance.any);
      const auto found = fed.find({instance.id, std::string(field.name)});
      if (found == fed.end()) {
        if (!field.many) inputs.push_back({name, unit.symbol, "", field.range.value});
        continue;
      }
      for (const Connection* connection : found->second) {
        inputs.push_back({field.many ? input_name(plan, *connection) : name, unit.symbol,
                          to_string(connection->from), std::nullopt});
      }
    }
  }
  return inputs;
}

std::string input_name(const Plan& plan, const Connection& connection) {
  Endpoint end = connection.to;
  const ComponentType* type = known_components().find(plan.model.component(end.component).type);
  const SchemaView& schema = type->schema;
  const Field* input = schema.find(Role::Input, end.port);
  const bool implied = end.key == connection.from.component && input != nullptr &&
                       schema.inputs_over(input->set) == 1;
  if (implied) end.key.clear();
  return to_string(end);
}

std::vector<RemovedConnection> removed_connections(const Plan& plan) {
  std::vector<RemovedConnection> removed;
  for (const LagSlot& lag : plan.lags) {
    removed.push_back(
        {to_string(lag.connection->from), input_name(plan, *lag.connection), lag.carrier});
  }
  std::sort(removed.begin(), removed.end(),
            [](const RemovedConnection& a, const RemovedConnection& b) {
              return std::tie(a.from, a.to) < std::tie(b.from, b.to);
            });
  return removed;
}

std::vector<InitialOutput> initial_outputs(const ViewedPlan& viewed) {
  const Plan& plan = *viewed.plan;
  std::map<std::string, InitialOutput> outputs;  // several connections may start at one output
  for (const LagSlot& lag : plan.lags) {
    const Signal& signal = plan.signals[lag.transfer.from];
    InitialOutput output{signal.name, "computed", {}, signal.unit};
    const Endpoint& from = lag.connection->from;
    const std::string port = from.component + "." + from.port;
    const bool missing =
        std::find(viewed.missing.begin(), viewed.missing.end(), port) != viewed.missing.end();
    for (const auto& [cell, value] : plan.given_outputs) {
      if (cell != lag.transfer.from || missing) continue;
      output.source = "given";
      output.value = value;
    }
    if (missing) output.source = "missing";
    outputs.emplace(signal.name, std::move(output));
  }
  std::vector<InitialOutput> list;
  for (auto& [name, output] : outputs) list.push_back(std::move(output));
  return list;
}

const char* carrier_name(Carrier carrier) {
  switch (carrier) {
    case Carrier::State:
      return "state";
    case Carrier::Update:
      return "update";
    default:
      return "algebraic";
  }
}

std::string_view policy_name(CycleRemoval policy) { return word_for(policy, kCycleRemovalWords); }

const char* method_name(Order::Method method) {
  switch (method) {
    case Order::Method::Acyclic:
      return "acyclic";
    case Order::Method::Exact:
      return "exact";
    default:
      return "heuristic";
  }
}

}  // namespace hearth::apps
