// SPDX-License-Identifier: MIT
#include "hearth/framework/model/resolved_model.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/model/component_series.hpp"

namespace hearth {
namespace {

/// Builds a ResolvedModel step by step; each step reports errors and continues.
class ModelResolver {
 public:
  ModelResolver(const SimulationModel& model, const Registry& registry, Diagnostics& diagnostics)
      : model_(model), registry_(registry), diagnostics_(diagnostics) {}

  ResolvedModel run() {
    find_types();
    find_ports();
    collect_keys();
    place_entries();
    check_open_inputs();
    find_sources();
    share_units();
    convert_units();
    return std::move(wiring_);
  }

 private:
  static std::vector<std::string> names_of(const ComponentType& type, Role role) {
    std::vector<std::string> names;
    for (const Field& field : type.schema) {
      if (field.role == role) names.emplace_back(field.name);
    }
    return names;
  }

  SuggestionBudget& suggestions() { return diagnostics_.suggestions(); }

  void find_types() {
    for (const auto& [id, component] : model_.components()) {
      ResolvedComponent wired;
      wired.component = &component;
      wired.type = registry_.find(component.type);
      if (wired.type == nullptr) {
        const Where where = component.where.at(id);
        diagnostics_.error(
            "model.type_unknown", where,
            "no component type '" + component.type + "'" +
                suggestions().expected_of(component.type, [this] { return registry_.names(); }));
        continue;
      }
      if (wired.type->specialize) {
        wired.own_type = wired.type->specialize(component, diagnostics_);
        if (wired.own_type == nullptr) continue;  // reported
        wired.type = wired.own_type.get();
      }
      wired.keys.resize(static_cast<std::size_t>(wired.type->schema.set_count()));
      wiring_.components.push_back(std::move(wired));
    }
  }

  const Field* port(const Endpoint& end, Role role, const Connection& connection) {
    const int index = wiring_.index_of(end.component);
    if (index < 0) return nullptr;  // its type is unknown and was reported
    const ComponentType& type = *at(index).type;
    const Field* field = type.schema.find(role, end.port);
    if (field == nullptr) report_port(end, role, connection, type);
    return field;
  }

  /// Distinguishes an unknown name from the name of another kind of port.
  void report_port(const Endpoint& end, Role role, const Connection& connection,
                   const ComponentType& type) {
    const Where where = connection.where.at(end.component, end.port);
    const std::string wanted = role == Role::Output ? "output" : "input";
    for (const auto& [other, name, remedy] :
         {std::tuple(Role::Guard, "an event", "connect it under 'events'"),
          std::tuple(Role::Input, "an input", "write it after '->'"),
          std::tuple(Role::Output, "an output", "write it before '->'"),
          std::tuple(Role::Parameter, "a parameter", "set it under 'parameters'")}) {
      if (type.schema.find(other, end.port) == nullptr) continue;
      diagnostics_.error("model.port_type", where,
                         to_string(connection) + ": '" + end.port + "' of " + type.name + " is " +
                             name + ", not an " + wanted + "; " + remedy);
      return;
    }
    diagnostics_.error("model.port_unknown", where,
                       to_string(connection) + ": " + type.name + " has no " + wanted + " '" +
                           end.port + "'" +
                           type.expected(
                               end.port, [&] { return names_of(type, role); }, suggestions()));
  }

  /// Reports connections between whole sets of different size; then returns false.
  bool shapes_match(const ResolvedConnection& wired) {
    const Connection& connection = *wired.connection;
    if (!wired.output->many || !connection.from.key.empty()) return true;
    const auto size = [this](int component, const Field& field) {
      const ResolvedComponent& owner = at(component);
      const IndexSet& set = owner.type->schema.set(owner.type->schema.set_index(field.set));
      return set.count.empty() ? std::string("a value for each key")
                               : std::to_string(count_of(owner, set)) + " values";
    };
    const Where where = connection.where.at(connection.to.component, connection.to.port);
    const std::string has = size(wired.source, *wired.output);
    const std::string takes = wired.input->many ? size(wired.target, *wired.input) : "one value";
    diagnostics_.error("model.shape_mismatch", where,
                       to_string(connection) + ": the output has " + has + ", the input takes " +
                           takes + "; connect the keys one by one, " + connection.from.component +
                           "." + connection.from.port + "[key] -> ...");
    return false;
  }

