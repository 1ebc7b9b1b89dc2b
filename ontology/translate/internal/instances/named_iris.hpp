// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "hearth/ontology/mapping/mapping.hpp"
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

/// Returns the classes and properties that mappings name, including those that no ontology
/// contains.
inline std::set<std::string> named_terms(const std::vector<Mapping>& mappings) {
  std::set<std::string> names;
  for (const Mapping& mapping : mappings) {
    names.insert(mapping.equipment.begin(), mapping.equipment.end());
    names.insert(mapping.points.begin(), mapping.points.end());
    for (const auto& path : {mapping.point_of, mapping.unit, mapping.timeseries}) {
      if (path) add_named_iris(*path, names);
    }
    for (const Derivation& derivation : mapping.derive) {
      add_named_iris(derivation.pattern, names);
      names.insert(derivation.relation);
      for (const Derivation::Row& row : derivation.rows) {
        names.insert(row.from.begin(), row.from.end());
        names.insert(row.to.begin(), row.to.end());
      }
    }
    for (const Rule& rule : mapping.rules) {
      add_named_iris(rule.roots, names);
      for (const BoundVariable& bound : rule.bind) add_named_iris(bound.find, names);
      for (const PointRule& point : rule.points) {
        add_named_iris(point.find, names);
        names.insert(point.classes.begin(), point.classes.end());
      }
    }
  }
  return names;
}

}  // namespace hearth
