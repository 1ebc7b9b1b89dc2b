// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/reasoning/infer.hpp"
#include "hearth/ontology/reasoning/namespaces.hpp"

namespace hearth {

/// A node of the graph, as messages name it.
struct GraphNode {
  std::string name;  ///< `bldg:VAV_1`
  std::string iri;
  int line = 0;  ///< of the file, 0 if none
};

/// One finding of a translation, with all nodes it is about.
struct ImportItem {
  Severity severity = Severity::Warning;
  std::string code;     ///< `import.value_guessed`
  std::string message;  ///< for any number of nodes
  std::vector<GraphNode> nodes{};
  std::vector<std::string> add{};  ///< Turtle lines or side-file entries that would correct it
  std::string consequence{};
};

/// Why a component is there.
struct ImportChoice {
  std::string component, rule;
  GraphNode node;
  std::vector<std::string> lost;  ///< rules that wanted the node too
};

/// A number of the model and its origin.
struct ImportedValue {
  std::string path;  ///< `id.parameter`
  double value = 0.0;
  std::string unit, source;
};

/// A node of the graph, or a boundary that the graph lacks, and what became of it in the model.
struct ImportNode {
  enum class Kind { Equipment, Space, Point, Boundary };
  enum class Fate {
    Component,    ///< one or more components of its own
    Part,         ///< is in a component of another node
    Measurement,  ///< an output of the model is compared with its series
    Source,       ///< feeds an input, or is a setting
    LeftOut
  };
  GraphNode node;     ///< of a boundary the id of its component, without IRI
  std::string label;  ///< rdfs:label, "" if it has none
  std::string type;   ///< the classes that the file gives it: `brick:VAV`
  Kind kind = Kind::Equipment;
  Fate fate = Fate::LeftOut;
  std::string model_id{};  ///< of what represents it: `VAV_1` of components `VAV_1/box`, ...
  std::vector<std::string> components{};  ///< ids, none of a part; of a measurement `id.port`
  std::string code, reason;               ///< why it was left out
};

/// A relation between two of them, from what feeds or holds the other.
struct ImportRelation {
  int from = 0, to = 0;  ///< positions
  std::string word;      ///< `feeds`, `has part`, `has point`, `is in`, or the property
};

std::string_view to_string(ImportNode::Kind kind);
std::string_view to_string(ImportNode::Fate fate);

struct Coverage {
  std::size_t mapped = 0, total = 0;
};

/// Rooms of a model by what conditions them.
struct RoomCounts {
  std::size_t total = 0;
  std::size_t as_drawn = 0;         ///< by equipment of the graph
  std::size_t by_invented_air = 0;  ///< by air that the graph does not hold
  std::size_t unconditioned = 0;
};

/// What a translation understood, guessed, missed and left out.
struct ImportReport {
  std::string graph;
  std::vector<std::string> mappings;
  Inference inference;
  std::map<std::string, std::size_t> derived;  ///< triples by derived property
  Coverage equipment, points;
  RoomCounts rooms;
  bool flows = true;  ///< false: neither air nor water flows anywhere in the model
  std::map<std::string, std::size_t> rules;       ///< instances by rule
  std::map<std::string, std::size_t> components;  ///< by type
  std::size_t connections = 0, measurements = 0;
  std::vector<ImportItem> items;  ///< errors first
  std::vector<ImportChoice> choices;
  std::vector<ImportedValue> values;
  std::vector<ImportNode> nodes{};  ///< by name; points after the others, boundaries last
  std::vector<ImportRelation> relations{};

  /// Adds a finding; one with the same code and message gets the nodes and lines.
  void add(ImportItem item);
  /// Takes back that a value of a node was guessed.
  void withdraw_guess(std::string_view name, const GraphNode& node);
};

/// Adds the findings as warnings and notes at their first line: the model can be run without what
/// was left out.
void add_to(Diagnostics& diagnostics, const ImportReport& report);

/// Returns the line that the report begins with:
/// `99 rooms: 97 served as drawn, 2 by invented air, 0 unconditioned`; the contents if there
/// are no rooms, or if nothing flows.
std::string headline(const ImportReport& report);
/// Returns the report for people: coverage, counts, then findings with at most three nodes each.
std::string to_text(const ImportReport& report);
/// Returns the report for programs, with all nodes.
std::string to_json_text(const ImportReport& report);
/// Returns its nodes and relations alone, as the report for programs has them.
std::string graph_json_text(const ImportReport& report);

}  // namespace hearth
