// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace hearth {

/// Whether a connection may be removed to break a cycle.
enum class CutPin {
  Free,    ///< the policy decides
  Never,   ///< it is never removed
  Prefer,  ///< cycles that contain it are broken at it first
};

/// The values on which the output of a connection depends.
enum class Carrier {
  State,      ///< only on continuous states
  Update,     ///< only on held values that `update` sets
  Algebraic,  ///< directly on inputs
};

/// The policy by which connections are removed to break cycles.
enum class CycleRemoval {
  Greedy,      ///< repeatedly the edge that is in the largest number of simple cycles
  StateEdges,  ///< connections that carry a state; then as Greedy for algebraic loops
};

/// How components that depend on each other exchange values within a step.
enum class Coupling {
  /// Components exchange means over the step, and each loop is solved for these means. The step is
  /// divided into parts until values change little within a part.
  Balanced,
  GaussSeidel,  ///< level by level; removed connections deliver values of the previous step
  Jacobi,       ///< components read values of others at the start of the step
  Iterate,      ///< each loop is solved for its removed connections
};

/// One connection between two components, which are given by their positions in the list of ids.
struct Link {
  int source = 0;
  int source_port = 0;  ///< number of the output port at the source
  int target = 0;
  Carrier carrier = Carrier::Algebraic;
  CutPin pin = CutPin::Free;
};

/// Options of `order`.
struct OrderOptions {
  CycleRemoval policy = CycleRemoval::Greedy;
  /// Largest number of cycles that are enumerated for one count, after series and parallel edges
  /// were reduced. If a group of components has more cycles, a heuristic breaks them.
  long budget = 200'000;
};

/// The order in which components are executed, and the connections that were removed for it.
struct Order {
  enum class Method { Acyclic, Exact, Heuristic };

  std::vector<int> removed;              ///< positions in the list of links, ascending
  std::vector<std::vector<int>> levels;  ///< components; inside a level sorted by id
  /// Strongly connected components of the whole graph that contain a cycle: several model
  /// components, or one that is connected to itself. Each is sorted by id; they are in the order of
  /// their first id.
  std::vector<std::vector<int>> groups;
  Method method = Method::Acyclic;  ///< Heuristic if at least one group needed it
  std::vector<std::string> notes;   ///< for the model report
};

/// Returns the execution order of components with these unique ids. Links are removed until the
/// graph has no cycle; the level of a component is then one more than the highest level of its
/// sources.
///
/// Links between the same two components form one edge and are removed together. If one of them is
/// `Never`, the edge is not removed, even if others are `Prefer`; the edge carries a state only if
/// each link does. The result depends on ids, ports, carriers and pins only, not on the order of
/// components or links.
///
/// Greedy: if several edges are in equally many cycles, the edge with more distinct connected
/// output ports at its source, in the graph as reduced so far, is removed; if these are equal too,
/// the first by source id and target id. While there are cycles through `Prefer` edges, only these
/// edges are candidates.
///
/// StateEdges: first, `Prefer` edges on cycles are removed in the order of ids until none is on a
/// cycle. Then all edges on cycles that carry a state are removed; if two components read each
/// other's state, both edges are. In loops without such an edge, edges that carry values of
/// `update` are removed, but only as many as needed. Remaining algebraic loops are broken greedily
/// and named in the notes.
///
/// Throws ModelError `model.cycle_pinned` if `Never` links alone form a cycle.
Order order(const std::vector<std::string>& ids, const std::vector<Link>& links,
            const OrderOptions& options = {});

}  // namespace hearth
