// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/series.hpp"
#include "hearth/framework/component/table.hpp"
#include "hearth/framework/model/run_defaults.hpp"
#include "hearth/framework/order/order.hpp"

namespace hearth {

class Registry;

/// The key that represents all entries of an index set without a value of their own.
inline constexpr std::string_view kAllOthers = "*";

/// One number, which applies to a single value or to all entries of an index set, or a number for
/// each key. The key `*` sets the entries of all keys that are not listed; without it these entries
/// keep the default of the schema.
using Entries = std::variant<Quantity, std::map<std::string, Quantity>>;

/// A parameter as a model sets it. `min`, `max` and `source` are information for readers only.
struct ParameterSetting {
  Entries value = Quantity{};
  std::optional<Quantity> min, max;
  std::string source;  ///< origin of the number ("default", "nameplate", an IRI)
  friend bool operator==(const ParameterSetting&, const ParameterSetting&) = default;
};

/// A file that a configuration names.
struct FileName {
  std::string path;   ///< as written in the model
  std::string found;  ///< path at which it was found; not compared
  friend bool operator==(const FileName& a, const FileName& b) { return a.path == b.path; }
};

/// One of the words that a configuration member allows.
struct Word {
  std::string text;
  friend bool operator==(const Word&, const Word&) = default;
};

/// Texts by name: formulas, units, and numbers with units.
struct FormulaTexts {
  std::map<std::string, std::string> texts;
  friend bool operator==(const FormulaTexts&, const FormulaTexts&) = default;
};

using ConfigSetting =
    std::variant<SeriesSpec, int, bool, Table, FileName, Word, Quantity, FormulaTexts>;

/// Times at which `update` runs: start + offset + k period, k = 0, 1, ..., until `end`.
struct SampleClock {
  double period = 0.0;          ///< s, > 0
  double offset = 0.0;          ///< s; below 0 if the clock ran before the start
  std::optional<double> end{};  ///< s, last possible instant of a sample
  double jitter = 0.0;          ///< s, largest random delay of each sample; continuous engine only
  friend bool operator==(const SampleClock&, const SampleClock&) = default;
};

/// An instance of a component type.
struct Component {
  std::string id;
  std::string type;
  std::string iri;  ///< node of the building graph that it represents, "" if none
  std::map<std::string, ConfigSetting> config;
  std::map<std::string, ParameterSetting> parameters;
  std::map<std::string, Entries> initial;  ///< of states, held values and outputs
  std::optional<SampleClock> clock;
  Where where;  ///< place at which it was read; not part of its value

  friend bool operator==(const Component& a, const Component& b) {
    return a.id == b.id && a.type == b.type && a.iri == b.iri && a.config == b.config &&
           a.parameters == b.parameters && a.initial == b.initial && a.clock == b.clock;
  }
};

/// A port of a component. `key` is the key of an entry of a `Many`, "" for other ports.
struct Endpoint {
  std::string component;
  std::string port;
  std::string key;
  friend auto operator<=>(const Endpoint&, const Endpoint&) = default;
};
/// Returns `id.port` or `id.port[key]`.
std::string to_string(const Endpoint& endpoint);

/// How the continuous engine treats an algebraic loop that contains a connection.
enum class LoopAction {
  Solve,   ///< solves the loop
  Refuse,  ///< reports an error that names the loop
  Delay,   ///< breaks the loop: the connection delivers once per step of the run
};

/// An output that feeds an input.
struct Connection {
  Endpoint from;
  Endpoint to;
  CutPin cut = CutPin::Free;
  Where where{};
  LoopAction loop = LoopAction::Solve;

