// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/mapping/formula.hpp"
#include "hearth/ontology/patterns/pattern.hpp"
#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/reasoning/namespaces.hpp"

namespace hearth {

/// Content of a mapping file (docs/mapping.md), read and checked: plain values.
///
/// Variables are named without `?`. The variables of a pattern that starts from known nodes begin
/// with these nodes, in their order.

/// The permitted number of nodes.
struct Cardinality {
  int min = 0;
  int max = std::numeric_limits<int>::max();
  bool holds(std::size_t count) const {
    return count >= static_cast<std::size_t>(min) && count <= static_cast<std::size_t>(max);
  }
};

/// A part, a connection or a rule's wire that exists only for some matches.
struct Condition {
  std::string variable;  ///< "": always
  Cardinality count{.min = 1};
};

/// The origin of a number.
struct ValueSource {
  struct Path {
    std::string variable;
    PropertyPath path;
    std::string text;  ///< as written, for the report
    bool sum = false;  ///< whether to sum over all nodes of the variable, each once
  };
  std::vector<Path> from;
  /// Paths to the value of a larger place. Values that places in it state themselves are
  /// subtracted, and the rest is divided among the other places in proportion to `of`, `sum` or
  /// `formula`, or equally without these.
  std::vector<Path> share;
  int nth = 1;                         ///< position of the number in a text
  std::string of;                      ///< name of another quantity
  std::string sum_variable, sum_name;  ///< `?x.name`
  std::string count_variable;
  /// Variable by whose number of nodes the result of `of` or `sum` is divided.
  std::string per_variable;
  Formula formula;  ///< formula in other quantities, in SI units
  Formula likely;   ///< likewise, the largest number of the graph that is used (`likelyMost`)
  /// Whether the typical value of the kind of room or building takes precedence over a guess.
  bool archetype = false;
  /// Whether a value that `of`, `sum`, `count` or `formula` provides is reported as a guess.
  bool guess = false;
  double factor = 1.0;
  double power = 1.0;
  std::optional<double> min, max;
  std::optional<double> density;     ///< kg/m3, for values of the graph in units of volume
  std::optional<Quantity> standard;  ///< `default`
  std::optional<Unit> unit;
  bool fixed = false;  ///< whether the value is a choice of the mapping: `setting` unchanged
  ParameterSetting setting;
  Where where;
};
using ValueSources = std::map<std::string, ValueSource>;

/// Key of a port that represents the id of the instance whose rule connects it.
inline constexpr std::string_view kOwnKey = ".";

/// One end of a connection.
struct PortRef {
  enum class Kind { Own, Node, Boundary };
  Kind kind = Kind::Own;
  std::string name;  ///< variable or boundary, "" for this instance
  std::string part;  ///< part of a group, "" for a port seen from outside
  std::string port;
  bool keyed = false;  ///< `[]`: the other end determines the key
  std::string key{};   ///< `[2]`: a fixed key, `[.]`: "." for the id of this instance
};

/// A connection between parts, or from a part to another instance or a boundary.
struct Wire {
  std::vector<PortRef> from;  ///< the first existing end is used
  PortRef to;
  Condition when;
  CutPin cut = CutPin::Free;
  LoopAction loop = LoopAction::Solve;
  std::string text;
  Where where;
};

/// The origin of a configuration. `standard` is used if the graph lacks a value, and is reported if
/// it is a guess.
struct ConfigSource {
  std::vector<ValueSource::Path> from;
  std::optional<ConfigSetting> standard;
  std::string standard_text;  ///< text for the report
  bool guessed = true;
};

/// A component of a group, with the origins of its numbers and configurations.
struct GroupPart {
  /// The id of the component is the name of the part, or "" for the part with the id of the
  /// instance.
  Component component;
  ValueSources parameters;
  std::map<std::string, ConfigSource> config;
  Condition when;
  std::map<std::string, std::string> bypass;  ///< from output to input
};

/// The result of one match: one component (a single part without a name) or several.
struct Group {
  std::string name;
  std::vector<GroupPart> parts;
  std::vector<Wire> wires;                             ///< between parts
  std::map<std::string, std::vector<PortRef>> inputs;  ///< by port seen from outside
  std::map<std::string, PortRef> outputs;
  ValueSources quantities;
  Where where;

