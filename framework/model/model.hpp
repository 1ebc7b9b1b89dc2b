// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
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

/// The key that represents all entries of an index set without a key of their own.
inline constexpr std::string_view kAllOthers = "*";

/// One number for a value or for all entries of an index set, or a number for each key. The key `*`
/// sets all other keys; without it, these keep the default of the schema.
using Entries = std::variant<Quantity, std::map<std::string, Quantity>>;

/// A parameter as a model sets it. Limits and source are information for readers only.
struct ParameterSetting {
  Entries value = Quantity{};
  std::optional<Quantity> min, max;
  std::string source;  ///< origin of the number ("default", "nameplate", an IRI)
  friend bool operator==(const ParameterSetting&, const ParameterSetting&) = default;
};

/// A file that a configuration names.
struct FileName {
  std::string path;   ///< as written in the model
  std::string found;  ///< place at which it was found; not part of the value
  friend bool operator==(const FileName& a, const FileName& b) { return a.path == b.path; }
};

/// One of the words a configuration allows.
struct Word {
  std::string text;
  friend bool operator==(const Word&, const Word&) = default;
};

/// Texts by name: formulas, units, numbers with units.
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
  std::optional<double> end{};  ///< s, the last instant at which it may tick
  double jitter = 0.0;  ///< s, each tick is late by a random part of it; continuous engine only
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

/// A port of a component; `key` names the entry of a `Many`, "" if the port has no keys.
struct Endpoint {
  std::string component;
  std::string port;
  std::string key;
  friend auto operator<=>(const Endpoint&, const Endpoint&) = default;
};
/// Returns `id.port` or `id.port[key]`.
std::string to_string(const Endpoint& endpoint);

/// How the continuous engine treats an algebraic loop through a connection.
enum class LoopAction {
  Solve,   ///< solves for values that agree
  Refuse,  ///< reports an error that names the loop
  Delay,   ///< breaks the loop: delivers the value of the last communication point
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
/// Returns whether a connection precedes another one in a model: by target, then by source.
bool comes_before(const Connection& a, const Connection& b);

/// Connections to an input, or to a component if `port` is "".
struct ConnectionTarget {
  std::string_view component;
  std::string_view port{};
};
/// The order of `comes_before`, and that of targets.
struct ConnectionOrder {
  using is_transparent = void;
  bool operator()(const Connection& a, const Connection& b) const { return comes_before(a, b); }
  bool operator()(const Connection& a, const ConnectionTarget& b) const;
  bool operator()(const ConnectionTarget& a, const Connection& b) const;
};
using ConnectionSet = std::set<Connection, ConnectionOrder>;

/// Returns a connection inside a composite as a connection between parts of the composite `id`.
Connection in_composite(const std::string& id, Connection connection);

/// A measured series of an output.
struct Measurement {
  FileColumn column;
  std::optional<double> sd;  ///< standard deviation, in `sd_unit`
  Where where;
  std::optional<Unit> sd_unit{};  ///< none: the unit of the file
  friend bool operator==(const Measurement& a, const Measurement& b) {
    return a.column == b.column && a.sd == b.sd && a.sd_unit == b.sd_unit;
  }
};

struct Site {
  std::optional<double> latitude;   ///< degrees north
  std::optional<double> longitude;  ///< degrees east
  std::string timezone;             ///< IANA name, "" if not set
  friend bool operator==(const Site&, const Site&) = default;
};

struct Composite;

/// A composite that is in a model. Its ports represent parts of the model.
struct CompositeInstance {
  std::shared_ptr<const Composite> composite;
  std::map<std::string, std::vector<Endpoint>> inputs;
  std::map<std::string, Endpoint> outputs;
};

/// Components and connections: a value that can be copied, compared and written to a file.
///
/// The order in which parts are added does not matter: components are kept by id, connections by
/// their ends. `validate` checks names, units and completeness against a registry.
class SimulationModel {
 public:
  std::string name;
  Site site;
  RunDefaults defaults;
  std::map<std::string, Measurement> measurements;  ///< by `id.port`
  std::vector<std::string> inputs;  ///< unconnected inputs `id.in.port` that are set from outside
  /// Rules of a model file for whole files, with `file` a name or a pattern; they are already
  /// applied to the columns of components and measurements. Not part of the value.
  std::vector<FileColumn> files{};