  void find_ports() {
    for (const Connection& connection : model_.connections()) {
      ResolvedConnection wired;
      wired.connection = &connection;
      wired.output = port(connection.from, Role::Output, connection);
      wired.input = port(connection.to, Role::Input, connection);
      if (wired.output == nullptr || wired.input == nullptr) continue;
      wired.source = wiring_.index_of(connection.from.component);
      wired.target = wiring_.index_of(connection.to.component);
      if (shapes_match(wired)) wiring_.connections.push_back(wired);
    }
  }

  /// Returns the key of the input entry to which a connection leads, or nothing after reporting why
  /// not.
  std::optional<std::string> key_of(const ResolvedConnection& wired) {
    const Connection& connection = *wired.connection;
    const Field& input = *wired.input;
    const Where where = connection.where.at(connection.to.component, connection.to.port);
    if (!input.many) {
      if (connection.to.key.empty()) return std::string();
      diagnostics_.error("model.key_unexpected", where,
                         to_string(connection) + ": this input takes one source, without a key");
      return std::nullopt;
    }
    if (!connection.to.key.empty()) return connection.to.key;
    const SchemaView& schema = at(wired.target).type->schema;
    if (schema.inputs_over(input.set) == 1) return connection.from.component;
    diagnostics_.error("model.key_missing", where,
                       to_string(connection) + ": several inputs share the set '" +
                           std::string(input.set) + "'; write " + connection.to.component + "." +
                           connection.to.port + "[" + connection.from.component + "]");
    return std::nullopt;
  }

  void report_taken(const ResolvedConnection& first, const ResolvedConnection& second) {
    const Where where =
        second.connection->where.at(second.connection->to.component, second.connection->to.port);
    diagnostics_.error(
        "model.input_taken", where,
        "one input has two sources: " + to_string(*first.connection) + " and " +
            to_string(*second.connection) + "; remove one" +
            (second.input->many && !second.input->single ? ", or use a different key for each"
                                                         : ""));
  }

  /// Keeps connections whose key is known and not taken; collects the keys of each index set.
  void collect_keys() {
    std::map<std::array<std::string, 3>, const ResolvedConnection*> taken;
    std::vector<ResolvedConnection> kept;
    kept.reserve(wiring_.connections.size());
    for (const ResolvedConnection& wired : wiring_.connections) {
      const std::optional<std::string> key = key_of(wired);
      if (!key) continue;
      const Endpoint& to = wired.connection->to;
      const std::string slot = wired.input->single ? std::string() : *key;
      kept.push_back(wired);
      const auto [place, free] = taken.try_emplace({to.component, to.port, slot}, &kept.back());
      if (!free) {
        report_taken(*place->second, wired);
        kept.pop_back();
        continue;
      }
      keys_.push_back(*key);
      if (wired.input->many) {
        ResolvedComponent& target = at(wired.target);
        const auto set = static_cast<std::size_t>(target.type->schema.set_index(wired.input->set));
        target.keys[set].push_back(*key);
      }
    }
    wiring_.connections = std::move(kept);
    for (std::size_t i = 0; i < wiring_.components.size(); ++i) settle_sets(wiring_.components[i]);
  }

  void settle_sets(ResolvedComponent& wired) {
    const SchemaView& schema = wired.type->schema;
    for (int i = 0; i < schema.set_count(); ++i) {
      std::vector<std::string>& keys = wired.keys[i];
      const bool is_fixed = schema.set(i).size >= 0;
      if (is_fixed || !schema.set(i).count.empty()) {
        keys.clear();
        const int n = is_fixed ? schema.set(i).size : count_of(wired, schema.set(i));
        counted_ += n;
        check_limit(WorkLimit::CountedEntries, counted_,
                    wired.component->where.at(wired.component->id, schema.set(i).count));
        for (int k = 1; k <= n; ++k) keys.push_back(std::to_string(k));
      } else {
        std::sort(keys.begin(), keys.end());
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
      }
      wired.sizes.push_back(static_cast<int>(keys.size()));
    }
  }

