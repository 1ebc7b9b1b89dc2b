// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/reasoning/knowledge.hpp"

namespace hearth {

/// Which names represent which: by namespace and by single term.
struct NamespaceAliases {
  /// From a namespace, in which `*` represents any characters but `#`, to a namespace. What is
  /// a namespace of `known` is never renamed.
  std::vector<std::pair<std::string, std::string>> namespaces;
  std::map<std::string, std::string> terms;  ///< from IRI to IRI, after the namespaces
  std::vector<std::string> known;            ///< namespaces that are right as they are
};

/// A namespace that was read as another one.
struct NamespaceUse {
  std::string found, read_as;
  std::size_t iris = 0;   ///< distinct IRIs
  bool guessed = false;   ///< no alias: most class names in it are those of `read_as`
  std::string example{};  ///< one IRI as found
};

/// Returns the graph with other names read as the known ones; `uses` gets what was renamed.
///
/// A namespace without an alias is read as a known one where at least half of the classes it is
/// used for as rdf:type, and at least one, have the local name of a class there (a wrong prefix
/// such as `.../Brick/` for `.../Brick#`, or one without its separator). Only classes and
/// properties whose names are known are renamed by a guess; nodes of the building are not.
TripleStore with_known_names(TripleStore graph, const NamespaceAliases& aliases,
                             const Knowledge& knowledge, std::vector<NamespaceUse>& uses);

}  // namespace hearth