  friend bool operator==(const Connection& a, const Connection& b) {
    return a.from == b.from && a.to == b.to && a.cut == b.cut && a.loop == b.loop;
  }
};
/// Returns `a.out -> b.in`.
std::string to_string(const Connection& connection);
/// Returns whether a connection precedes another in the order of a model: by target, then by
/// source.
bool comes_before(const Connection& a, const Connection& b);

/// Selects the connections to an input, or to all inputs of a component if `port` is "".
struct ConnectionTarget {
  std::string_view component;
  std::string_view port{};
};
/// Orders connections as `comes_before`, and finds them by target.
struct ConnectionOrder {
  using is_transparent = void;
  bool operator()(const Connection& a, const Connection& b) const { return comes_before(a, b); }
  bool operator()(const Connection& a, const ConnectionTarget& b) const;
  bool operator()(const ConnectionTarget& a, const Connection& b) const;
};
using ConnectionSet = std::set<Connection, ConnectionOrder>;

/// Consecutive connections of a set; valid while the set is not changed.
struct ConnectionRange {
  ConnectionSet::const_iterator first, last;
  ConnectionSet::const_iterator begin() const { return first; }
  ConnectionSet::const_iterator end() const { return last; }
  bool empty() const { return first == last; }
};

/// Converts a connection inside a composite to a connection between components of the model that
/// contains the composite as `id`.
Connection in_composite(const std::string& id, Connection connection);

/// A measured series of an output.
struct Measurement {
  FileColumn column;
  std::optional<double> sd;  ///< standard deviation, in `sd_unit`
  Where where;
  std::optional<Unit> sd_unit{};  ///< not set: the unit of the file
  friend bool operator==(const Measurement& a, const Measurement& b) {
    return a.column == b.column && a.sd == b.sd && a.sd_unit == b.sd_unit;
  }
};

/// The site of a model: coordinates and time zone. Values that are not set are taken from the
/// weather file (`completed_site`).
struct Site {
  std::optional<double> latitude;   ///< degrees north
  std::optional<double> longitude;  ///< degrees east
  std::string timezone;             ///< IANA name, "" if not set
  friend bool operator==(const Site&, const Site&) = default;
};

struct Composite;

/// A composite in a model, with the ports of components that its own ports represent.
struct CompositeInstance {
  std::shared_ptr<const Composite> composite;
  std::map<std::string, std::vector<Endpoint>> inputs;
  std::map<std::string, Endpoint> outputs;
};

/// Components and their connections: a value that can be copied, compared and written to a file.
///
/// The order in which parts are added does not matter: components are sorted by id, connections by
/// their ends. `validate` checks names, units and completeness against a registry.
class SimulationModel {
 public:
  std::string name;
  Site site;
  RunDefaults defaults;
  std::map<std::string, Measurement> measurements;  ///< by `id.port`
  std::vector<std::string> inputs;  ///< unconnected inputs `id.in.port` that are set from outside
  /// Rules of a model file for reading whole files; `file` is a name or a pattern. The rules are
  /// already applied to the columns of components and measurements. Not compared.
  std::vector<FileColumn> files{};

  /// Adds an instance. Throws ModelError `model.id_invalid` or `model.id_duplicate`.
  Component& add_component(Component component);
  /// Adds a group of components under one name: its components become `id/part`, and connections to
  /// its ports lead to the ports that these represent. Measurements and inputs inside the group
  /// become those of this model. If the composite has a name, it is also defined
  /// (`define_composite`). Throws the errors of `add_component` and `add_connection`, and
  /// ModelError `model.port_unknown` for a port that represents nothing; the model then does not
  /// change.
  void add_composite(const std::string& id, std::shared_ptr<const Composite> composite);
  void add_composite(const std::string& id, const Composite& composite);
  /// Keeps a composite under its name, and the composites that it contains, so that they can be
  /// written to a file. If several composites have the same name, the first is kept.
  void define_composite(const std::shared_ptr<const Composite>& composite);
  /// Removes an instance with its connections, events, measurements and inputs. Throws ModelError
  /// `model.component_unknown`.
  void remove_component(std::string_view id);
  /// Adds a connection. Throws ModelError `model.component_unknown`, or
  /// `model.connection_duplicate` if the same two ends are already connected.
  void add_connection(Connection connection);
  /// Adds a connection that is written as `damper.airFlowRate -> room.supplyAirFlowRate`, with
  /// `[key]` after a port if needed. Also throws ModelError `model.connection_malformed`.
  void add_connection(std::string_view text);
  /// Removes a connection, which may also lead to ports of composites. Throws ModelError
  /// `model.connection_malformed` or `model.connection_unknown`.
  void remove_connection(std::string_view text);
  void remove_connection(const Connection& connection);
  /// Adds an event connection such as `tank.full -> pump.stop`: when the guard `full` fires, the
  /// other component receives the event `stop`. Throws the errors of `add_connection`.
  void add_event(Connection connection);
  void add_event(std::string_view text);

  const Component* find(std::string_view id) const;
  /// Returns the instance; throws ModelError `model.component_unknown` with the nearest id.
  const Component& component(std::string_view id) const;
  Component& component(std::string_view id);

  const std::map<std::string, Component, std::less<>>& components() const { return components_; }
  /// Returns the connections, sorted by their ends.
  const ConnectionSet& connections() const { return connections_; }
  /// Returns the connections to a component, or to one of its inputs, sorted by their ends.
  ConnectionRange connections_to(std::string_view component, std::string_view port = {}) const;
  /// Returns the event connections, sorted by their ends.
  const ConnectionSet& events() const { return events_; }

