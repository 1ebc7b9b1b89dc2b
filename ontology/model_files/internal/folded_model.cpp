// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/internal/folded_model.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

namespace hearth {
namespace {

/// Finds the values that differ from the given ones; returns false if a given one is missing.
template <class Value>
bool find_changes(const std::string& part, const std::map<std::string, Value>& given,
                  const std::map<std::string, Value>& now, std::map<std::string, Value>& changes) {
  for (const auto& [name, value] : given) {
    if (!now.contains(name)) return false;
  }
  for (const auto& [name, value] : now) {
    const auto before = given.find(name);
    if (before != given.end() && before->second == value) continue;
    changes.emplace(part + "." + name, value);
  }
  return true;
}

/// The connections of a model, without those within composites.
class Connections {
 public:
  explicit Connections(const ConnectionSet& all) : all_(all) {}

  /// Returns connections of the model; nothing if one is missing or already belongs to a composite.
  std::optional<std::vector<const Connection*>> find(const std::vector<Connection>& wanted) const {
    std::vector<const Connection*> found;
    for (const Connection& connection : wanted) {
      const auto own = all_.find(connection);
      if (own == all_.end() || !(*own == connection) || said_.contains(&*own)) return std::nullopt;
      found.push_back(&*own);
    }
    return found;
  }
  void say(const std::vector<const Connection*>& connections) {
    said_.insert(connections.begin(), connections.end());
  }
  void say_through_port(const Connection& connection,
                        const std::vector<const Connection*>& connections) {
    say(connections);
    through_ports_.push_back(connection);
  }

  /// Returns the remaining connections.
  std::vector<Connection> rest() const {
    std::vector<Connection> rest = through_ports_;
    for (const Connection& connection : all_) {
      if (!said_.contains(&connection)) rest.push_back(connection);
    }
    std::sort(rest.begin(), rest.end(), comes_before);
    return rest;
  }

 private:
  const ConnectionSet& all_;
  std::unordered_set<const Connection*> said_;
  std::vector<Connection> through_ports_;
};

std::vector<Connection> in_composite(const std::string& id, const ConnectionSet& connections) {
  std::vector<Connection> inside;
  for (const Connection& connection : connections) {
    inside.push_back(hearth::in_composite(id, connection));
  }
  return inside;
}

class Folder {
 public:
  explicit Folder(const SimulationModel& model)
      : model_(model), connections_(model.connections()), events_(model.events()) {}

  FoldedModel fold() {
    // In the order of ids, a composite precedes those inside it.
    for (const auto& [id, instance] : model_.composites()) {
      if (!said_.contains(id)) fold(id, *instance.composite);
    }
    for (const auto& [id, component] : model_.components()) {
      if (!said_.contains(id)) folded_.components.push_back(&component);
    }
    say_through_ports(model_.port_connections(), connections_);
    say_through_ports(model_.port_events(), events_);
    folded_.connections = connections_.rest();
    folded_.events = events_.rest();
    return std::move(folded_);
  }

 private:
  void fold(const std::string& id, const Composite& composite) {
    const SimulationModel& inside = composite.model;
    FoldedComposite folded{&composite};
    for (const auto& [part, given] : inside.components()) {
      const Component* now = model_.find(id + "/" + part);
      if (now == nullptr || !find_changes(part, given, *now, folded)) return;
    }
    const auto connections = connections_.find(in_composite(id, inside.connections()));
    const auto events = events_.find(in_composite(id, inside.events()));
    if (!connections || !events) return;
    connections_.say(*connections);
    events_.say(*events);
    said_.insert(id);
    for (const auto& [part, given] : inside.components()) said_.insert(id + "/" + part);
    for (const auto& [part, instance] : inside.composites()) said_.insert(id + "/" + part);
    folded_.composites.emplace(id, std::move(folded));
  }

  /// Returns whether a part is unchanged except for values that its composite can set.
  static bool find_changes(const std::string& part, const Component& given, const Component& now,
                           FoldedComposite& folded) {
    return now.type == given.type && now.iri == given.iri && now.clock == given.clock &&
           hearth::find_changes(part, given.config, now.config, folded.config) &&
           hearth::find_changes(part, given.parameters, now.parameters, folded.parameters) &&
           hearth::find_changes(part, given.initial, now.initial, folded.initial);
  }

  void say_through_ports(const std::vector<Connection>& given, Connections& connections) const {
    for (const Connection& connection : given) {
      if (!can_be_named(connection.from) || !can_be_named(connection.to)) continue;
      const auto parts = connections.find(model_.between_parts(connection));
      if (parts) connections.say_through_port(connection, *parts);
    }
  }
  bool can_be_named(const Endpoint& end) const {
    return !model_.composites().contains(end.component) || said_.contains(end.component);
  }

  const SimulationModel& model_;
  Connections connections_, events_;
  std::set<std::string, std::less<>> said_;  // ids of folded composites and their parts
  FoldedModel folded_;
};

}  // namespace

FoldedModel folded(const SimulationModel& model) { return Folder(model).fold(); }

}  // namespace hearth