  int count_of(const ResolvedComponent& wired, const IndexSet& set) {
    const auto found = wired.component->config.find(std::string(set.count));
    if (found == wired.component->config.end()) return set.default_count;
    const int* count = std::get_if<int>(&found->second);
    if (count != nullptr && *count >= 1 && *count <= 10000) return *count;
    const Where where = wired.component->where.at(wired.component->id, set.count);
    diagnostics_.error("model.count_invalid", where, "expected a whole number from 1 to 10000");
    return set.default_count;
  }

  void place_entries() {
    std::vector<std::map<std::pair<std::string_view, std::string>, bool>> fed(
        wiring_.components.size());
    for (std::size_t i = 0; i < wiring_.connections.size(); ++i) {
      ResolvedConnection& wired = wiring_.connections[i];
      if (wired.input->many) {
        place_input(wired, keys_[i]);
        fed[wired.target][{wired.input->name, keys_[i]}] = true;
      }
      place_output(wired);
    }
    for (std::size_t c = 0; c < wiring_.components.size(); ++c) check_sets(c, fed[c]);
  }

  void place_input(ResolvedConnection& wired, const std::string& key) {
    wired.input_entry = entry(wired.target, *wired.input, key);
    if (wired.input_entry >= 0) return;
    wired.input_entry = 0;
    const Endpoint& to = wired.connection->to;
    const Where where = wired.connection->where.at(to.component, to.port);
    report_key(where, key, keys(wired.target, *wired.input), wired.input->set);
  }

  void report_key(const Where& where, const std::string& key, const std::vector<std::string>& known,
                  std::string_view set) {
    diagnostics_.error("model.key_unknown", where,
                       "no key '" + key + "' in the set '" + std::string(set) + "'" +
                           suggestions().expected(key, known));
  }

  void place_output(ResolvedConnection& wired) {
    const Endpoint& from = wired.connection->from;
    const Where where = wired.connection->where.at(from.component, from.port);
    if (!wired.output->many) {
      if (!from.key.empty()) {
        diagnostics_.error("model.key_unexpected", where,
                           "this output is one value, which takes no key");
      }
      return;
    }
    wired.output_entry = entry(wired.source, *wired.output, from.key);
    if (wired.output_entry >= 0) return;
    wired.output_entry = 0;
    report_key(where, from.key, keys(wired.source, *wired.output), wired.output->set);
  }

  /// Checks that all inputs over one set have the same keys, except those that may stay open.
  void check_sets(std::size_t c,
                  const std::map<std::pair<std::string_view, std::string>, bool>& fed) {
    const ResolvedComponent& wired = wiring_.components[c];
    for (const Field& field : wired.type->schema) {
      if (field.role != Role::Input || !field.many || field.has_default) continue;
      for (const std::string& key : keys(static_cast<int>(c), field)) {
        if (fed.count({field.name, key}) != 0) continue;
        const Where where = wired.component->where.at(wired.component->id,
                                                      std::string(field.name) + "[" + key + "]");
        diagnostics_.error("model.key_incomplete", where,
                           "the set '" + std::string(field.set) + "' has the key '" + key +
                               "', but this input has no source for this key; connect one");
      }
    }
  }

  /// Checks that inputs have a source, unless a connection to them was reported as wrong.
  void check_open_inputs() {
    const std::set<std::string_view> open(model_.inputs.begin(), model_.inputs.end());
    std::set<std::pair<std::string_view, std::string_view>> named;
    for (const Connection& connection : model_.connections()) {
      named.insert({connection.to.component, connection.to.port});
    }
    for (const ResolvedComponent& wired : wiring_.components) {
      for (const Field& field : wired.type->schema) {
        if (field.role != Role::Input) continue;
        if (named.count({wired.component->id, field.name}) == 0) check_open(wired, field, open);
      }
    }
  }

