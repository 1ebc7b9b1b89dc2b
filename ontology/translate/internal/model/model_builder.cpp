// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/model/model_builder.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/components/weather/facades.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/translate/internal/model/config_values.hpp"
#include "hearth/ontology/translate/internal/model/wiring_plan.hpp"

namespace hearth {
namespace {

const Field* parameter_field(const Registry& registry, const Component& component,
                             const std::string& name) {
  const ComponentType* type = registry.find(component.type);
  return type == nullptr ? nullptr : type->schema.find(Role::Parameter, name);
}

/// The components of a boundary for its users, if they are not the same for all.
class ProfilePlan {
 public:
  struct Group {
    RoomProfile profile;
    std::set<int> rooms;
    std::size_t users = 0;
    std::string id;
  };

  void add(int user, const std::optional<RoomProfile>& profile, const RoomUses& uses) {
    if (!profile) return;
    auto group = std::find_if(groups_.begin(), groups_.end(), [&](const Group& other) {
      return other.profile.series == profile->series;
    });
    if (group == groups_.end()) group = groups_.insert(groups_.end(), Group{*profile, {}, 0, ""});
    ++group->users;
    for (const int room : uses.rooms_of(user)) group->rooms.insert(room);
    groups_of_[user] = static_cast<std::size_t>(group - groups_.begin());
  }

  /// Names the groups: the one with most users after the boundary, the others after their kind of
  /// room, or after their room if it is the only one.
  void settle(const std::string& name, const BuildContext& context) {
    const auto more = [](const Group& a, const Group& b) { return a.users < b.users; };
    const auto first = std::max_element(groups_.begin(), groups_.end(), more);
    if (first == groups_.end()) return;
    main_ = static_cast<std::size_t>(first - groups_.begin());
    std::set<std::string> taken{name}, labels;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      Group& group = groups_[i];
      std::string label = group.profile.label;
      const bool told = label != groups_[main_].profile.label && labels.insert(label).second;
      if (!told && group.rooms.size() == 1) {
        label = context.instances.all()[*group.rooms.begin()].id;
      }
      for (char& c : label) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-') c = '_';
      }
      group.id = i == main_ ? name : name + "_" + label;
      for (int k = 2; i != main_ && !taken.insert(group.id).second; ++k) {
        group.id = fmt::format("{}_{}_{}", name, label, k);
      }
    }
  }

  /// Returns the group of a user; a user without rooms gets the largest group.
  const Group* group_of(int user) const {
    if (groups_.empty()) return nullptr;
    const auto found = groups_of_.find(user);
    return &groups_[found == groups_of_.end() ? main_ : found->second];
  }

 private:
  std::vector<Group> groups_;
  std::map<int, std::size_t> groups_of_;
  std::size_t main_ = 0;
};

class Builder {
 public:
  Builder(const BuildContext& context, ValueFinder& values) : context_(context), values_(values) {}

  BuiltModel run() {
    const std::vector<Instance>& instances = context_.instances.all();
    for (std::size_t i = 0; i < instances.size(); ++i) add_parts(static_cast<int>(i));
    const std::vector<PlannedWire> wires =
        WiringPlan(context_.instances, context_.registry).wires();
    plan_profiles(wires);
    for (const PlannedWire& wire : wires) connect(wire);
    add_connections();
    report_second_sources();
    leave_out_incomplete();
    return {std::move(model_), std::move(owners_), std::move(boundaries_),
            std::move(profile_texts_), std::move(given_profiles_)};
  }

 private:
  const Instance& at(int number) const { return context_.instances.all()[number]; }

  void add_parts(int number) {
    const Instance& instance = at(number);
    for (const GroupPart& part : instance.rule->group.parts) {
      if (!instance.holds(part.when)) continue;
      Component component = part.component;
      const std::string name = part.component.id;
      component.id = part_id(instance, name);
      component.where = {};
      const Term term = context_.names.graph().term(instance.root);
      if (term.kind == TermKind::Iri) component.iri = std::string(term.text);
      set_parameters(number, part, component);
      set_config(instance, part, component);
      owners_[component.id] = number;
      model_.add_component(std::move(component));
    }
  }

