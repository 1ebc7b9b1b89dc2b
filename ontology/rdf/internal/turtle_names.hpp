// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth::turtle {

/// Writes IRIs and literals, with the prefixes of a store where they fit.
class Names {
 public:
  explicit Names(const TripleStore& store);

  /// Returns prefix:name where a prefix fits, else <IRI>, as it is.
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
