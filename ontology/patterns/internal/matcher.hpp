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

/// A condition on a solution that is not a matter of triples.
struct PatternCheck {
  std::vector<int>
      variables;  ///< it is looked at as soon as those that the pattern binds are bound
  std::function<bool(const Binding&)> holds;
};

/// Finds the solutions of a pattern in a graph by index nested loops: the steps are ordered by what
/// is bound and by counts of the index, for each set of variables given at the start. The graph
/// outlives the matcher. Not for several threads at once.
class PatternMatcher {
 public:
  PatternMatcher(const TripleStore& graph, const GraphPattern& pattern);
  /// Only finds what fulfils the checks, and counts what it looks at in `work`, which outlives it.
  PatternMatcher(const TripleStore& graph, const GraphPattern& pattern,
                 std::vector<PatternCheck> checks, GraphWork& work);
  ~PatternMatcher();
  PatternMatcher(PatternMatcher&&) noexcept;

  /// Calls `found` with every solution that agrees with `given` (as long as the pattern's list of
  /// variables, or empty), until it returns false. Solutions come in an order that depends on the
  /// graph alone; the ends of a path with `+` or `*` come near ones first, each once. Equal
  /// solutions may come more than once. Throws `limit.exceeded` (`WorkLimit::GraphSteps`) at the
  /// pattern's place if it looks at too many triples, counted over all calls.
  void for_each(const Binding& given, const std::function<bool(const Binding&)>& found) const;

 private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

/// Returns the distinct nodes of one variable over all solutions, in order of discovery.
std::vector<TermId> values_of(const PatternMatcher& matcher, const Binding& given, int variable);

/// Returns the nodes at the end of a path from `start`: near ones
/// first, each once. The graph and path are looked up anew; for many starts use PatternMatcher.
std::vector<TermId> path_ends(const TripleStore& graph, TermId start, const PropertyPath& path);

}  // namespace hearth