  const GroupPart* part(std::string_view name) const;
};

/// A variable of `bind`: a pattern that finds its nodes.
struct BoundVariable {
  std::string name;
  GraphPattern find;               ///< pattern whose variables are `given`, followed by this one
  std::vector<std::string> given;  ///< variables of the rule from which the pattern starts
  Cardinality count;
  bool nearest = false;
  std::string missing, consequence, add;
  Where where;
};

/// An entry of `points`: a pattern that finds points, and their role in the model.
struct PointRule {
  std::string of;  ///< variable whose nodes are examined
  /// Pattern whose variables begin with `of`; if empty, `classes` through `pointOf`.
  GraphPattern find;
  std::string point;  ///< variable of `find`
  std::vector<std::string> classes;
  PortRef tap;     ///< measured output
  PortRef drives;  ///< input that the point feeds; either `tap` or `drives` has a port,
  PortRef config;  ///< or the series of the point becomes this configuration
  std::optional<Unit> unit, unit_us;
  /// Path to a number, in `unit`, for the input `drives` if there is no series.
  std::optional<PropertyPath> value;
  double shift = 0.0;                                 ///< added to that number or series
  std::optional<std::pair<double, double>> within{};  ///< range in which that number must be
  Where where;
};

/// A rule: the nodes that it matches, and the components and connections that represent them.
struct Rule {
  std::string id, mapping;
  double priority = 0.0;
  std::string root;
  GraphPattern roots;  ///< pattern of `where` and `unless`; the root is variable 0
  std::vector<BoundVariable> bind;
  std::vector<std::string> models, absorbs;
  /// Variables whose classes and names determine the kind of room; if empty, the component does not
  /// represent a room.
  std::vector<std::string> rooms;
  std::string storey;  ///< variable of the storey of a room; "": the rule has none
  Group group;         ///< its parts contain the config and initial values of the rule
  std::string name;
  ValueSources quantities, parameters;
  std::vector<Wire> connect;
  std::vector<PointRule> points;
  Where where;
};

/// The profiles that boundaries can have for each room; they come from the side file or the kind of
/// room.
inline constexpr std::array<std::string_view, 4> kProfiles{"occupancy", "hours", "heatingSetpoint",
                                                           "coolingSetpoint"};

/// A component that replaces something that the graph lacks, such as a schedule.
struct Boundary {
  Component component;
  std::string means;
  std::string profile{};  ///< one profile for all rooms of a kind or use: `heatingSetpoint`, ...
  Where where;
};

/// A rule that derives triples from a pattern, from a table of classes, or from texts.
struct Derivation {
  struct Row {
    std::vector<std::string> from, to;  ///< classes
    std::string property;
  };
  GraphPattern pattern;  ///< `if` and `unless`
  std::vector<PatternStep> then;
  std::string relation;  ///< relation of a table, otherwise ""
  std::vector<Row> rows;
  bool warn_unlisted = false;
  std::string texts;  ///< property whose texts are read, otherwise ""
  /// property from the node to the term of a namespace that a text names
  std::string property, scope;
  std::optional<Unit> unit;  ///< or to the number in the text that has a unit of this kind
  /// Whether the first step of `pattern` is a number whose property may name its unit.
  bool number = false;
  bool bare = false;  ///< whether numbers without a unit are also accepted
  Where where;
};

/// A property of a graph that is reported, once for all nodes with the same texts.
struct GraphNote {
  GraphPattern find;
  std::string node;                        ///< variable whose nodes are listed
  std::string code, message, consequence;  ///< `{x}` in a text is replaced by the node of ?x
  Where where;
};

/// Facts of a graph about the building as a whole.
struct BuildingFacts {
  GraphPattern find;
  std::string node;                                            ///< variable of the building
  std::map<std::string, std::vector<ValueSource::Path>> from;  ///< `type`, `year`, `latitude`, ...
};
/// The facts that a mapping may name.
inline constexpr std::array<std::string_view, 5> kBuildingFacts{"type", "year", "latitude",
                                                                "longitude", "timezone"};

/// The content of a mapping.
struct Mapping {
  std::string id, title;
  Prefixes prefixes;
  NamespaceAliases aliases;
  std::vector<std::string> digests;
  std::vector<std::string> equipment, points;                               ///< classes
  std::vector<std::string> passages, conduits, rooms, readings, unrelated;  ///< classes
  std::optional<PropertyPath> point_of, unit, timeseries;
  std::vector<Derivation> derive;
  std::vector<GraphNote> notes;
  std::optional<BuildingFacts> building;
  std::map<std::string, Boundary> boundaries;
  std::vector<Rule> rules;  ///< by priority, then id
};

}  // namespace hearth
