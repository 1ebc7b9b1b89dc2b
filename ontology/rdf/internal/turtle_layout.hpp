// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth::turtle {

/// How a blank node is written.
enum class Shape : std::uint8_t {
  None,      ///< not a blank node
  Root,      ///< no triple points at it: a statement that begins with []
  Labelled,  ///< _:label, because several triples point at it, or to cut a cycle or deep nesting
  Nested,    ///< [ ... ] at the one place that points at it
  List,      ///< ( ... ) at the one place that points at it
  Cell,      ///< inside the list that an earlier cell begins
};

/// Returns the shape of every term, by number. Brackets never nest deeper than the reader allows.
std::vector<Shape> blank_shapes(const TripleStore& store);

/// Returns whether the blank node got its label from a user, and not from a file without one.
bool has_written_label(const Term& blank);

/// Writes IRIs and literals, with the prefixes of a store where they fit.
class Names {
 public:
  explicit Names(const TripleStore& store);

  /// Returns prefix:name where a prefix fits, otherwise <IRI>, as it is.
  std::string iri(std::string_view iri);
  /// Returns a number or a boolean bare, other literals quoted.
  std::string literal(const Term& literal);

  /// Returns the @prefix lines of the prefixes used until now.
  std::string declarations() const;

 private:
  std::map<std::string, std::string, std::less<>> prefix_of_;  // by namespace IRI
  std::map<std::string, std::string> used_;                    // namespace IRI by prefix
};

}  // namespace hearth::turtle