  /// Returns the composites by id, nested ones as `id/part`. They describe how the components were
  /// added; the components may have been changed or removed since.
  const std::map<std::string, CompositeInstance, std::less<>>& composites() const {
    return composites_;
  }
  /// Returns the composites that were defined under a name, by name.
  const std::map<std::string, std::shared_ptr<const Composite>>& definitions() const {
    return definitions_;
  }
  /// Returns the connections to ports of composites, as they were added.
  const std::vector<Connection>& port_connections() const { return port_connections_; }
  const std::vector<Connection>& port_events() const { return port_events_; }
  /// Returns the connections between components that a connection to ports of composites
  /// represents. Throws ModelError `model.port_unknown`.
  std::vector<Connection> between_parts(const Connection& connection) const;

  /// Calls `change` for every component, and for the components inside the definitions of
  /// composites. It must not change ids.
  void change_components(const std::function<void(Component&)>& change);
  /// Sets a parameter named `id.parameter` or `id.parameter[key]`. Throws InputError
  /// `model.path_malformed` or ModelError `model.component_unknown`; `validate` checks the name and
  /// value.
  void set_parameter(std::string_view path, Quantity value);
  /// Sets an initial value named `id.state`, `id.output` or `id@state`, with `[key]` if needed.
  /// Throws the errors of `set_parameter`.
  void set_initial(std::string_view path, Quantity value);

  /// Compares components, connections and settings, but not composites: equal models give equal
  /// runs.
  friend bool operator==(const SimulationModel& a, const SimulationModel& b) {
    return a.name == b.name && a.site == b.site && a.defaults == b.defaults &&
           a.measurements == b.measurements && a.inputs == b.inputs &&
           a.components_ == b.components_ && a.connections_ == b.connections_ &&
           a.events_ == b.events_;
  }

 private:
  using Changed = std::map<std::shared_ptr<const Composite>, std::shared_ptr<const Composite>>;

  void add(ConnectionSet& set, std::vector<Connection>& to_ports, Connection connection);
  void insert(ConnectionSet& set, Connection connection);
  /// Throws ModelError `model.id_invalid` or `model.id_duplicate` if an id cannot be added.
  void check_id(const std::string& id, const Where& where) const;
  /// Throws ModelError `model.id_duplicate` if a component or a composite has this id.
  void refuse_taken(const std::string& id) const;
  /// Adds the connections that a connection represents to `all`, and the ports it passes to
  /// `passed`.
  void expand(const Connection& connection, std::vector<Connection>& all,
              std::int64_t& passed) const;
  void expand_target(const Connection& connection, std::vector<Connection>& all,
                     std::int64_t& passed) const;
  /// Throws InputError `limit.exceeded` if a composite would make the model too large.
  void check_size(const std::string& id, const Composite& composite) const;
  void change_components(const std::function<void(Component&)>& change, Changed& changed);

  std::map<std::string, Component, std::less<>> components_;
  ConnectionSet connections_;
  ConnectionSet events_;
  std::map<std::string, CompositeInstance, std::less<>> composites_;
  std::map<std::string, std::shared_ptr<const Composite>> definitions_;
  std::vector<Connection> port_connections_;
  std::vector<Connection> port_events_;
  // Work that was done for the model so far; not part of its value.
  std::int64_t brought_bytes_ = 0;  // by composites and the composites inside them
  std::int64_t passed_ports_ = 0;   // by connections
  SuggestionBudget suggestions_;
};

/// The `type` in a file of a composite that is described in the component itself.
inline constexpr std::string_view kCompositeType = "composite";

/// A reusable group of components with its own ports, which represent ports of the components.
struct Composite {
  std::string name{};  ///< name in files; "" if it is described in a component
  SimulationModel model{};
  /// By port: the inputs inside the composite to which it leads, as `id.port` or `id.port[key]`.
  std::map<std::string, std::vector<std::string>> inputs{};
  /// By port: the output inside the composite that it represents.
  std::map<std::string, std::string> outputs{};
  Where where{};  ///< place at which it was read; not part of its value

  friend bool operator==(const Composite& a, const Composite& b) {
    return a.name == b.name && a.model == b.model && a.inputs == b.inputs && a.outputs == b.outputs;
  }
};

/// Reads `id.port` or `id.port[key]`; the id ends at the first dot. Returns nothing if the text is
/// malformed.
std::optional<Endpoint> parse_endpoint(std::string_view text);

/// Returns a hint for an error message about a path into a composite, such as `floor.temperature`
/// or `floor.in.setpoint`: the ports of components to use instead. Returns "" for other paths.
std::string parts_hint(const SimulationModel& model, std::string_view path);

/// Returns why an id is invalid, or "". Letters (also outside ASCII), digits, `_`, `-`, spaces,
/// parentheses and brackets are allowed, and `/` between parts; `->` is not allowed.
std::string id_problem(std::string_view id);

/// Checks a model against the component types: types, ports, parameters, ranges, units, sources of
/// inputs, keys. Returns all diagnostics; a model with errors cannot be compiled.
Diagnostics validate(const SimulationModel& model, const Registry& registry);

}  // namespace hearth