  void set_parameters(int number, const GroupPart& part, Component& component) {
    const Instance& instance = at(number);
    const std::string prefix = part.component.id.empty() ? "" : part.component.id + ".";
    std::set<std::string> names;
    for (const auto& [name, source] : part.parameters) names.insert(name);
    const auto add_own = [&](const std::string& name) {
      if (!name.starts_with(prefix)) return;
      const std::string own = name.substr(prefix.size());
      if (parameter_field(context_.registry, component, own) != nullptr) names.insert(own);
    };
    for (const auto& [name, source] : instance.rule->parameters) add_own(name);
    for (const std::string& name : context_.side.names_for(instance)) {
      add_own(name);
    }
    for (const std::string& name : names) set_parameter(number, prefix + name, name, component);
  }

  void set_parameter(int number, const std::string& full, const std::string& name,
                     Component& component) {
    const Field* field = parameter_field(context_.registry, component, name);
    if (field == nullptr) return;
    const std::optional<FoundValue> found = values_.find(number, full);
    if (!found) {
      keep_entries(number, full, name, component);
      return;
    }
    Quantity quantity = found->quantity;
    if (field->unit.any != 0) {  // known after it is connected
      keep_open_unit(found->source, quantity, name, component);
      return;
    }
    if (!quantity.unit) quantity.unit = field->unit;
    if (!fits(*field, quantity)) {
      report_misfit(at(number), full, *field, quantity, found->source);
      return;
    }
    const double value = convert(quantity.value, *quantity.unit, field->unit);
    context_.report.values.push_back(
        {component.id + "." + name, value, field->unit.symbol, found->source});
    ParameterSetting setting;
    setting.value = Quantity{value, field->unit};
    setting.source = found->source;
    component.parameters[name] = std::move(setting);
  }

  void set_config(const Instance& instance, const GroupPart& part, Component& component) {
    for (const auto& [name, source] : part.config) {
      if (!source.standard) continue;
      const std::optional<ConfigSetting> found =
          config_from_graph(context_.names, instance, source.from, *source.standard);
      if (found) component.config.insert_or_assign(name, *found);
      if (found || !source.guessed) continue;
      const std::string full = part.component.id.empty() ? name : part.component.id + "." + name;
      context_.report.add(
          {.code = "import.value_guessed",
           .message = fmt::format("{} is not in the graph (rule {}); {} was used", full,
                                  instance.rule->id, source.standard_text),
           .nodes = {context_.names.node(instance.root)},
           .consequence = "a guess: add it to the graph, or edit the config in the model",
           .setting = full});
    }
  }

  /// Handles a parameter with a unit that follows from the connections: `1/any`.
  void keep_open_unit(const std::string& source, const Quantity& quantity, const std::string& name,
                      Component& component) {
    context_.report.values.push_back({component.id + "." + name, quantity.value,
                                      quantity.unit ? quantity.unit->symbol : "", source});
    ParameterSetting setting;
    setting.value = quantity;
    setting.source = source;
    component.parameters[name] = std::move(setting);
  }

  /// A fixed choice of the mapping may be an object of numbers by key.
  void keep_entries(int number, const std::string& full, const std::string& name,
                    Component& component) {
    const Rule& rule = *at(number).rule;
    const auto given = rule.parameters.find(full);
    const GroupPart* part = rule.group.part(component_part(full));
    const ValueSource* source = given != rule.parameters.end() ? &given->second : nullptr;
    if (source == nullptr && part != nullptr) {
      const auto own = part->parameters.find(name);
      if (own != part->parameters.end()) source = &own->second;
    }
    if (source != nullptr && source->fixed) component.parameters[name] = source->setting;
  }

  static std::string component_part(const std::string& full) {
    const std::size_t dot = full.rfind('.');
    return dot == std::string::npos ? "" : full.substr(0, dot);
  }

  static bool fits(const Field& field, const Quantity& quantity) {
    if (!quantity.unit->compatible(field.unit)) return false;
    const double value = convert(quantity.value, *quantity.unit, field.unit);
    return value >= field.range.min && value <= field.range.max;
  }

