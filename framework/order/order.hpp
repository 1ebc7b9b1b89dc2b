// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace hearth {

/// Whether a connection may be removed to break a cycle.
enum class CutPin {
  Free,    ///< the policy decides
  Never,   ///< it is never removed
  Prefer,  ///< cycles through it are broken here first
};

/// On what the output of a connection depends.
enum class Carrier {
  State,      ///< on continuous states only
  Update,     ///< on held values set by `update` only
  Algebraic,  ///< on inputs, directly
};

/// Which connections are removed to break cycles.
enum class CycleRemoval {
  Greedy,      ///< repeatedly the edge that is part of the most simple cycles
  StateEdges,  ///< connections that carry a state; remaining algebraic loops greedily
};

/// How components that depend on each other exchange values within a step.
enum class Coupling {
  /// Components exchange means over the step, each loop is solved for them, and the step is divided
  /// until values change little within a part.
  Balanced,
  GaussSeidel,  ///< level by level; a removed connection delivers the previous step's value
  Jacobi,       ///< inputs from other components are their values at the start of the step
  Iterate,      ///< each loop is solved for its removed connections
};

/// One connection between two components, given by their positions in the list of ids.
struct Link {
  int source = 0;
  int source_port = 0;  ///< number of the output port at the source
  int target = 0;
  Carrier carrier = Carrier::Algebraic;
  CutPin pin = CutPin::Free;
};

struct OrderOptions {
  CycleRemoval policy = CycleRemoval::Greedy;
  /// Largest number of cycles enumerated for one count, after series and parallel edges were
  /// reduced. In a group of components that needs more, a heuristic breaks the cycles.
  long budget = 200'000;
};

/// The order in which components are executed, and the connections that were removed for it.
struct Order {
  enum class Method { Acyclic, Exact, Heuristic };

  std::vector<int> removed;              ///< positions in the list of links, ascending
  std::vector<std::vector<int>> levels;  ///< components; inside a level sorted by id
  /// Strongly connected components of the whole graph that contain a cycle (more than one
  /// component, or one connected to itself), each sorted by id, in the order of their first id.
  std::vector<std::vector<int>> groups;
  Method method = Method::Acyclic;  ///< Heuristic if at least one group needed it
  std::vector<std::string> notes;   ///< for the model report
};

/// Returns the execution order of components with these (unique) ids: links are removed until the
/// graph has no cycle; then a component's level is one more than the highest level of its sources.
///
/// Links between the same two components form one edge and are removed together. `Never` on one of
/// them applies to all and precedes `Prefer`; the edge carries a state only if each link does. The
/// result depends on ids, ports, carriers and pins only, not on the order of components or links.
///
/// Greedy: of equal edges it removes the one with more distinct connected output ports at the
/// source in the graph as reduced so far, then by source id, then by target id. While there are
/// cycles through `Prefer` edges, only those edges are candidates.
///
/// StateEdges: of the edges on cycles, those that carry a state are removed. If a loop has none,
/// those of `update` are, but only as needed. If two components read each other's state, both edges
/// are removed. Before all that, `Prefer` edges are removed, by ids, while they are on a cycle.
/// Remaining algebraic loops are broken greedily and named in the notes.
///
/// Throws ModelError `model.cycle_pinned` if `Never` links alone form a cycle.
Order order(const std::vector<std::string>& ids, const std::vector<Link>& links,
            const OrderOptions& options = {});

}  // namespace hearth