  /// Adds an instance. Throws ModelError `model.id_invalid` or `model.id_duplicate`.
  Component& add_component(Component component);
  /// Adds a group of components under one name: its parts become `id/part`, and connections to its
  /// ports lead to the parts they represent. Throws the errors of `add_component` and
  /// `add_connection`, and `model.port_unknown` for a port that represents nothing; then nothing is
  /// added. Measurements and inputs inside become those of this model. A named composite is
  /// defined.
  void add_composite(const std::string& id, std::shared_ptr<const Composite> composite);
  void add_composite(const std::string& id, const Composite& composite);
  /// Keeps a composite under its name, for files, and the composites of which it consists. If
  /// several have one name, the first counts.
  void define_composite(const std::shared_ptr<const Composite>& composite);
  /// Removes an instance, its connections and its measurements; throws ModelError
  /// `model.component_unknown`.
  void remove_component(std::string_view id);
  /// Adds a connection. Throws ModelError `model.component_unknown`, or
  /// `model.connection_duplicate` if the same two ends are connected already.
  void add_connection(Connection connection);
  /// Adds `damper.airFlowRate -> room.supplyAirFlowRate`, with `[key]` where needed.
  void add_connection(std::string_view text);
  /// Removes a connection, also to ports of composites; throws ModelError
  /// `model.connection_unknown`.
  void remove_connection(std::string_view text);
  void remove_connection(const Connection& connection);
  /// Adds `tank.full -> pump.stop`: when the guard fires, the other component receives the event.
  /// Throws the errors of `add_connection`.
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
  std::ranges::subrange<ConnectionSet::const_iterator> connections_to(
      std::string_view component, std::string_view port = {}) const;
  /// Returns the event connections, sorted by their ends.
  const ConnectionSet& events() const { return events_; }

  /// Returns the composites by id, nested ones as `id/part`. They describe what the parts were made
  /// from; each part may have been changed or removed since.
  const std::map<std::string, CompositeInstance, std::less<>>& composites() const {
    return composites_;
  }
  /// Returns the composites that have a name, by name.
  const std::map<std::string, std::shared_ptr<const Composite>>& definitions() const {
    return definitions_;
  }
  /// Returns the connections to ports of composites as they were added.
  const std::vector<Connection>& port_connections() const { return port_connections_; }
  const std::vector<Connection>& port_events() const { return port_events_; }
  /// Returns the connections between components that a connection to ports of composites
  /// represents; throws ModelError `model.port_unknown`.
  std::vector<Connection> between_parts(const Connection& connection) const;

  /// Changes every component, and the components inside composites in the same way; ids stay.
  void change_components(const std::function<void(Component&)>& change);
  /// Sets a parameter named `id.parameter` or `id.parameter[key]`.
  void set_parameter(std::string_view path, Quantity value);
  /// Sets an initial value named `id.state`, `id.output` or `id@state`.
  void set_initial(std::string_view path, Quantity value);

  /// Compares components and connections, not composites: models that are equal run alike.
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

/// The type in files of a composite that is described inline.
inline constexpr std::string_view kCompositeType = "composite";

/// A reusable group of components with its own ports, which represent ports of its components.
struct Composite {
  std::string name{};  ///< name in files; "" if it is described inline
  SimulationModel model{};
  /// By port: the inputs inside to which it leads, `id.port` or `id.port[key]`.
  std::map<std::string, std::vector<std::string>> inputs{};
  /// By port: the output inside that it represents.
  std::map<std::string, std::string> outputs{};
  Where where{};  ///< place at which it was read; not part of its value

  friend bool operator==(const Composite& a, const Composite& b) {
    return a.name == b.name && a.model == b.model && a.inputs == b.inputs && a.outputs == b.outputs;
  }
};

/// Reads `id.port` or `id.port[key]` (the port follows the last dot); nothing if it is malformed.
std::optional<Endpoint> parse_endpoint(std::string_view text);

/// Returns, for a path into a composite such as `floor.temperature` or `floor.in.setpoint`, an
/// addition to an error message that names the ports of parts to use instead; "" for other paths.
std::string parts_hint(const SimulationModel& model, std::string_view path);

/// Returns why an id is invalid, or "". Allowed are letters, digits, `_ - space ( ) [ ]`, and `/`
/// between parts.
std::string id_problem(std::string_view id);

/// Checks a model against the component types: types, ports, parameters, ranges, units, sources of
/// inputs, keys. Collects all diagnostics; with errors the model cannot be compiled.
Diagnostics validate(const SimulationModel& model, const Registry& registry);

}  // namespace hearth
