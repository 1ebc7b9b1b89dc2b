// SPDX-License-Identifier: MIT
// Composites of a model: the parts that their ports represent, and their own parts.
#include <algorithm>
#include <cstdint>
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

/// Returns the port of that name; throws `model.port_unknown` with the nearest one.
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

constexpr std::int64_t kEntryBytes = 64;  // approximate size of a number with its place in a map

std::int64_t length(const std::string& text) { return static_cast<std::int64_t>(text.size()); }

std::int64_t bytes_of(const Endpoint& end) {
  return length(end.component) + length(end.port) + length(end.key);
}

std::int64_t bytes_of(const Connection& connection) {
  return static_cast<std::int64_t>(sizeof(Connection)) + bytes_of(connection.from) +
         bytes_of(connection.to);
}

std::int64_t bytes_of(const Entries& entries) {
  const auto* by_key = std::get_if<std::map<std::string, Quantity>>(&entries);
  if (by_key == nullptr) return kEntryBytes;
  std::int64_t sum = 0;
  for (const auto& [key, value] : *by_key) sum += kEntryBytes + length(key);
  return sum;
}

std::int64_t bytes_of(const ConfigSetting& setting) {
  if (const auto* table = std::get_if<Table>(&setting)) return std::ssize(table->values()) * 8;
  if (const auto* file = std::get_if<FileName>(&setting)) {
    return length(file->path) + length(file->found);
  }
  if (const auto* word = std::get_if<Word>(&setting)) return length(word->text);
  if (const auto* formulas = std::get_if<FormulaTexts>(&setting)) {
    std::int64_t sum = 0;
    for (const auto& [name, text] : formulas->texts)
      sum += kEntryBytes + length(name) + length(text);
    return sum;
  }
  const auto* spec = std::get_if<SeriesSpec>(&setting);
  if (spec == nullptr) return 0;
  if (const auto* points = std::get_if<TimeTable>(&spec->source)) {
    return (std::ssize(points->times) + std::ssize(points->values)) * 8;
  }
  if (const auto* weekly = std::get_if<WeeklyRules>(&spec->source)) {
    return std::ssize(weekly->rules) * static_cast<std::int64_t>(sizeof(WeeklyRule));
  }
  const auto* column = std::get_if<FileColumn>(&spec->source);
  return column == nullptr ? 0 : length(column->file) + std::ssize(column->missing) * kEntryBytes;
}

std::int64_t bytes_of(const Component& component) {
  std::int64_t sum = static_cast<std::int64_t>(sizeof(Component)) + 2 * length(component.id) +
                     length(component.type) + length(component.iri);
  for (const auto& [name, setting] : component.config) {
    sum += static_cast<std::int64_t>(sizeof(setting)) + length(name) + bytes_of(setting);
  }
  for (const auto& [name, setting] : component.parameters) {
    sum += static_cast<std::int64_t>(sizeof(setting)) + length(name) + length(setting.source) +
           bytes_of(setting.value);
  }
  for (const auto& [name, entries] : component.initial) sum += length(name) + bytes_of(entries);
  return sum;
}

std::int64_t bytes_of(const CompositeInstance& instance) {
  std::int64_t sum = kEntryBytes;
  for (const auto& [name, ends] : instance.inputs) {
    sum += kEntryBytes + length(name);
    for (const Endpoint& end : ends) {
      sum += static_cast<std::int64_t>(sizeof(Endpoint)) + bytes_of(end);
    }
  }
  for (const auto& [name, end] : instance.outputs)
    sum += kEntryBytes + length(name) + bytes_of(end);
  return sum;
}

