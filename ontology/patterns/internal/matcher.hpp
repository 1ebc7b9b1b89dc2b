// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hearth/ontology/patterns/pattern.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

/// The node of each variable, by number; kNoTerm if it is not bound.
using Binding = std::vector<TermId>;

class GraphWork;

/// A condition on a solution other than triples.
struct PatternCheck {
  std::vector<int>
      /// The variables of the condition. It is checked as soon as those variables that the pattern
      /// binds are bound.
      variables;
  std::function<bool(const Binding&)> holds;
};

/// Finds the solutions of a pattern in a graph by index nested loops. The order of the steps
/// depends on the bound variables and on counts of the index; it is chosen for each set of
/// initially given variables. The graph must outlive the matcher. May be used by one thread at a
/// time.
class PatternMatcher {
 public:
  PatternMatcher(const TripleStore& graph, const GraphPattern& pattern);
  /// Finds only solutions that satisfy the checks. Counts its work in `work`, which must outlive
  /// it.
  PatternMatcher(const TripleStore& graph, const GraphPattern& pattern,
                 std::vector<PatternCheck> checks, GraphWork& work);
  ~PatternMatcher();
  PatternMatcher(PatternMatcher&&) noexcept;

  /// Calls `found` with every solution that agrees with `given`, until `found` returns false.
  /// `given` is empty or as long as the pattern's list of variables. The order of solutions depends
  /// only on the graph; the ends of a path with `+` or `*` are found in the order of distance, each
  /// once. Equal solutions may be found repeatedly. Throws `limit.exceeded`
  /// (`WorkLimit::GraphSteps`) at the place of the pattern if all calls together examine too many
  /// triples.
  void for_each(const Binding& given, const std::function<bool(const Binding&)>& found) const;

 private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

/// Returns the distinct nodes of one variable over all solutions, in order of discovery.
std::vector<TermId> values_of(const PatternMatcher& matcher, const Binding& given, int variable);

/// Returns the nodes at the end of a path from `start`, in the order of distance, each once. Looks
/// up the path in the graph at each call; for many starts, use PatternMatcher.
std::vector<TermId> path_ends(const TripleStore& graph, TermId start, const PropertyPath& path);

}  // namespace hearth
