// SPDX-License-Identifier: MIT
#include "hearth/estimation/control/controlled_model.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hearth/framework/base/suggestions.hpp"

namespace hearth {
namespace {

/// The output that a decision replaces.
struct Replaced {
  Endpoint source;                  // component "": an input without a connection
  std::vector<Endpoint> receivers;  // inputs that get the decision
  std::vector<Connection> removed;
};

class Replacement {
 public:
  Replacement(const SimulationModel& model, const Registry& registry, const std::string& name,
              const Where& where)
      : model_(model), registry_(registry), name_(name), where_(where) {}

  Replaced find() const {
    std::optional<Endpoint> end = parse_endpoint(name_);
    if (!end) fail("control.target_unknown", "expected id.port or id.in.port");
    const std::string& id = end->component;
    const bool input = end->port.starts_with(kInputMark);
    if (input) end->port.erase(0, kInputMark.size());
    const Component* component = model_.find(id);
    if (component == nullptr) {
      std::vector<std::string> ids;
      for (const auto& [known, unused] : model_.components()) ids.push_back(known);
      fail("control.target_unknown",
           fmt::format("the model has no component '{}'{}", id, expected_name(id, ids)));
    }
    require_port(*component, *end, input ? Role::Input : Role::Output);
    return input ? into(*end) : out_of(*end);
  }

 private:
  [[noreturn]] void fail(const char* code, const std::string& message) const {
    throw InputError(code, where_, fmt::format("'{}' cannot be decided: {}", name_, message));
  }

  /// Types that are made from configurations, such as FMUs, are known only after compilation.
  void require_port(const Component& component, const Endpoint& end, Role role) const {
    const ComponentType* type = registry_.find(component.type);
    if (type == nullptr || type->specialize) return;
    if (type->schema.find(role, end.port) != nullptr) return;
    std::vector<std::string> ports;
    for (const Field& field : type->schema) {
      if (field.role == role) ports.emplace_back(field.name);
    }
    fail("control.target_unknown",
         fmt::format("{} '{}' has no {} '{}'{}", component.type, component.id,
                     role == Role::Input ? "input" : "output", end.port,
                     expected_name(end.port, ports)));
  }

  Replaced into(const Endpoint& input) const {
    Replaced result;
    result.receivers.push_back(input);
    for (const Connection& connection : model_.connections()) {
      if (connection.to != input) continue;
      result.source = connection.from;
      result.removed.push_back(connection);
    }
    return result;
  }

  Replaced out_of(const Endpoint& output) const {
    Replaced result;
    result.source = output;
    for (const Connection& connection : model_.connections()) {
      if (connection.from != output) continue;
      result.receivers.push_back(connection.to);
      result.removed.push_back(connection);
    }
    if (result.removed.empty()) {
      fail("control.target_unused",
           "no input receives it; decide an output that is connected, or an input 'id.in.port'");
    }
    return result;
  }

