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

/// The form in which a blank node is written.
enum class Shape : std::uint8_t {
  None,  ///< not a blank node
  Root,  ///< not an object of any triple: a statement that begins with []
  /// _:label, because it is the object of several triples, or to break a cycle or deep nesting.
  Labelled,
  Nested,  ///< [ ... ] in the only triple of which it is the object
  List,    ///< ( ... ) in the only triple of which it is the object
  Cell,    ///< within the list that begins with an earlier cell
};

/// Returns the shapes of all terms, indexed by term number. Brackets are not nested deeper than the
/// Turtle reader accepts.
std::vector<Shape> blank_shapes(const TripleStore& store);

/// Returns whether a user wrote the label of the blank node.
bool has_written_label(const Term& blank);

/// Writes IRIs and literals, using the prefixes of a store if possible.
class Names {
 public:
  explicit Names(const TripleStore& store);

  /// Returns prefix:name if a prefix is applicable, otherwise <IRI>.
  std::string iri(std::string_view iri);
  /// Returns a number or a Boolean without quotes, other literals with quotes.
  std::string literal(const Term& literal);

  /// Returns the @prefix lines of the prefixes that have been used.
  std::string declarations() const;

 private:
  std::map<std::string, std::string, std::less<>> prefix_of_;  // by namespace IRI
  std::map<std::string, std::string> used_;                    // namespace IRI by prefix
};

}  // namespace hearth::turtle
