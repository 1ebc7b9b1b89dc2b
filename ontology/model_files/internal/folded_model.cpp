// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/internal/folded_model.hpp"

#include <algorithm>
#include <optional>
#include <set>
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
  explicit Connections(const std::vector<Connection>& all) : all_(all), said_(all.size()) {}

  /// Returns the positions of connections; nothing if one is missing or already belongs to a
  /// composite.
  std::optional<std::vector<std::size_t>> find(const std::vector<Connection>& wanted) const {
    std::vector<std::size_t> places;
    for (const Connection& connection : wanted) {
      const auto found = std::lower_bound(all_.begin(), all_.end(), connection, comes_before);
      const auto place = static_cast<std::size_t>(found - all_.begin());
      if (found == all_.end() || !(*found == connection) || said_[place]) return std::nullopt;
      places.push_back(place);
    }
    return places;
  }
  void say(const std::vector<std::size_t>& places) {
    for (const std::size_t place : places) said_[place] = true;
  }
  void say_through_port(const Connection& connection, const std::vector<std::size_t>& places) {
    say(places);
    through_ports_.push_back(connection);
  }

  /// Returns the remaining connections.
  std::vector<Connection> rest() const {
    std::vector<Connection> rest = through_ports_;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (!said_[i]) rest.push_back(all_[i]);
    }
    std::sort(rest.begin(), rest.end(), comes_before);
    return rest;
  }

 private:
  const std::vector<Connection>& all_;
  std::vector<bool> said_;
  std::vector<Connection> through_ports_;
};

std::vector<Connection> in_composite(const std::string& id, std::vector<Connection> connections) {
  for (Connection& connection : connections) {
    connection = hearth::in_composite(id, std::move(connection));
  }
  return connections;
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
      const auto places = connections.find(model_.between_parts(connection));
      if (places) connections.say_through_port(connection, *places);
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