  const SimulationModel& model_;
  const Registry& registry_;
  const std::string& name_;
  const Where& where_;
};

Component& add_component(SimulationModel& model, const std::string& id, const char* type) {
  Component component;
  component.id = id;
  component.type = type;
  return model.add_component(std::move(component));
}

std::string free_id(const SimulationModel& model, std::string base) {
  std::replace_if(
      base.begin(), base.end(), [](char c) { return c == '.' || c == '@'; }, ' ');
  while (model.find(base) != nullptr || model.composites().count(base) > 0) base += " decided";
  return base;
}

/// Removes inputs that get a decision from the inputs that are set from outside.
void free_receivers(SimulationModel& model, const Replaced& replaced) {
  for (const Endpoint& receiver : replaced.receivers) {
    Endpoint input = receiver;
    input.port.insert(0, kInputMark);
    std::erase(model.inputs, to_string(input));
  }
}

void connect(SimulationModel& model, const Replaced& replaced, const std::string& id,
             const std::string& port) {
  for (const Connection& connection : replaced.removed) {
    model.remove_connection(connection);
  }
  for (const Endpoint& receiver : replaced.receivers) {
    model.add_connection(Connection{{id, port, ""}, receiver});
  }
}

/// Divides the receivers into those without and those with a delayed connection; if all or none
/// were delayed, all are in the first part.
std::pair<Replaced, Replaced> divided(const Replaced& replaced,
                                      const std::vector<Connection>& delayed) {
  Replaced first{replaced.source, {}, {}}, later{replaced.source, {}, {}};
  for (std::size_t i = 0; i < replaced.removed.size(); ++i) {
    const Connection& own = replaced.removed[i];
    const bool late = std::find(delayed.begin(), delayed.end(), own) != delayed.end();
    Replaced& part = late ? later : first;
    part.receivers.push_back(own.to);
    part.removed.push_back(own);
  }
  if (first.removed.empty() || later.removed.empty()) return {replaced, {}};
  return {std::move(first), std::move(later)};
}

/// A type that only delivers a series, its configuration `value`.
struct SeriesType {
  const char* type;
  const char* port;
};
constexpr SeriesType kSchedule{"Schedule", "scheduleValue"};
constexpr SeriesType kTimeSeries{"TimeSeries", "value"};

/// Returns the type that can replace a component whose output is decided; nothing for a component
/// with other inputs or outputs.
std::optional<SeriesType> series_in_place_of(const Component& component, const Endpoint& output,
                                             const Registry& registry) {
  const ComponentType* type = registry.find(component.type);
  if (type == nullptr || type->specialize || !output.key.empty()) return std::nullopt;
  const bool more = std::any_of(type->schema.begin(), type->schema.end(), [&](const Field& field) {
    const bool other = field.role == Role::Output && field.name != output.port;
    return other || field.role == Role::Input || field.role == Role::Guard;
  });
  if (more) return std::nullopt;
  for (const SeriesType& series : {kSchedule, kTimeSeries}) {
    if (output.port == series.port) return series;
  }
  return std::nullopt;
}

}  // namespace

ControlledModel controlled_model(const SimulationModel& model,
                                 const std::vector<ControlDecision>& decisions,
                                 const std::map<std::string, std::string>& names,
                                 const Registry& registry, const std::vector<Connection>& delayed) {
  ControlledModel result{model, {}, {}, {}, {}};
  Diagnostics diagnostics;
  std::set<Endpoint> taken;
  for (const ControlDecision& decision : decisions) {
    const auto other = names.find(decision.target);
    const std::string& name = other == names.end() ? decision.target : other->second;
    try {
      const Replaced replaced = Replacement(model, registry, name, decision.where).find();
      for (const Endpoint& receiver : replaced.receivers) {
        if (taken.insert(receiver).second) continue;
        throw InputError(
            "control.target_duplicate", decision.where,
            fmt::format(
                "'{}' is decided twice: its input '{}' has another decision; remove one of them",
                name, to_string(receiver)));
      }
      const auto add_pass = [&](const Replaced& own) {
        const std::string id = free_id(result.model, name);
        add_component(result.model, id, "PassThrough");
        connect(result.model, own, id, "value");
        result.model.inputs.push_back(id + ".in.value");
        free_receivers(result.model, own);
        return id;
      };
      const auto [first, later] = divided(replaced, delayed);
      result.components.push_back(add_pass(first));
      result.delayed.push_back(later.receivers.empty() ? "" : add_pass(later));
      const bool fed = !replaced.source.component.empty();
      result.replaced.push_back(fed ? to_string(replaced.source) : "");
      result.removed.push_back(replaced.removed);
    } catch (const Error& error) {
      diagnostics.append(error.diagnostics());
    }
  }
  if (diagnostics.has_errors()) throw InputError(std::move(diagnostics));
  return result;
}

void keep_units(ControlledModel& controlled, const Plan& plan) {
  const std::set<std::string> sources(controlled.replaced.begin(), controlled.replaced.end());
  for (const std::string& source : sources) {
    const std::optional<Endpoint> end = parse_endpoint(source);
    if (!end) continue;  // the input had no connection
    const PlannedInstance& instance =
        plan.instances[static_cast<std::size_t>(plan.slot_of(end->component))];
    const Field* field = instance.type->schema.find(Role::Output, end->port);
    const Unit& unit = plan.signals[static_cast<std::size_t>(plan.signal(source))].unit;
    if (field == nullptr || field->unit.any == 0) continue;
    // the unit is unknown
    if (unit.bare || unit == unit::one || !parse_unit(unit.symbol)) continue;
    const std::string id = free_id(controlled.model, source + " unit");
    Component& receiver = add_component(controlled.model, id, "Expression");
    receiver.config["inputs"] = FormulaTexts{{{"value", unit.symbol}}};
    receiver.config["outputs"] = FormulaTexts{{{"same", "value"}}};
    controlled.model.add_connection(Connection{*end, {id, "value", ""}});
  }
}

DecidedModel decided_model(const SimulationModel& model,
                           const std::vector<ControlDecision>& decisions,
                           const std::vector<SeriesSpec>& values, const Registry& registry) {
  DecidedModel result{model, {}};
  for (std::size_t d = 0; d < decisions.size(); ++d) {
    const ControlDecision& decision = decisions[d];
    const Replaced replaced = Replacement(model, registry, decision.target, decision.where).find();
    const Component* source = model.find(replaced.source.component);
    const bool is_output = source != nullptr && decision.target == to_string(replaced.source);
    const std::optional<SeriesType> series =
        is_output ? series_in_place_of(*source, replaced.source, registry) : std::nullopt;
    if (series) {
      Component& component = result.model.component(source->id);
      component.type = series->type;
      component.config = {{"value", values[d]}};
      component.parameters.clear();
      component.initial.clear();
      component.clock.reset();
      result.sources.push_back(decision.target);
      continue;
    }
    const std::string id = free_id(result.model, decision.target);
    Component& schedule = add_component(result.model, id, kSchedule.type);
    schedule.config["value"] = values[d];
    connect(result.model, replaced, id, kSchedule.port);
    free_receivers(result.model, replaced);
    result.sources.push_back(id + "." + kSchedule.port);
  }
  return result;
}

}  // namespace hearth
