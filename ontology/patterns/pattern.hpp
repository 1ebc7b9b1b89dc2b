// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/rdf/term_table.hpp"

namespace hearth {

/// A term as text, independent of the file from which it was read.
struct OwnTerm {
  TermKind kind = TermKind::Iri;
  std::string text, datatype, language;
  friend bool operator==(const OwnTerm&, const OwnTerm&) = default;
};

/// A property path between nodes: a property, or a combination of paths.
struct PropertyPath {
  enum class Kind { Property, Sequence, Either, Inverse, OneOrMore, NoneOrMore, NoneOrOne };
  Kind kind = Kind::Property;
  std::string iri;  ///< IRI of a property
  /// Two or more parts of a sequence or a choice, one part of any other kind.
  std::vector<PropertyPath> parts;
};

/// A position in a triple: a variable by number, or one of several terms (usually one).
struct PatternTerm {
  int variable = -1;  ///< -1: `terms`
  std::vector<OwnTerm> terms;
};

/// A triple of a pattern, whose property may be a path.
struct PatternStep {
  PatternTerm subject;
  PropertyPath path;
  PatternTerm object;
  int property = -1;  ///< number of a variable that replaces the path; -1: `path`
};

/// A condition on two variables: different nodes, or a number that is less than another one.
struct PatternPair {
  int first = -1, second = -1;  ///< numbers of variables
  bool less = false;            ///< `?first < ?second` instead of `?first != ?second`
  friend bool operator==(const PatternPair&, const PatternPair&) = default;
};

/// A condition on the names of a node. The names are the last part of the IRI (`local_name`) and
/// the labels; the only name of a literal is its text. At least one name must contain the words
/// (`plain_words`) of at least one of the phrases, one directly after the other.
struct PatternName {
  int variable = -1;
  std::vector<std::vector<std::string>> phrases;
};

/// A basic graph pattern with property paths, and patterns that must not match.
struct GraphPattern {
  /// Names without `?`, by number, including variables of inner patterns.
  std::vector<std::string> variables;
  std::vector<PatternStep> steps;
  std::vector<PatternPair> pairs;
  std::vector<PatternName> names;
  std::vector<GraphPattern> without;  ///< patterns that must not have a solution
  Where where{};                      ///< place of the first triple, or the file

  /// Returns the number of a variable, or -1 if the name is unknown.
  int variable(std::string_view name) const;
};

/// Returns whether the order of the nodes that a pattern finds is defined: by distance, or by a
/// preferred choice.
bool finds_in_order(const GraphPattern& pattern);

/// The largest number of triples and conditions, or of negative groups, in a pattern or a query:
/// the time to choose their order grows with the square of this number.
inline constexpr std::size_t kMostSteps = 500;

/// Adds triples in the notation of docs/mapping.md (`"?v brick:feeds+ ?z"`, `"?a != ?b"`,
/// `"?p ~ \"heating setpoint\""`) to a pattern; variables keep their numbers. Leaves out invalid
/// triples and adds their problems at `where` to `diagnostics`: `pattern.syntax` (with the column),
/// and `pattern.prefix_unknown` with the nearest or the known prefixes.
void add_triples(GraphPattern& pattern, const std::vector<std::string>& triples,
                 const Prefixes& prefixes, const Where& where, Diagnostics& diagnostics);

/// Adds a group of triples that must not hold together. Reads them as `add_triples` does.
void add_without(GraphPattern& pattern, const std::vector<std::string>& triples,
                 const Prefixes& prefixes, const Where& where, Diagnostics& diagnostics);

/// Reads a path (`^p`, `p/q`, `p|q`, `p+`, `p*`, `p?`, brackets).
PropertyPath parse_path(std::string_view text, const Prefixes& prefixes, const Where& where,
                        Diagnostics& diagnostics);

}  // namespace hearth