/// Returns the approximate number of bytes of the parts of a model as parts of the composite `id`.
std::int64_t bytes_in(const std::string& id, const SimulationModel& model) {
  const std::int64_t longer = length(id) + 1;  // prefix of each id
  std::int64_t sum = 0;
  for (const auto& [part, component] : model.components()) {
    sum += bytes_of(component) + 2 * longer;
  }
  for (const auto& [part, instance] : model.composites()) {
    const std::int64_t ends = std::ssize(instance.inputs) + std::ssize(instance.outputs);
    sum += bytes_of(instance) + length(part) + (ends + 1) * longer;
  }
  for (const ConnectionSet* set : {&model.connections(), &model.events()}) {
    for (const Connection& connection : *set) sum += bytes_of(connection) + 2 * longer;
  }
  for (const auto& [path, measurement] : model.measurements) {
    sum += static_cast<std::int64_t>(sizeof(Measurement)) + length(path) + longer +
           length(measurement.column.file);
  }
  for (const std::string& input : model.inputs) sum += kEntryBytes + length(input) + longer;
  return sum;
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
  constexpr std::size_t kEnough = 1000;  // letters; messages are cut there
  const auto add = [&](Endpoint end) {
    if (names.size() > kEnough) return;
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
  return "; '" + id + "' is a composite: name one of its parts, " + names;
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
  // All checks that can fail come before the first change.
  check_id(id, composite->where);
  check_size(id, *composite);
  for (const auto& [part, component] : inside.components_) refuse_taken(part_of(id, part));
  for (const auto& [part, instance] : inside.composites_) refuse_taken(part_of(id, part));
  CompositeInstance made = instance_of(id, composite);
  brought_bytes_ += inside.brought_bytes_ + bytes_in(id, inside) + bytes_of(made);
  composites_.emplace(id, std::move(made));
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

void SimulationModel::check_size(const std::string& id, const Composite& composite) const {
  const SimulationModel& inside = composite.model;
  const auto check = [&](WorkLimit limit, std::size_t own, std::size_t brought) {
    check_limit(limit, static_cast<std::int64_t>(own + brought), composite.where);
  };
  check(WorkLimit::Components, components_.size(), inside.components_.size());
  check(WorkLimit::Connections, connections_.size(), inside.connections_.size());
  check(WorkLimit::Connections, events_.size(), inside.events_.size());
  check_limit(WorkLimit::ModelBytes, brought_bytes_ + inside.brought_bytes_ + bytes_in(id, inside),
              composite.where);
}

void SimulationModel::define_composite(const std::shared_ptr<const Composite>& composite) {
  if (!composite->name.empty()) definitions_.emplace(composite->name, composite);
  const auto& inside = composite->model.definitions_;
  definitions_.insert(inside.begin(), inside.end());
}

void SimulationModel::add(ConnectionSet& set, std::vector<Connection>& to_ports,
                          Connection connection) {
  const bool to_port = composites_.contains(connection.from.component) ||
                       composites_.contains(connection.to.component);
  if (!to_port) return insert(set, std::move(connection));
  std::vector<Connection> parts;
  expand(connection, parts, passed_ports_);
  check_limit(WorkLimit::Connections, std::ssize(set) + std::ssize(parts), connection.where);
  for (Connection& part : parts) insert(set, std::move(part));
  to_ports.push_back(std::move(connection));
}

std::vector<Connection> SimulationModel::between_parts(const Connection& connection) const {
  std::vector<Connection> all;
  std::int64_t passed = 0;
  expand(connection, all, passed);
  return all;
}

// A composite may list an input of a part twice, and this part may do the same. The search
// therefore counts both the resulting connections and the ports that it passes.
void SimulationModel::expand(const Connection& connection, std::vector<Connection>& all,
                             std::int64_t& passed) const {
  const auto source = composites_.find(connection.from.component);
  if (source == composites_.end()) return expand_target(connection, all, passed);
  check_limit(WorkLimit::Connections, ++passed, connection.where);
  Connection through = connection;
  through.from = port_of(source->second.outputs, connection.from, connection.where);
  expand(through, all, passed);
}

void SimulationModel::expand_target(const Connection& connection, std::vector<Connection>& all,
                                    std::int64_t& passed) const {
  const auto target = composites_.find(connection.to.component);
  if (target == composites_.end()) {
    all.push_back(connection);
    return check_limit(WorkLimit::Connections, std::ssize(all), connection.where);
  }
  check_limit(WorkLimit::Connections, ++passed, connection.where);
  for (const Endpoint& end : port_of(target->second.inputs, connection.to, connection.where)) {
    Connection through = connection;
    through.to = end;
    if (!connection.to.key.empty()) through.to.key = connection.to.key;
    expand_target(through, all, passed);
  }
}

void SimulationModel::change_components(const std::function<void(Component&)>& change) {
  Changed changed;
  change_components(change, changed);
}

/// `changed` contains the composites that were changed already, so that they stay shared.
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
