// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/model/bare_numbers.hpp"
#include "hearth/framework/model/cell_values.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/model/resolved_model.hpp"

namespace hearth {
namespace {

std::atomic<long> resolved{0};

const ResolvedComponent* component_of(const ResolvedModel& wiring, const Endpoint& end) {
  const int index = wiring.index_of(end.component);
  return index < 0 ? nullptr : &wiring.components[index];
}

/// Returns whether an output exists, and its entry if it is over an index set.
bool is_output(const ResolvedModel& wiring, const Endpoint& end) {
  const ResolvedComponent* wired = component_of(wiring, end);
  const Field* field =
      wired == nullptr ? nullptr : wired->type->schema.find(Role::Output, end.port);
  if (field == nullptr || !field->many) return field != nullptr && end.key.empty();
  return wired->entry(wired->type->schema.set_index(field->set), end.key) >= 0;
}

/// Returns every `id.port` of a role, with `prefix` between the dot and the port.
std::vector<std::string> ports_of(const ResolvedModel& wiring, Role role,
                                  const std::string& prefix = "") {
  std::vector<std::string> names;
  for (const ResolvedComponent& wired : wiring.components) {
    for (const Field& field : wired.type->schema) {
      if (field.role != role) continue;
      names.push_back(wired.component->id + "." + prefix + std::string(field.name));
    }
  }
  return names;
}

void check_measured_unit(const ResolvedModel& wiring, const Endpoint& end,
                         const Measurement& measurement, Diagnostics& diagnostics) {
  const ResolvedComponent& wired = *component_of(wiring, end);
  const Unit& generic = wired.type->schema.find(Role::Output, end.port)->unit;
  if (generic.any != 0 && !wired.any) return;  // bare numbers
  const Unit port = resolve_any(generic, wired.any);
  const std::optional<Unit>& given = measurement.column.unit;
  if (!given || given->compatible(port)) return;
  const Where where = measurement.where.at(end.component, end.port);
  diagnostics.error(
      "model.unit_mismatch", where,
      std::string("the measurement is in [") + given->symbol + "], expected [" + port.symbol + "]");
}

void check_measurements(const SimulationModel& model, const ResolvedModel& wiring,
                        Diagnostics& diagnostics) {
  for (const auto& [path, measurement] : model.measurements) {
    const std::optional<Endpoint> end = parse_endpoint(path);
    if (end && is_output(wiring, *end)) {
      check_measured_unit(wiring, *end, measurement, diagnostics);
      continue;
    }
    Where where = measurement.where;
    where.pointer = where.pointer.empty() ? path : where.pointer;
    diagnostics.error(
        "model.measurement_unknown", where,
        "no output is named '" + path + "'" + diagnostics.suggestions().expected_of(path, [&] {
          return ports_of(wiring, Role::Output);
        }) + parts_hint(model, path));
  }
}

/// Returns the first source of each input, by the id of its component and its name.
auto sources_of_inputs(const ResolvedModel& wiring) {
  std::map<std::pair<std::string_view, std::string_view>, const ResolvedConnection*> sources;
  for (const ResolvedConnection& connection : wiring.connections) {
    const auto target = static_cast<std::size_t>(connection.target);
    const std::string& id = wiring.components[target].component->id;
    sources.try_emplace({id, connection.input->name}, &connection);
  }
  return sources;
}

void check_inputs(const SimulationModel& model, const ResolvedModel& wiring,
                  Diagnostics& diagnostics) {
  if (model.inputs.empty()) return;
  const auto sources = sources_of_inputs(wiring);
  for (const std::string& path : model.inputs) {
    std::optional<Endpoint> end = parse_endpoint(path);
    if (end && end->port.starts_with("in.")) end->port.erase(0, 3);
    const ResolvedComponent* wired = end ? component_of(wiring, *end) : nullptr;
    Where where;
    where.pointer = path;
    if (wired == nullptr || wired->type->schema.find(Role::Input, end->port) == nullptr) {
      diagnostics.error("model.input_unknown", where,
                        "no input has this name" + diagnostics.suggestions().expected_of(path, [&] {
                          return ports_of(wiring, Role::Input, "in.");
                        }) + parts_hint(model, path));
    } else if (const auto source = sources.find({wired->component->id, end->port});
               source != sources.end()) {
      diagnostics.error("model.input_taken", where,
                        "cannot be an input of the model, as it has a source: " +
                            to_string(*source->second->connection) + "; remove one");
    }
  }
}

/// Reports a port of a composite that does not represent a port of one of its parts. Parts that
/// were removed from the model are not reported.
void check_port(const SimulationModel& model, const ResolvedModel& wiring, const std::string& id,
                const std::string& name, const Endpoint& end, Role role, Diagnostics& diagnostics) {
  const Composite& composite = *model.composites().find(id)->second.composite;
  const std::string part = end.component.substr(id.size() + 1);
  const Where where = composite.where.at(id, name);
  const char* kind = role == Role::Input ? "input" : "output";
  if (const auto inner = composite.model.composites().find(part);
      inner != composite.model.composites().end()) {
    const auto& ports = inner->second;
    if (role == Role::Input ? ports.inputs.contains(end.port) : ports.outputs.contains(end.port)) {
      return;
    }
    diagnostics.error("model.port_unknown", where,
                      "represents '" + part + "." + end.port + "', but the composite '" + part +
                          "' has no " + kind + " '" + end.port + "'");
    return;
  }
  if (composite.model.find(part) == nullptr) {
    const auto known = [&composite] {
      std::vector<std::string> parts;
      for (const auto& [id, component] : composite.model.components()) parts.push_back(id);
      return parts;
    };
    diagnostics.error("model.component_unknown", where,
                      "represents '" + part + "." + end.port + "', but no part is named '" + part +
                          "'" + diagnostics.suggestions().expected_of(part, known));
    return;
  }
  const ResolvedComponent* wired = component_of(wiring, end);
  if (wired == nullptr || wired->type->schema.find(role, end.port) != nullptr) return;
  std::vector<std::string> ports;
  for (const Field& field : wired->type->schema) {
    if (field.role == role) ports.emplace_back(field.name);
  }
  diagnostics.error("model.port_unknown", where,
                    "represents '" + part + "." + end.port + "', but " + wired->type->name +
                        " has no " + kind + " '" + end.port + "'" +
                        diagnostics.suggestions().expected(end.port, ports));
}

void check_composites(const SimulationModel& model, const ResolvedModel& wiring,
                      const Registry& registry, Diagnostics& diagnostics) {
  std::set<const Composite*> checked;
  for (const auto& [id, instance] : model.composites()) {
    if (!checked.insert(instance.composite.get()).second) continue;
    const std::string& name = instance.composite->name;
    if (!name.empty() && (name == kCompositeType || registry.find(name) != nullptr)) {
      diagnostics.error(
          "model.id_duplicate", instance.composite->where.at(id),
          "a component type already has the name '" + name + "'; rename the composite");
    }
    for (const auto& [port, ends] : instance.inputs) {
      for (const Endpoint& end : ends) {
        check_port(model, wiring, id, port, end, Role::Input, diagnostics);
      }
    }
    for (const auto& [port, end] : instance.outputs) {
      check_port(model, wiring, id, port, end, Role::Output, diagnostics);
    }
  }
}

constexpr double kShortestPeriod = 1e-3;  // s, the resolution of time

void check_clocks(const ResolvedModel& wiring, Diagnostics& diagnostics) {
  for (const ResolvedComponent& wired : wiring.components) {
    if (!wired.component->clock) continue;
    const SampleClock& clock = *wired.component->clock;
    const Where where = wired.component->where.at(wired.component->id);
    if (!wired.type->traits.has_update) {
      diagnostics.error("model.clock_unused", where,
                        wired.type->name + " takes no samples; remove the clock");
    } else if (!(clock.period >= kShortestPeriod && clock.period <= kLongestTime) ||
               !(std::abs(clock.offset) <= kLongestTime) || std::isnan(clock.end.value_or(0.0))) {
      diagnostics.error("model.clock_invalid", where,
                        "expected period > 0 s (at least 0.001 s) and a finite offset");
    } else if (!(clock.jitter >= 0.0 && clock.jitter < clock.period)) {
      diagnostics.error("model.clock_invalid", where,
                        "expected a jitter of 0 s or more, shorter than the period");
    }
  }
}

/// Reports an end of an event connection that is not a guard, or a guard that receives no events.
void check_event_end(const ResolvedModel& wiring, const Connection& event, const Endpoint& end,
                     bool receives, Diagnostics& diagnostics) {
  const ResolvedComponent* wired = component_of(wiring, end);
  if (wired == nullptr) return;  // its type is unknown and was reported
  const Field* guard = wired->type->schema.find(Role::Guard, end.port);
  const Where where = event.where.at(end.component, end.port);
  std::vector<std::string> names;
  for (const Field& field : wired->type->schema) {
    if (field.role == Role::Guard && (!receives || field.rule.received)) {
      names.emplace_back(field.name);
    }
  }
  if (guard != nullptr && (!receives || guard->rule.received)) return;
  const std::string remedy = names.empty() && receives
                                 ? "; this component type receives no events"
                                 : diagnostics.suggestions().expected(end.port, names);
  if (guard == nullptr) {
    diagnostics.error(
        "model.event_unknown", where,
        to_string(event) + ": " + wired->type->name + " has no event '" + end.port + "'" + remedy);
  } else {
    diagnostics.error("model.event_not_received", where,
                      to_string(event) + ": '" + end.port + "' is a guard of " + wired->type->name +
                          ", which sends events but receives none" + remedy);
  }
}

void check_events(const SimulationModel& model, const ResolvedModel& wiring,
                  Diagnostics& diagnostics) {
  for (const Connection& event : model.events()) {
    check_event_end(wiring, event, event.from, false, diagnostics);
    check_event_end(wiring, event, event.to, true, diagnostics);
  }
}

}  // namespace

ResolvedModel resolve(const SimulationModel& model, const Registry& registry,
                      Diagnostics& diagnostics) {
  ++resolved;
  if (model.components().empty()) {
    diagnostics.error("model.empty", {},
                      "the model has no components; add at least one under 'components'");
    return {};
  }
  ResolvedModel result = look_up_names(model, registry, diagnostics);
  for (std::size_t c = 0; c < result.components.size(); ++c) {
    ResolvedComponent& component = result.components[c];
    component.values = read_cell_values(result, static_cast<int>(c), diagnostics);
    check_config(component, diagnostics);
  }
  check_measurements(model, result, diagnostics);
  check_inputs(model, result, diagnostics);
  check_composites(model, result, registry, diagnostics);
  check_clocks(result, diagnostics);
  check_events(model, result, diagnostics);
  list_bare_numbers(result, diagnostics);
  diagnostics.leave_out_rest("model.errors_many");
  return result;
}

long resolved_models() { return resolved; }

Diagnostics validate(const SimulationModel& model, const Registry& registry) {
  Diagnostics diagnostics;
  resolve(model, registry, diagnostics);
  return diagnostics;
}

}  // namespace hearth
