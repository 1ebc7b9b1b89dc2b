// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hearth/framework/base/function_ref.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/ontology/patterns/pattern.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

enum class Direction { Forward, Backward };

/// Counts the triples that a search in a graph examines, against `WorkLimit::GraphSteps`.
class GraphWork {
 public:
  /// `where` is the place of the pattern of the search.
  explicit GraphWork(Where where) : where_(std::move(where)) {}

  /// Counts some triples; throws `limit.exceeded` if there are too many.
  void count(std::int64_t steps = 1) {
    if ((done_ += steps) > most_) refuse_limit(WorkLimit::GraphSteps, where_);
  }

 private:
  Where where_;
  std::int64_t done_ = 0;
  std::int64_t most_ = limit_of(WorkLimit::GraphSteps);
};

/// A property path whose properties have been looked up in a graph. The graph and the count of the
/// work must outlive it. Inverse paths are resolved, so that only single properties are inverted.
class PathWalk {
 public:
  enum class Kind { Property, Sequence, Either, Repeat };

  PathWalk(const TripleStore& graph, const PropertyPath& path, GraphWork& work);

  /// Returns whether the path is one property.
  bool is_property() const { return root_.kind == Kind::Property; }
  /// For a path that is one property, these functions return the property, and whether it is
  /// followed from object to subject.
  TermId property() const { return root_.property; }
  bool is_inverse() const { return root_.inverse; }

  /// Calls `found` with the nodes to which the path leads until it returns false; returns false in
  /// that case. Repeated paths (`+ * ?`) find nodes in the order of distance, each once; sequences
  /// and choices find a node as often as there are ways to it, as in SPARQL. Only nodes that are
  /// subject or object of a triple lead to themselves (`*`, `?`).
  bool ends(TermId start, Direction direction, FunctionRef<bool(TermId)> found) const;

  /// Returns whether the path leads from one node to another, searching in a direction. The first
  /// calls search step by step. Once they have examined as many triples as the graph has with the
  /// repeated property, its strongly connected components are found, which shortens later searches.
  bool leads(TermId from, TermId to, Direction search);

  /// Returns whether every end is found only once.
  bool gives_each_once() const;

  /// Returns nodes among which are all starts of the path, in the order of their numbers.
  std::vector<TermId> starts() const;

  /// Estimates the number of ends of a start that has any, and the number of starts.
  double fan_out(Direction direction) const;
  double start_count() const;

 private:
  struct Part {
    Kind kind = Kind::Property;
    TermId property = kNoTerm;
    bool inverse = false;  // for a property
    bool none = false;     // for a repetition: the start itself is an end
    bool many = false;     // for a repetition: more than once
    std::vector<Part> parts{};
  };

  static Part looked_up(const TripleStore& graph, const PropertyPath& path, bool inverse);
  bool ends(const Part& part, TermId start, Direction direction,
            FunctionRef<bool(TermId)> found) const;
  bool property_ends(const Part& part, TermId start, Direction direction,
                     FunctionRef<bool(TermId)> found) const;
  bool sequence_ends(const Part& part, std::size_t done, TermId start, Direction direction,
                     FunctionRef<bool(TermId)> found) const;
  bool repeat_ends(const Part& part, TermId start, Direction direction,
                   FunctionRef<bool(TermId)> found) const;
  bool leads_in_order(TermId from, TermId to) const;
  void find_components();
  void add_starts(const Part& part, std::vector<TermId>& out) const;
  double fan_out(const Part& part, Direction direction) const;
  double start_count(const Part& part) const;

  const TripleStore* graph_;
  GraphWork* work_;
  Part root_;
  std::int64_t searched_ = 0;  // nodes that `leads` looked at
  // For a repeated property, by node: its strongly connected component. Triples between components
  // lead to smaller numbers; a node without triples has the number -1. Empty until the components
  // are found.
  std::optional<std::vector<int>> component_{};
};

/// Estimates from a few samples the number of triples in the range of `known` that share the terms
/// at the marked positions that are open in `known`: the mean over distinct such terms.
double mean_range(const TripleStore& graph, const TriplePattern& known, bool subject,
                  bool predicate, bool object);

}  // namespace hearth
