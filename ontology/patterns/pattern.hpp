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

/// A term as text, kept beyond the file it was read from.
struct OwnTerm {
  TermKind kind = TermKind::Iri;
  std::string text, datatype, language;
  friend bool operator==(const OwnTerm&, const OwnTerm&) = default;
};

/// A way from a node to others: a property, or ways put together.
struct PropertyPath {
  enum class Kind { Property, Sequence, Either, Inverse, OneOrMore, NoneOrMore, NoneOrOne };
  Kind kind = Kind::Property;
  std::string iri;                  ///< of a property
  std::vector<PropertyPath> parts;  ///< two or more of a sequence or a choice, one of the others
};

/// A place of a triple: a variable by number, or one of several terms (usually one).
struct PatternTerm {
  int variable = -1;  ///< -1: `terms`
  std::vector<OwnTerm> terms;
};

struct PatternStep {
  PatternTerm subject;
  PropertyPath path;
  PatternTerm object;
  int property = -1;  ///< a variable instead of the path, by number; -1: `path`
};

/// A basic graph pattern with property paths: what must hold, and what must not.
struct GraphPattern {
  std::vector<std::string> variables;  ///< names without `?`, by number; those inside too
  std::vector<PatternStep> steps;
  std::vector<std::pair<int, int>> different;  ///< variables that are not the same node
  std::vector<GraphPattern> without;           ///< of each there is no solution
  Where where{};                               ///< of the text of its first triple, or its file

  /// Returns the number of a variable, -1 if there is none of that name.
  int variable(std::string_view name) const;
};

/// Returns whether paths of a pattern find some nodes before others: near ones, or a first choice.
bool finds_in_order(const GraphPattern& pattern);

/// Triples, pairs of variables or negative groups that a pattern or a query may have: choosing
/// their order takes the square of their number.
inline constexpr std::size_t kMostSteps = 500;

/// Adds triples in the notation of docs/mapping.md (`"?v brick:feeds+ ?z"`, `"?a != ?b"`) to a
/// pattern; variables keep their numbers. What is wrong is put into `diagnostics` at `where`:
/// `pattern.syntax` (with the column), `pattern.prefix_unknown` with the nearest or the known ones;
/// a wrong triple is left out.
void add_triples(GraphPattern& pattern, const std::vector<std::string>& triples,
                 const Prefixes& prefixes, const Where& where, Diagnostics& diagnostics);

/// Adds triples that must not hold together; reads as `add_triples`.
void add_without(GraphPattern& pattern, const std::vector<std::string>& triples,
                 const Prefixes& prefixes, const Where& where, Diagnostics& diagnostics);

/// Reads a path (`^p`, `p/q`, `p|q`, `p+`, `p*`, `p?`, brackets).
PropertyPath parse_path(std::string_view text, const Prefixes& prefixes, const Where& where,
                        Diagnostics& diagnostics);

}  // namespace hearth
