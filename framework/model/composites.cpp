// SPDX-License-Identifier: MIT
// Composites of a model: what their ports stand for, and what they are made of.
#include <algorithm>
#include <iterator>
#include <utility>

#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {
namespace {

std::string part_of(const std::string& id, const std::string& part) { return id + "/" + part; }

Endpoint in_composite(const std::string& id, Endpoint end) {
  end.component = part_of(id, end.component);
  return end;
}

Endpoint parse_inside(const std::string& id, const std::string& text) {
  const std::optional<Endpoint> end = parse_endpoint(text);
  if (end) return in_composite(id, *end);
  throw ModelError("model.connection_malformed", {.pointer = text, .component = id},
                   "expected 'part.port' or 'part.port[key]'");
}

CompositeInstance instance_of(const std::string& id, std::shared_ptr<const Composite> composite) {
  CompositeInstance instance;
  for (const auto& [name, ends] : composite->inputs) {
    for (const std::string& end : ends) instance.inputs[name].push_back(parse_inside(id, end));
  }
  for (const auto& [name, end] : composite->outputs) instance.outputs[name] = parse_inside(id, end);
  instance.composite = std::move(composite);
  return instance;
}

/// Returns an instance inside a composite as one inside the composite `id`.
CompositeInstance in_composite(const std::string& id, CompositeInstance instance) {
  for (auto& [name, ends] : instance.inputs) {
    for (Endpoint& end : ends) end = in_composite(id, std::move(end));
  }
  for (auto& [name, end] : instance.outputs) end = in_composite(id, std::move(end));
  return instance;
}

/// Returns the port of that name; `model.port_unknown` with the nearest one.
template <class Ports>
const auto& port_of(const Ports& ports, const Endpoint& end, const Where& where) {
  const auto port = ports.find(end.port);
  if (port != ports.end()) return port->second;
  std::vector<std::string> names;
  for (const auto& [name, ends] : ports) names.push_back(name);
  throw ModelError(
      "model.port_unknown", where.at(end.component, end.port),
      "this composite has no port '" + end.port + "'" + expected_name(end.port, names));
}

}  // namespace

std::string parts_hint(const SimulationModel& model, std::string_view path) {
  const std::size_t mark = std::min(path.find_first_of(".@"), path.size());
  const auto found = model.composites().find(path.substr(0, mark));
  if (found == model.composites().end()) return "";
  const std::string id(path.substr(0, mark));
  std::string port(path.substr(std::min(mark + 1, path.size())));
  const bool input = port.starts_with("in.");
  if (input) port.erase(0, 3);
  std::string names;
  const auto add = [&](Endpoint end) {
    if (input) end.port = "in." + end.port;
    names += (names.empty() ? "'" : ", '") + to_string(end) + "'";
  };
  const CompositeInstance& instance = found->second;
  const auto inputs = instance.inputs.find(port);
  const auto outputs = instance.outputs.find(port);
  if (input && inputs != instance.inputs.end()) {
    for (const Endpoint& end : inputs->second) add(end);
  } else if (!input && outputs != instance.outputs.end()) {
    add(outputs->second);
  }
  if (names.empty()) names = "'" + id + "/part.name'";
  return "; '" + id + "' is a composite: name a part of it, " + names;
}

Connection in_composite(const std::string& id, Connection connection) {
  connection.from = in_composite(id, std::move(connection.from));
  connection.to = in_composite(id, std::move(connection.to));
  return connection;
}

void SimulationModel::add_composite(const std::string& id, const Composite& composite) {
  add_composite(id, std::make_shared<const Composite>(composite));
}

void SimulationModel::add_composite(const std::string& id,
                                    std::shared_ptr<const Composite> composite) {
  const SimulationModel& inside = composite->model;
  // Everything that can be refused comes before the first change.
  check_id(id, composite->where);
  check_limit(WorkLimit::Components,
              static_cast<std::int64_t>(components_.size() + inside.components_.size()),
              composite->where);
  for (const auto& [part, component] : inside.components_) refuse_taken(part_of(id, part));
  for (const auto& [part, instance] : inside.composites_) refuse_taken(part_of(id, part));
  composites_.emplace(id, instance_of(id, composite));
  for (const auto& [part, component] : inside.components_) {
    Component copy = component;
    copy.id = part_of(id, part);
    add_component(std::move(copy));
  }
  for (const auto& [part, instance] : inside.composites_) {
    composites_.emplace(part_of(id, part), in_composite(id, instance));
  }
  for (const Connection& connection : inside.connections_) {
    insert(connections_, in_composite(id, connection));
  }
  for (const Connection& event : inside.events_) insert(events_, in_composite(id, event));
  for (const auto& [path, measurement] : inside.measurements) {
    measurements.emplace(part_of(id, path), measurement);
  }
  for (const std::string& input : inside.inputs) inputs.push_back(part_of(id, input));
  define_composite(composite);
}

void SimulationModel::define_composite(const std::shared_ptr<const Composite>& composite) {
  if (!composite->name.empty()) definitions_.emplace(composite->name, composite);
  const auto& inside = composite->model.definitions_;
  definitions_.insert(inside.begin(), inside.end());
}

void SimulationModel::add(std::vector<Connection>& list, std::vector<Connection>& to_ports,
                          Connection connection) {
  const bool to_port = composites_.contains(connection.from.component) ||
                       composites_.contains(connection.to.component);
  if (!to_port) return insert(list, std::move(connection));
  for (Connection& part : between_parts(connection)) insert(list, std::move(part));
  to_ports.push_back(std::move(connection));
}

std::vector<Connection> SimulationModel::between_parts(const Connection& connection) const {
  if (composites_.contains(connection.from.component)) return from_port(connection);
  if (composites_.contains(connection.to.component)) return to_port(connection);
  return {connection};
}

std::vector<Connection> SimulationModel::from_port(const Connection& connection) const {
  const CompositeInstance& source = composites_.find(connection.from.component)->second;
  Connection through = connection;
  through.from = port_of(source.outputs, connection.from, connection.where);
  return between_parts(through);
}

std::vector<Connection> SimulationModel::to_port(const Connection& connection) const {
  const CompositeInstance& target = composites_.find(connection.to.component)->second;
  std::vector<Connection> all;
  for (const Endpoint& end : port_of(target.inputs, connection.to, connection.where)) {
    Connection through = connection;
    through.to = end;
    if (!connection.to.key.empty()) through.to.key = connection.to.key;
    std::vector<Connection> parts = between_parts(through);
    std::move(parts.begin(), parts.end(), std::back_inserter(all));
  }
  return all;
}

void SimulationModel::change_components(const std::function<void(Component&)>& change) {
  Changed changed;
  change_components(change, changed);
}

/// `changed` holds the composites that were changed already, so that they stay shared.
void SimulationModel::change_components(const std::function<void(Component&)>& change,
                                        Changed& changed) {
  const auto renew = [&](std::shared_ptr<const Composite>& composite) {
    const auto [entry, added] = changed.try_emplace(composite);
    if (added) {
      const auto copy = std::make_shared<Composite>(*composite);
      copy->model.change_components(change, changed);
      entry->second = copy;
    }
    composite = entry->second;
  };
  for (auto& [id, component] : components_) change(component);
  for (auto& [id, instance] : composites_) renew(instance.composite);
  for (auto& [name, definition] : definitions_) renew(definition);
}

}  // namespace hearth