  void report_misfit(const Instance& instance, const std::string& name, const Field& field,
                     const Quantity& quantity, const std::string& source) {
    context_.report.add(
        {.severity = Severity::Error,
         .code = "import.value_unfit",
         .message = fmt::format("{} = {} {} (from {}) is out of range: expected {} to {} {}", name,
                                number_text(quantity.value), quantity.unit->symbol, source,
                                number_text(field.range.min), number_text(field.range.max),
                                field.unit.symbol),
         .nodes = {context_.names.node(instance.root)},
         .consequence = fmt::format("the component's own default {} {} is used",
                                    number_text(field.range.value), field.unit.symbol)});
  }

  /// Returns the boundary that a mapping means: its own, otherwise one of another mapping.
  const Boundary* find_boundary(const std::string& name, const Mapping& own) const {
    const auto entry = own.boundaries.find(name);
    if (entry != own.boundaries.end()) return &entry->second;
    for (const Mapping& mapping : context_.mappings) {
      const auto other = mapping.boundaries.find(name);
      if (other != mapping.boundaries.end()) return &other->second;
    }
    return nullptr;
  }

  /// Determines the profiles of each boundary for its users: rooms with the same profile share a
  /// component.
  void plan_profiles(const std::vector<PlannedWire>& wires) {
    std::set<PlannedEnd> fed;
    for (const PlannedWire& wire : wires) {
      if (!fed.insert(wire.to).second || wire.from.instance >= 0) continue;
      const int user = wire.to.instance;
      const Boundary* found = find_boundary(wire.from.part, *at(user).mapping);
      if (found == nullptr || found->profile.empty()) continue;
      profiles_[wire.from.part].add(user, room_profile(user, found->profile), context_.uses);
    }
    for (auto& [name, plan] : profiles_) plan.settle(name, context_);
  }

  /// Returns the most frequent profile of the rooms of an instance; of equally frequent ones the
  /// first.
  std::optional<RoomProfile> room_profile(int user, const std::string& profile) {
    std::vector<std::pair<RoomProfile, int>> found;
    for (const int room : context_.uses.rooms_of(user)) {
      std::optional<RoomProfile> own = context_.profiles.find(room, profile);
      if (!own) continue;
      const auto same = std::find_if(found.begin(), found.end(), [&](const auto& other) {
        return other.first.series == own->series;
      });
      if (same != found.end()) {
        ++same->second;
      } else {
        found.emplace_back(*std::move(own), 1);
      }
    }
    const auto most =
        std::max_element(found.begin(), found.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == found.end()) return std::nullopt;
    return most->first;
  }

  /// Returns the id of a boundary's component, which is made when it is first used.
  std::string boundary(const std::string& name, int user) {
    const auto plan = profiles_.find(name);
    const ProfilePlan::Group* group =
        plan == profiles_.end() ? nullptr : plan->second.group_of(user);
    const std::string wanted = group == nullptr ? name : group->id;
    const auto known = boundary_ids_.find(wanted);
    if (known != boundary_ids_.end()) return known->second;
    const Boundary* found = find_boundary(name, *at(user).mapping);
    if (found == nullptr) return "";
    Component component = found->component;
    component.id = wanted;
    for (int i = 2; model_.find(component.id) != nullptr; ++i) {
      component.id = fmt::format("{}_{}", wanted, i);
    }
    component.where = {};
    const std::string id = component.id;
    boundaries_[id] = found;
    if (group != nullptr) {
      component.config.insert_or_assign("value", group->profile.series);
      profile_texts_[id] = group->profile.source;
      if (group->profile.given) given_profiles_.insert(id);
    }
    model_.add_component(std::move(component));
    return boundary_ids_[wanted] = id;
  }

  /// Returns the solar radiation through windows on the side that a room faces, to replace the
  /// radiation on the horizontal.
  Endpoint facade_sun(int room, const Endpoint& horizontal) {
    const int azimuth = static_cast<int>(std::lround(*context_.uses.of(room)->azimuth));
    return add_facade(model_, azimuth, {horizontal, context_.weather}, "orientation of rooms");
  }

