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

/// The code of notes on equipment that is not simulated.
inline constexpr const char* kPartLeftOut = "import.part_left_out";

/// A node of the graph as it appears in messages.
struct GraphNode {
  std::string name;  ///< `bldg:VAV_1`
  std::string iri;
  int line = 0;  ///< line in the file, 0 if unknown
};

/// One finding of a translation, with all nodes that it concerns.
struct ImportItem {
  Severity severity = Severity::Warning;
  std::string code;     ///< `import.value_guessed`
  std::string message;  ///< text for any number of nodes
  std::vector<GraphNode> nodes{};
  std::vector<std::string> add{};  ///< Turtle lines or side-file entries that would correct it
  std::string consequence{};
  std::string setting{};  ///< parameter or config port whose value was guessed
  bool omits = false;     ///< whether it is the reason why its nodes are not in the model
};

/// The rule from which a component was made.
struct ImportChoice {
  std::string component, rule;
  GraphNode node;
  std::vector<std::string> lost;  ///< other rules that matched the node
};

/// A number of the model and its origin.
struct ImportedValue {
  std::string path;  ///< `id.parameter`
  double value = 0.0;
  std::string unit, source;
};

/// A node of the graph, or a boundary that the graph lacks, and its role in the model.
struct ImportNode {
  enum class Kind { Equipment, Space, Point, Boundary };
  enum class Fate {
    Component,    ///< represented by one or more components
    Part,         ///< part of a component of another node
    Measurement,  ///< its series is compared with an output of the model
    Source,       ///< feeds an input, or is a setting
    LeftOut
  };
  GraphNode node;     ///< for a boundary, the id of its component, without IRI
  std::string label;  ///< rdfs:label, "" if it has none
  std::string type;   ///< classes in the file: `brick:VAV`
  Kind kind = Kind::Equipment;
  Fate fate = Fate::LeftOut;
  std::string model_id{};  ///< id of its representation: `VAV_1` for components `VAV_1/box`, ...
  std::vector<std::string> components{};  ///< ids; empty for a part, `id.port` for a measurement
  std::string code, reason;               ///< reason why it was left out
};

/// A relation between two nodes, from the node that feeds or contains to the other node.
struct ImportRelation {
  int from = 0, to = 0;  ///< positions
  std::string word;      ///< `feeds`, `has part`, `has point`, `is in`, or the property
};

/// These functions return the words of reports for the kind and the fate of a node.
std::string_view to_string(ImportNode::Kind kind);
std::string_view to_string(ImportNode::Fate fate);

/// The number of nodes, and how many of them the model represents.
struct Coverage {
  std::size_t mapped = 0, total = 0;
};

/// Number of rooms by the equipment that conditions them, including rooms that are not simulated.
struct RoomCounts {
  std::size_t total = 0;
  std::size_t as_drawn = 0;         ///< conditioned by equipment of the graph
  std::size_t by_invented_air = 0;  ///< conditioned by an air supply that the graph lacks
  /// conditioned by nothing, including rooms that are not simulated
  std::size_t unconditioned = 0;
};

/// The replacement for a class that its vocabulary does not contain.
struct ClassReading {
  std::string iri;
  /// whether it is a more general class, found by the last words of the name
  bool is_wider = false;
};
/// Replacements by the IRI of the class in the graph.
using ClassReadings = std::map<std::string, ClassReading>;

/// The findings of a translation: known, guessed, missing and omitted parts.
struct ImportReport {
  std::string graph;
  std::vector<std::string> mappings;
  Inference inference;
  ClassReadings readings{};
  std::map<std::string, std::size_t> derived;  ///< number of triples by derived property
  Coverage equipment, points;
  RoomCounts rooms;
  bool flows = true;  ///< false: neither air nor water flows anywhere in the model
  std::map<std::string, std::size_t> rules;       ///< number of instances by rule
  std::map<std::string, std::size_t> components;  ///< number of components by type
  std::size_t connections = 0, measurements = 0;
  std::vector<ImportItem> items;  ///< errors first
  std::vector<ImportChoice> choices;
  std::vector<ImportedValue> values;
  std::vector<ImportNode> nodes{};  ///< by name; points after other nodes, boundaries last
  std::vector<ImportRelation> relations{};

  /// Adds a finding. If a finding with the same code and message exists, adds the nodes and lines
  /// to that finding.
  void add(ImportItem item);
  /// Removes the finding that the value of a setting of a node was guessed.
  void withdraw_guess(std::string_view setting, const GraphNode& node);
};

/// Adds the findings as warnings and notes at their first line, because the model can be run
/// without the omitted parts.
void add_to(Diagnostics& diagnostics, const ImportReport& report);

/// Returns the first line of the report: `99 rooms: 97 conditioned by equipment in the graph, 2
/// with assumed supply air, 0 unconditioned; 3 of 240 devices not simulated`, or the content of the
/// graph if there are no rooms or if nothing flows.
std::string headline(const ImportReport& report);
/// Returns the report as plain text: coverage, counts, then findings with at most three nodes each.
std::string to_text(const ImportReport& report);
/// Returns the report as JSON, with all nodes.
std::string to_json_text(const ImportReport& report);
/// Returns only the nodes and relations of the report, in the same form as in `to_json_text`.
std::string graph_json_text(const ImportReport& report);

}  // namespace hearth