  void check_open(const ResolvedComponent& wired, const Field& field,
                  const std::set<std::string_view>& open) {
    const Component& component = *wired.component;
    if (!field.alternative.empty()) {
      if (component.config.count(std::string(field.alternative)) != 0) return;
    } else if (field.many || field.has_default) {
      return;
    }
    const std::string name = component.id + ".in." + std::string(field.name);
    if (open.contains(name)) return;
    const Where where = component.where.at(component.id, field.name);
    std::string remedy = "connect an output to it";
    if (!field.alternative.empty()) {
      remedy += " or set the configuration '" + std::string(field.alternative) + "'";
    }
    diagnostics_.error(
        "model.input_missing", where,
        wired.type->name + " input [" + field.unit.symbol + "] has no source; " + remedy);
  }

  void find_sources() {
    std::vector<bool> fed(wiring_.components.size(), false);
    for (const ResolvedConnection& wired : wiring_.connections) {
      fed[wired.target] = true;
    }
    for (std::size_t c = 0; c < wiring_.components.size(); ++c) {
      const Traits& traits = wiring_.components[c].type->traits;
      wiring_.components[c].source =
          !fed[c] && !traits.has_derivatives && !traits.has_update && !traits.has_events;
    }
  }

  static std::optional<Unit> own_unit(const ResolvedComponent& wired) {
    for (const Field& field : wired.type->schema) {
      if (field.kind != ConfigKind::Series || field.unit.any == 0) continue;
      const SeriesSpec* spec = series_of(*wired.component, std::string(field.name));
      if (spec == nullptr) continue;
      if (const auto* column = std::get_if<FileColumn>(&spec->source)) return column->unit;
      return spec->unit;
    }
    return std::nullopt;
  }

  using Pending = std::set<std::size_t>;  // connections
  using ByComponent = std::vector<std::vector<std::size_t>>;

  /// Sets the unit that the `any` ports of each component share to that of a port connected to
  /// them: first from sources, then from consumers. A source without a unit remains without one.
  /// Passes over connections run forwards until nothing changes, then once backwards; they visit
  /// only connections that may change a unit.
  void share_units() {
    for (ResolvedComponent& wired : wiring_.components) {
      if (wired.source) wired.any = own_unit(wired);
    }
    ByComponent leaving(wiring_.components.size()), entering(wiring_.components.size());
    Pending forward, backward;
    for (std::size_t i = 0; i < wiring_.connections.size(); ++i) {
      leaving[wiring_.connections[i].source].push_back(i);
      entering[wiring_.connections[i].target].push_back(i);
      forward.insert(forward.end(), i);
    }
    backward = forward;
    const auto to_target = [this](const ResolvedConnection& wired) {
      return share_forward(wired) ? wired.target : -1;
    };
    const auto to_source = [this](const ResolvedConnection& wired) {
      return share_backward(wired) ? wired.source : -1;
    };
    while (!forward.empty() || !backward.empty()) {
      while (!forward.empty()) pass(to_target, forward, leaving, backward, entering);
      pass(to_source, backward, entering, forward, leaving);
    }
  }

  /// Shares along the pending connections in order. `share` returns the component that has a unit
  /// now, -1 if none: then its connections become pending, those ahead in the present pass too.
  template <class Share>
  void pass(const Share& share, Pending& pending, const ByComponent& onward, Pending& reverse,
            const ByComponent& back) {
    Pending now = std::exchange(pending, {});
    for (const std::size_t i : now) {
      const int reached = share(wiring_.connections[i]);
      if (reached < 0) continue;
      for (const std::size_t other : onward[reached]) (other > i ? now : pending).insert(other);
      reverse.insert(back[reached].begin(), back[reached].end());
    }
  }
  bool share_forward(const ResolvedConnection& wired) {
    ResolvedComponent& target = at(wired.target);
    if (target.any || wired.input->unit.any != 1) return false;
    target.any = wired.output->unit.any == 1 ? at(wired.source).any
                                             : std::optional<Unit>(wired.output->unit);
    return target.any.has_value();
  }
  bool share_backward(const ResolvedConnection& wired) {
    ResolvedComponent& source = at(wired.source);
    if (source.any || source.source || wired.output->unit.any != 1) return false;
    source.any =
        wired.input->unit.any == 1 ? at(wired.target).any : std::optional<Unit>(wired.input->unit);
    return source.any.has_value();
  }

