// SPDX-License-Identifier: MIT
#include <algorithm>

#include "hearth/framework/model.hpp"
#include "hearth/framework/settings.hpp"
#include "hearth/framework/wiring.hpp"

namespace hearth {
namespace {

const Field* named(const Wiring& wiring, const Endpoint& end, Role role) {
  const int index = wiring.index_of(end.component);
  if (index < 0) return nullptr;
  return wiring.components[static_cast<std::size_t>(index)].type->schema.find(role, end.port);
}

std::vector<std::string> outputs_of(const SimulationModel& model, const Registry& registry) {
  std::vector<std::string> names;
  for (const auto& [id, component] : model.components()) {
    const ComponentType* type = registry.find(component.type);
    if (type == nullptr) continue;
    for (const Field& field : type->schema) {
      if (field.role == Role::Output) names.push_back(id + "." + std::string(field.name));
    }
  }
  return names;
}

void check_measurements(const SimulationModel& model, const Registry& registry,
                        const Wiring& wiring, Diagnostics& diagnostics) {
  for (const auto& [path, measurement] : model.measurements) {
    const std::optional<Endpoint> end = parse_endpoint(path);
    if (end && named(wiring, *end, Role::Output) != nullptr) continue;
    Where where = measurement.where;
    where.pointer = where.pointer.empty() ? path : where.pointer;
    diagnostics.error(
        "model.measurement_unknown", where,
        "there is no output '" + path + "'" + did_you_mean(path, outputs_of(model, registry)));
  }
}

void check_inputs(const SimulationModel& model, const Wiring& wiring, Diagnostics& diagnostics) {
  for (const std::string& path : model.inputs) {
    std::optional<Endpoint> end = parse_endpoint(path);
    if (end && end->port.starts_with("in.")) end->port.erase(0, 3);
    if (end && named(wiring, *end, Role::Input) != nullptr) continue;
    Where where;
    where.pointer = path;
    diagnostics.error("model.input_unknown", where, "there is no input of this name");
  }
}

void check_clocks(const Wiring& wiring, Diagnostics& diagnostics) {
  for (const WiredComponent& wired : wiring.components) {
    if (!wired.component->clock) continue;
    const SampleClock& clock = *wired.component->clock;
    Where where = wired.component->where;
    where.component = wired.component->id;
    if (!wired.type->traits.has_update) {
      diagnostics.error("model.clock_unused", where, wired.type->name + " takes no samples");
    } else if (!(clock.period > 0.0) || !(clock.offset >= 0.0)) {
      diagnostics.error("model.clock_invalid", where, "expected period > 0 s and offset >= 0 s");
    }
  }
}

void list_bare_sources(const Wiring& wiring, Diagnostics& diagnostics) {
  for (const WiredComponent& wired : wiring.components) {
    const bool any = std::any_of(
        wired.type->schema.begin(), wired.type->schema.end(),
        [](const Field& field) { return field.role == Role::Output && field.unit.any != 0; });
    if (!wired.source || !any || wired.any) continue;
    Where where = wired.component->where;
    where.component = wired.component->id;
    diagnostics.note("model.unitless_source", where,
                     "a bare number: each port it feeds reads it in its own unit");
  }
}

}  // namespace

Diagnostics validate(const SimulationModel& model, const Registry& registry) {
  Diagnostics diagnostics;
  if (model.components().empty()) {
    diagnostics.error("model.empty", {}, "the model holds no component");
    return diagnostics;
  }
  const Wiring wiring = wire(model, registry, diagnostics);
  for (std::size_t c = 0; c < wiring.components.size(); ++c) {
    read_settings(wiring, static_cast<int>(c), diagnostics);
    check_config(wiring.components[c], diagnostics);
  }
  check_measurements(model, registry, wiring, diagnostics);
  check_inputs(model, wiring, diagnostics);
  check_clocks(wiring, diagnostics);
  list_bare_sources(wiring, diagnostics);
  return diagnostics;
}

}  // namespace hearth
