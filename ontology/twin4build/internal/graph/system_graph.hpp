// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth::twin4build {

/// A value of an attribute with its line.
struct AttributeValue {
  std::string text;  ///< text of the literal, otherwise the IRI
  bool literal = true;
  int line = 0;
};

/// A node of a class in the `sim:` namespace or in Hearth's namespace.
struct SystemNode {
  std::string iri;
  std::string id;                          ///< unique
  TermId node = kNoTerm;                   ///< in the store
  std::map<std::string, int> classes;      ///< local names, with their lines
  std::map<std::string, int> own_classes;  ///< of `hearth:`, with their lines
  std::map<std::string, std::vector<AttributeValue>> attributes;  ///< by local name; `sim:` only
  int line = 0;                                                   ///< line of its class
};

/// The end of a joint: the port, its key, and how cycles through the connection are broken.
struct JointEnd {
  std::string port;
  std::optional<std::string> key;
  std::string cut;   ///< "never", "prefer" or ""
  std::string loop;  ///< "refuse", "delay" or ""
  friend auto operator<=>(const JointEnd&, const JointEnd&) = default;
};

/// A connection from an output to an input. Systems are indices.
struct SystemLink {
  int source = 0;
  JointEnd output;
  int target = 0;
  JointEnd input;
  int line = 0;
};

/// A simulation graph, sorted by IRI and by ends, independently of the order in the file.
struct SystemGraph {
  std::vector<SystemNode> systems;
  std::vector<SystemLink> links;
};

/// Collects systems and connections. Each relation may be in either direction or in both; repeated
/// relations count once. A connection without one of its ends is reported as `t4b.connection_open`,
/// a connection whose ends cannot be distinguished as `t4b.connection_ambiguous`; both are errors.
/// Connections between other nodes of the building are ignored.
SystemGraph read_system_graph(const TripleStore& store, const std::string& file,
                              Diagnostics& diagnostics);

/// Returns whether the graph has nodes of `sim:` classes or ports, or of component types of Hearth.
bool is_system_graph(const TripleStore& store);

}  // namespace hearth::twin4build