  bool is_sun(const Endpoint& from) const {
    const Component* component = model_.find(from.component);
    return component != nullptr && component->type == "OutdoorEnvironment" &&
           from.port == "globalIrradiation";
  }

  std::string id_of(const PlannedEnd& end, int user) {
    if (end.instance < 0) return boundary(end.part, user);
    return part_id(at(end.instance), end.part);
  }

  void connect(const PlannedWire& wire) {
    const auto [entry, first] = sources_.try_emplace(wire.to, wire.from);
    if (!first) {
      if (entry->second != wire.from) second_sources_[wire.to].push_back(wire.from);
      return;
    }
    Connection connection;
    connection.from = {id_of(wire.from, wire.to.instance), wire.from.port, wire.from.key};
    connection.to = {part_id(at(wire.to.instance), wire.to.part), wire.to.port, wire.to.key};
    connection.cut = wire.cut;
    connection.loop = wire.loop;
    if (is_sun(connection.from) && context_.uses.faces_sun(wire.to.instance)) {
      connection.from = facade_sun(wire.to.instance, connection.from);
    }
    if (!connection.from.component.empty()) connections_.push_back(std::move(connection));
  }

  void add_connections() {
    for (Connection& connection : connections_) model_.add_connection(std::move(connection));
    connections_.clear();
  }

  void report_second_sources() {
    for (const auto& [to, others] : second_sources_) {
      const Instance& instance = at(to.instance);
      context_.report.add({.code = "import.several_sources",
                           .message = fmt::format(
                               "{} of rule {} takes one source, but the graph has more",
                               (to.part.empty() ? "" : to.part + ".") + to.port, instance.rule->id),
                           .nodes = {context_.names.node(instance.root)},
                           .consequence = "the first one is connected"});
    }
  }

  /// Removes the connections of entries that lack a connection, such as a flow of air without a
  /// temperature; then components with errors found by `validate`, with all parts of their
  /// instance; until there are no more errors.
  void leave_out_incomplete() {
    for (;;) {
      const Diagnostics found = validate(model_, context_.registry);
      if (disconnect_incomplete(found)) continue;
      std::set<int> broken;
      Diagnostics others;
      for (const Diagnostic& item : found.items()) {
        if (item.severity != Severity::Error) continue;
        const auto owner = owners_.find(item.where.component);
        if (owner == owners_.end()) {
          others.add(item);
        } else if (broken.insert(owner->second).second) {
          report_left_out(at(owner->second), item);
        }
      }
      if (broken.empty() && others.has_errors()) throw ModelError(others);
      if (broken.empty()) return;
      for (auto owner = owners_.begin(); owner != owners_.end();) {
        if (broken.contains(owner->second)) {
          model_.remove_component(owner->first);
          owner = owners_.erase(owner);
        } else {
          ++owner;
        }
      }
    }
  }

  /// Removes the connections to entries of `Many` inputs whose set lacks a connection for the same
  /// key. Returns whether it removed any.
  bool disconnect_incomplete(const Diagnostics& found) {
    std::set<std::pair<std::string, std::string>> incomplete;  // component, key
    for (const Diagnostic& item : found.items()) {
      if (item.code != "model.key_incomplete") continue;
      const auto end = parse_endpoint(item.where.component + "." + item.where.port);
      if (!end || !owners_.contains(end->component)) continue;
      if (!incomplete.emplace(end->component, end->key).second) continue;
      const Instance& instance = at(owners_.at(end->component));
      context_.report.add(
          {.severity = Severity::Warning,
           .code = "import.connection_incomplete",
           .message = fmt::format(
               "rule {}: the connections of '{}' to '{}' are incomplete: {} has no source",
               instance.rule->id, end->key, end->component, end->port),
           .nodes = {context_.names.node(instance.root)},
           .consequence = fmt::format(
               "simulated without this connection: add what supplies '{}', or remove the relation "
               "if nothing flows",
               end->key)});
    }
    std::vector<std::string> removed;
    for (const Connection& connection : model_.connections()) {
      if (incomplete.contains({connection.to.component, connection.to.key})) {
        removed.push_back(to_string(connection));
      }
    }
    for (const std::string& text : removed) model_.remove_connection(text);
    return !removed.empty();
  }

