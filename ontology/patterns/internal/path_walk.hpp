// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hearth/framework/base/function_ref.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/ontology/patterns/pattern.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

enum class Direction { Forward, Backward };

/// The triples that a search through a graph looks at, counted against `WorkLimit::GraphSteps`.
class GraphWork {
 public:
  /// `where` is the place of the pattern that is searched for.
  explicit GraphWork(Where where) : where_(std::move(where)) {}

  /// Counts some; throws `limit.exceeded` if there are too many.
  void count(std::int64_t steps = 1) {
    if ((done_ += steps) > most_) refuse_limit(WorkLimit::GraphSteps, where_);
  }

 private:
  Where where_;
  std::int64_t done_ = 0;
  std::int64_t most_ = limit_of(WorkLimit::GraphSteps);
};

/// A property path with its properties looked up in a graph. The graph and the count of the
/// work outlive it. Inverse paths are resolved: only single properties are turned round.
class PathWalk {
 public:
  enum class Kind { Property, Sequence, Either, Repeat };

  PathWalk(const TripleStore& graph, const PropertyPath& path, GraphWork& work);

  /// Returns whether the path is one property.
  bool is_property() const { return root_.kind == Kind::Property; }
  /// Returns the property of a path of one, and whether it is read from object to subject.
  TermId property() const { return root_.property; }
  bool is_inverse() const { return root_.inverse; }

  /// Calls `found` with the nodes that the path leads to until it returns false; returns false
  /// then. Repeated paths (`+ * ?`) come near ones first, each once; sequences and choices give a
  /// node as often as there are ways to it, as SPARQL has it. Only what is subject or object of a
  /// triple leads to itself (`*`, `?`).
  bool ends(TermId start, Direction direction, FunctionRef<bool(TermId)> found) const;

  /// Returns whether no end comes twice.
  bool gives_each_once() const;

  /// Returns nodes that may be starts, in order of their numbers: all that are.
  std::vector<TermId> starts() const;

  /// Estimates how many ends a start has that has any, and how many starts there are.
  double fan_out(Direction direction) const;
  double start_count() const;

 private:
  struct Part {
    Kind kind = Kind::Property;
    TermId property = kNoTerm;
    bool inverse = false;  // of a property
    bool none = false;     // of a repetition: the start itself is an end
    bool many = false;     // of a repetition: more than once
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
  void add_starts(const Part& part, std::vector<TermId>& out) const;
  double fan_out(const Part& part, Direction direction) const;
  double start_count(const Part& part) const;

  const TripleStore* graph_;
  GraphWork* work_;
  Part root_;
};

/// Estimates from a few samples how many triples of the range of `known` share the terms at those
/// places that are open in `known` and marked: the mean over distinct such terms.
double mean_range(const TripleStore& graph, const TriplePattern& known, bool subject,
                  bool predicate, bool object);

}  // namespace hearth
