// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "hearth/ontology/patterns/internal/matcher.hpp"
#include "hearth/ontology/patterns/internal/path_walk.hpp"

namespace hearth {

/// A position of a triple in a graph: a variable, or terms that are in the graph.
struct PatternSlot {
  int variable = -1;
  std::vector<TermId> terms;  ///< none: nothing matches

  /// Returns the only possible term at this position, or kAnyTerm if several or all are possible.
  TermId fixed(const Binding& binding) const {
    if (variable >= 0) {
      const TermId bound = binding[variable];
      return bound == kNoTerm ? kAnyTerm : bound;
    }
    if (terms.size() == 1) return terms.front();
    return terms.empty() ? kNoTerm : kAnyTerm;
  }
  bool has_choice() const { return terms.size() > 1; }
};

/// A step of a pattern for one graph: a triple, or a path.
struct GroupStep {
  std::array<PatternSlot, 3> slots;  ///< subject, property, object; a path has no property
  std::optional<PathWalk> path;
  Direction check = Direction::Forward;  ///< for a path between two known nodes

  const PatternSlot& subject() const { return slots[0]; }
  const PatternSlot& object() const { return slots[2]; }
};

/// An operation on a solution; they are executed in order.
struct GroupAction {
  enum class Kind { Step, Pair, Name, Without, Check };
  Kind kind;
  std::size_t index;
};

/// A pattern for one graph, and the orders of its parts that have been computed.
class PatternGroup {
 public:
  /// Variables are numbered below `variable_count`. Paths count their work in `work`.
  PatternGroup(const TripleStore& graph, const GraphPattern& pattern, std::size_t variable_count,
               GraphWork& work);

  /// Returns the order in which the parts are matched if these variables are bound. The first call
  /// for a set of bound variables computes the order; the reference remains valid.
  const std::vector<GroupAction>& order(const Binding& binding);

  std::vector<GroupStep> steps;
  std::vector<PatternPair> pairs;
  std::vector<PatternName> names;
  TermId label = kNoTerm;  ///< rdfs:label, if names are tested
  std::vector<PatternGroup> without;
  std::vector<PatternCheck> checks;

 private:
  using Marks = std::vector<bool>;  // by variable
  struct Order {
    Marks bound;  // by position in `variables_`
    std::vector<GroupAction> actions;
  };

  void use(int variable);
  bool fits(const Order& order, const Binding& binding) const;
  std::vector<GroupAction> choose(Marks known) const;
  void add_checks(const Marks& known, bool all, std::vector<GroupAction>& done) const;
  bool is_ready(const std::vector<int>& variables, const Marks& known) const;
  std::size_t cheapest(const std::vector<std::size_t>& open, const Marks& known) const;
  double cost(const GroupStep& step, const Marks& known) const;
  double triple_cost(const GroupStep& step, const Marks& known) const;

  const TripleStore* graph_;
  std::vector<int> variables_;  // variables of this group and inner groups
  Marks binds_;                 // variables that the steps bind
  std::deque<Order> orders_;    // a deque, so that references remain valid
};

}  // namespace hearth
