// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/reasoning/knowledge.hpp"

namespace hearth {

/// Alternative names and their replacements, by namespace and by single term.
struct NamespaceAliases {
  /// From a namespace, in which `*` represents any characters except `#`, to a namespace. A
  /// namespace in `known` is never renamed.
  std::vector<std::pair<std::string, std::string>> namespaces;
  /// Replacements of single IRIs, applied after the namespaces.
  std::map<std::string, std::string> terms;
  std::vector<std::string> known;  ///< namespaces that are not renamed
};

/// A namespace whose terms were read as terms of another one.
struct NamespaceUse {
  std::string found, read_as;
  std::size_t iris = 0;   ///< number of distinct IRIs
  bool guessed = false;   ///< not from an alias: most class names in it are those of `read_as`
  std::string example{};  ///< one IRI as written in the graph
};

/// Returns the graph with alternative names replaced by known ones; adds the replacements to
/// `uses`.
///
/// A namespace without an alias is read as a known one if at least half of its classes in rdf:type,
/// and at least one, have the local name of a class of the known namespace. Examples are a wrong
/// prefix such as `.../Brick/` for `.../Brick#`, and a prefix without its separator. Such a guess
/// renames only classes and properties with known names, not nodes of the building.
TripleStore with_known_names(TripleStore graph, const NamespaceAliases& aliases,
                             const Knowledge& knowledge, std::vector<NamespaceUse>& uses);

}  // namespace hearth