  void report_left_out(const Instance& instance, const Diagnostic& item) {
    context_.report.add(
        {.severity = Severity::Error,
         .code = "import.left_out",
         .message = fmt::format("rule {}: {} ({}: {})", instance.rule->id,
                                "the component cannot be simulated", item.code,
                                item.where.port.empty() ? item.message : item.where.port),
         .nodes = {context_.names.node(instance.root)},
         .consequence = "left out",
         .omits = true});
  }

  const BuildContext& context_;
  ValueFinder& values_;
  SimulationModel model_;
  std::map<std::string, int> owners_;  // component id -> instance
  std::vector<Connection> connections_;
  std::map<PlannedEnd, PlannedEnd> sources_;
  std::map<PlannedEnd, std::vector<PlannedEnd>> second_sources_;
  std::map<std::string, std::string> boundary_ids_;
  std::map<std::string, const Boundary*> boundaries_;  // component id -> boundary
  std::map<std::string, ProfilePlan> profiles_;        // by name of the boundary
  std::map<std::string, std::string> profile_texts_;   // component id -> content of its profile
  std::set<std::string> given_profiles_;               // ids of components
};

}  // namespace

namespace {

/// Returns the files in the configuration of a component: `'a.csv', 'b.epw'`.
std::string files_of(const Component& component) {
  std::set<std::string> files;
  for (const auto& [name, setting] : component.config) {
    if (const auto* file = std::get_if<FileName>(&setting)) files.insert("'" + file->path + "'");
    const auto* series = std::get_if<SeriesSpec>(&setting);
    const auto* column = series == nullptr ? nullptr : std::get_if<FileColumn>(&series->source);
    if (column != nullptr) files.insert("'" + column->file + "'");
  }
  return fmt::format("{}", fmt::join(files, ", "));
}

}  // namespace

std::string part_id(const Instance& instance, const std::string& part) {
  return part.empty() ? instance.id : instance.id + "/" + part;
}

std::set<int> BuiltModel::instances() const {
  std::set<int> numbers;
  for (const auto& [id, number] : owners) numbers.insert(number);
  return numbers;
}

BuiltModel build_model(const BuildContext& context, ValueFinder& values) {
  return Builder(context, values).run();
}

std::vector<BoundaryUse> boundary_uses(const BuiltModel& built) {
  std::map<std::string, std::set<int>> users;
  for (const Connection& connection : built.model.connections()) {
    const auto owner = built.owners.find(connection.to.component);
    if (owner == built.owners.end() || !built.boundaries.contains(connection.from.component)) {
      continue;
    }
    users[connection.from.component].insert(owner->second);
  }
  std::vector<BoundaryUse> out;
  for (const auto& [id, instances] : users) {
    out.push_back({id, built.boundaries.at(id), {instances.begin(), instances.end()}});
  }
  return out;
}

void settle_boundaries(BuiltModel& built, const BuildContext& context) {
  const std::vector<BoundaryUse> uses = boundary_uses(built);
  std::set<std::string> used;
  for (const BoundaryUse& use : uses) used.insert(use.id);
  for (const auto& [id, boundary] : built.boundaries) {
    if (!used.contains(id)) built.model.remove_component(id);
  }
  for (const auto& [id, boundary, users] : uses) {
    const std::string files = files_of(built.model.component(id));
    ImportItem item{.severity = files.empty() ? Severity::Warning : Severity::Note,
                    .code = "import.boundary",
                    .message = fmt::format("{} is not in the graph: component '{}' replaces it",
                                           boundary->means, id),
                    .consequence = files.empty() ? "holds constants: edit its config in the model"
                                                 : "reads " + files};
    if (const auto profile = built.profiles.find(id); profile != built.profiles.end()) {
      item.severity = Severity::Note;
      item.consequence = "holds " + profile->second + ": set hours and setpoints with --params";
    }
    for (const int user : users) {
      const Instance& instance = context.instances.all()[user];
      item.nodes.push_back(context.names.node(instance.root));
    }
    context.report.add(std::move(item));
  }
}

}  // namespace hearth
