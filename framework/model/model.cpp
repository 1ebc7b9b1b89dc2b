// SPDX-License-Identifier: MIT
#include "hearth/framework/model/model.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "hearth/framework/base/printable.hpp"
#include "hearth/framework/base/suggestions.hpp"

namespace hearth {
namespace {

std::vector<std::string> ids_of(const SimulationModel& model) {
  std::vector<std::string> ids;
  for (const auto& [id, component] : model.components()) ids.push_back(id);
  return ids;
}

/// Splits `id.name[key]` or `id@name`.
Endpoint value_path(std::string_view path) {
  std::string text(path);
  const auto at = text.find('@');
  if (at != std::string::npos) text[at] = '.';
  const std::optional<Endpoint> parsed = parse_endpoint(text);
  if (!parsed) {
    throw InputError("model.path_malformed", {.pointer = std::string(path)},
                     "expected 'component.name' or 'component.name[key]'");
  }
  return *parsed;
}

void set_entry(Entries& entries, const std::string& key, Quantity value) {
  if (key.empty()) {
    entries = value;
    return;
  }
  if (const Quantity* all = std::get_if<Quantity>(&entries)) {
    entries = std::map<std::string, Quantity>{{std::string(kAllOthers), *all}};
  }
  std::get<std::map<std::string, Quantity>>(entries)[key] = value;
}

}  // namespace

std::string to_string(const Endpoint& endpoint) {
  std::string text = endpoint.component + "." + endpoint.port;
  if (!endpoint.key.empty()) text += "[" + endpoint.key + "]";
  return text;
}

std::string to_string(const Connection& connection) {
  return to_string(connection.from) + " -> " + to_string(connection.to);
}

bool comes_before(const Connection& a, const Connection& b) {
  return a.to != b.to ? a.to < b.to : a.from < b.from;
}

bool ConnectionOrder::operator()(const Connection& a, const ConnectionTarget& b) const {
  if (a.to.component != b.component || b.port.empty()) return a.to.component < b.component;
  return a.to.port < b.port;
}

bool ConnectionOrder::operator()(const ConnectionTarget& a, const Connection& b) const {
  if (a.component != b.to.component || a.port.empty()) return a.component < b.to.component;
  return a.port < b.to.port;
}

std::optional<Endpoint> parse_endpoint(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  // Ids contain no dot, ports no bracket: the first dot ends the id, the next bracket the port.
  const auto dot = text.find('.');
  if (dot == std::string_view::npos || dot == 0) return std::nullopt;
  Endpoint endpoint;
  endpoint.component = text.substr(0, dot);
  std::string_view port = text.substr(dot + 1);
  if (const auto bracket = port.find('['); bracket != std::string_view::npos) {
    if (port.back() != ']' || bracket + 2 >= port.size()) return std::nullopt;
    endpoint.key = port.substr(bracket + 1, port.size() - bracket - 2);
    port = port.substr(0, bracket);
  }
  if (port.empty()) return std::nullopt;
  endpoint.port = port;
  return endpoint;
}

std::string id_problem(std::string_view id) {
  if (id.empty()) return "an id must not be empty";
  for (const char c : id) {
    const auto byte = static_cast<unsigned char>(c);
    const bool allowed = std::isalnum(byte) != 0 || byte >= 0x80 ||
                         std::string_view("_- ()[]/").find(c) != std::string_view::npos;
    if (!allowed) {
      return std::string("'") + c +
             "' is not allowed in an id (letters, digits, _ - space ( ) [ ], and / between parts)";
    }
  }
  if (printable(id) != id) {
    return "an id must not contain bytes that are not UTF-8, invisible characters or marks of text "
           "direction, such as " +
           printable(id);
  }
  if (id.find("->") != std::string_view::npos) return "'->' is not allowed in an id";
  return "";
}

Component& SimulationModel::add_component(Component component) {
  const std::string id = component.id;
  check_id(id, component.where);
  return components_.emplace(id, std::move(component)).first->second;
}

void SimulationModel::check_id(const std::string& id, const Where& where) const {
  if (const std::string problem = id_problem(id); !problem.empty()) {
    throw ModelError("model.id_invalid", where.at(id), problem);
  }
  refuse_taken(id);
}

void SimulationModel::refuse_taken(const std::string& id) const {
  if (find(id) == nullptr && !composites_.contains(id)) return;
  throw ModelError("model.id_duplicate", {.component = id},
                   "this id is used twice; rename one of the components");
}

void SimulationModel::remove_component(std::string_view name) {
  const std::string id(name);  // `name` may lie in the component itself
  component(id);
  components_.erase(components_.find(id));
  for (ConnectionSet* set : {&connections_, &events_}) {
    std::erase_if(*set, [&](const Connection& connection) {
      return connection.from.component == id || connection.to.component == id;
    });
  }
  const std::string prefix = id + ".";
  std::erase_if(measurements, [&](const auto& entry) { return entry.first.starts_with(prefix); });
  std::erase_if(inputs, [&](const std::string& input) { return input.starts_with(prefix); });
}

void SimulationModel::add_connection(Connection connection) {
  add(connections_, port_connections_, std::move(connection));
}

void SimulationModel::add_event(Connection connection) {
  add(events_, port_events_, std::move(connection));
}

void SimulationModel::insert(ConnectionSet& set, Connection connection) {
  for (const Endpoint* end : {&connection.from, &connection.to}) {
    if (find(end->component) != nullptr) continue;
    const Where where = connection.where.at(end->component);
    throw ModelError("model.component_unknown", where,
                     to_string(connection) + ": no component '" + end->component + "'" +
                         suggestions_.expected_of(end->component, [&] { return ids_of(*this); }));
  }
  if (set.contains(connection)) {
    throw ModelError("model.connection_duplicate", connection.where,
                     to_string(connection) + " appears twice; remove one of the connections");
  }
  set.insert(std::move(connection));
}

namespace {
Connection parse_connection(std::string_view text) {
  const auto arrow = text.find("->");
  std::optional<Endpoint> from, to;
  if (arrow != std::string_view::npos) {
    from = parse_endpoint(text.substr(0, arrow));
    to = parse_endpoint(text.substr(arrow + 2));
  }
  if (!from || !to) {
    throw ModelError("model.connection_malformed", {.pointer = std::string(text)},
                     "expected 'source.output -> target.input' or '... -> target.input[key]'");
  }
  return {*from, *to};
}
}  // namespace

void SimulationModel::add_connection(std::string_view text) {
  add_connection(parse_connection(text));
}

void SimulationModel::add_event(std::string_view text) { add_event(parse_connection(text)); }

void SimulationModel::remove_connection(std::string_view text) {
  remove_connection(parse_connection(text));
}

void SimulationModel::remove_connection(const Connection& connection) {
  std::size_t removed = 0;
  for (const Connection& part : between_parts(connection)) removed += connections_.erase(part);
  if (removed == 0) {
    throw ModelError("model.connection_unknown", {.pointer = to_string(connection)},
                     "this connection does not exist; write it as in the model");
  }
}

ConnectionRange SimulationModel::connections_to(std::string_view component,
                                                std::string_view port) const {
  const auto [first, last] = connections_.equal_range(ConnectionTarget{component, port});
  return {first, last};
}

const Component* SimulationModel::find(std::string_view id) const {
  const auto found = components_.find(id);
  return found == components_.end() ? nullptr : &found->second;
}

const Component& SimulationModel::component(std::string_view id) const {
  if (const Component* found = find(id)) return *found;
  throw ModelError(
      "model.component_unknown", {.component = std::string(id)},
      "no component has this id" + expected_name(id, ids_of(*this)) + parts_hint(*this, id));
}

Component& SimulationModel::component(std::string_view id) {
  static_cast<void>(std::as_const(*this).component(id));
  return components_.find(id)->second;
}

void SimulationModel::set_parameter(std::string_view path, Quantity value) {
  const Endpoint target = value_path(path);
  auto& parameters = component(target.component).parameters;
  const auto [setting, added] = parameters.try_emplace(target.port);
  if (added) setting->second.value = std::map<std::string, Quantity>{};
  set_entry(setting->second.value, target.key, value);
}

void SimulationModel::set_initial(std::string_view path, Quantity value) {
  const Endpoint target = value_path(path);
  auto& initial = component(target.component).initial;
  const auto [entries, added] = initial.try_emplace(target.port);
  if (added) entries->second = std::map<std::string, Quantity>{};
  set_entry(entries->second, target.key, value);
}

}  // namespace hearth