  void convert_units() {
    for (ResolvedConnection& wired : wiring_.connections) {
      const bool bare_source = wired.output->unit.any == 1 && !at(wired.source).any;
      const bool bare_target = wired.input->unit.any == 1 && !at(wired.target).any;
      if (bare_source || bare_target) continue;
      const Unit from = wiring_.unit_of(wired.source, *wired.output);
      const Unit to = wiring_.unit_of(wired.target, *wired.input);
      if (from.compatible(to)) {
        wired.conversion = conversion(from, to);
        continue;
      }
      const Connection& connection = *wired.connection;
      diagnostics_.error("model.unit_mismatch", connection.where,
                         to_string(connection.from) + " [" + from.symbol + "] -> " +
                             to_string(connection.to) + " [" + to.symbol +
                             "]; correct the connection or one of the units");
    }
  }

  const std::vector<std::string>& keys(int component, const Field& field) const {
    const ResolvedComponent& wired = wiring_.components[component];
    return wired.keys[wired.type->schema.set_index(field.set)];
  }
  int entry(int component, const Field& field, const std::string& key) const {
    const ResolvedComponent& wired = wiring_.components[component];
    return wired.entry(wired.type->schema.set_index(field.set), key);
  }
  ResolvedComponent& at(int index) { return wiring_.components[index]; }

  const SimulationModel& model_;
  const Registry& registry_;
  Diagnostics& diagnostics_;
  ResolvedModel wiring_;
  std::vector<std::string> keys_;  // of each kept connection
  std::int64_t counted_ = 0;       // entries of counted sets
};

/// Returns the unit with its usual symbol.
Unit with_usual_symbol(Unit unit) {
  for (const std::string& symbol : unit_symbols()) {
    const std::optional<Unit> candidate = parse_unit(symbol);
    if (candidate && *candidate == unit) return *candidate;
  }
  return unit;
}

}  // namespace

int ResolvedComponent::entry(int set, std::string_view key) const {
  const std::vector<std::string>& all = keys[static_cast<std::size_t>(set)];
  if (!type->schema.set(set).count.empty()) {  // 1..n
    int number = 0;
    const auto read = std::from_chars(key.data(), key.data() + key.size(), number);
    const bool known = read.ec == std::errc() && number >= 1 && number <= std::ssize(all);
    return known && all[static_cast<std::size_t>(number - 1)] == key ? number - 1 : -1;
  }
  const auto found = std::lower_bound(all.begin(), all.end(), key);
  return found == all.end() || *found != key ? -1 : static_cast<int>(found - all.begin());
}

int ResolvedModel::index_of(const std::string& id) const {
  const auto place = std::lower_bound(components.begin(), components.end(), id,
                                      [](const ResolvedComponent& wired, const std::string& name) {
                                        return wired.component->id < name;
                                      });
  if (place == components.end() || place->component->id != id) return -1;
  return static_cast<int>(place - components.begin());
}

Unit ResolvedModel::unit_of(int component, const Field& field) const {
  return resolve_any(field.unit, components[component].any);
}

Unit resolve_any(const Unit& generic, const std::optional<Unit>& shared) {
  Unit unit = generic;
  if (unit.any == 0) return unit;
  const Unit base = shared.value_or(unit::one);
  const int power = unit.any;
  const bool same = power == 1 && !unit.any_difference;
  if (same && unit.s == 0) return base;
  const auto scaled = [power](int own, int exponent) {
    return static_cast<std::int8_t>(own + power * exponent);
  };
  unit.kg = scaled(unit.kg, base.kg);
  unit.m = scaled(unit.m, base.m);
  unit.s = scaled(unit.s, base.s);
  unit.K = scaled(unit.K, base.K);
  unit.scale *= std::pow(base.scale, power);
  unit.any = 0;
  unit.any_difference = false;
  return with_usual_symbol(unit);
}

ResolvedModel look_up_names(const SimulationModel& model, const Registry& registry,
                            Diagnostics& diagnostics) {
  return ModelResolver(model, registry, diagnostics).run();
}

}  // namespace hearth
