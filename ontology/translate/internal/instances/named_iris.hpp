// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>

#include "hearth/ontology/patterns/pattern.hpp"

namespace hearth {

/// Adds the properties that occur in a path.
inline void add_named_iris(const PropertyPath& path, std::set<std::string>& iris) {
  if (path.kind == PropertyPath::Kind::Property) iris.insert(path.iri);
  for (const PropertyPath& part : path.parts) add_named_iris(part, iris);
}

/// Adds the properties and objects that occur in a pattern and its groups.
inline void add_named_iris(const GraphPattern& pattern, std::set<std::string>& iris) {
  for (const PatternStep& step : pattern.steps) {
    add_named_iris(step.path, iris);
    for (const OwnTerm& term : step.object.terms) iris.insert(term.text);
  }
  for (const GraphPattern& inner : pattern.without) add_named_iris(inner, iris);
}

}  // namespace hearth
