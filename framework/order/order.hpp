// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace hearth {

/// Whether a connection may be cut to open a cycle.
enum class CutPin {
  Free,    ///< the policy decides
  Never,   ///< no candidate
  Prefer,  ///< cycles through it are cut here first
};

/// What the output a connection leaves depends on.
enum class Carrier {
  State,      ///< continuous state alone
  Update,     ///< held values set by `update` alone
  Algebraic,  ///< inputs feed through
};

/// Which connections are removed to break cycles.
enum class CycleRemoval {
  Greedy,      ///< again and again the edge that takes part in the most simple cycles
  StateEdges,  ///< connections that carry a state; algebraic loops that remain are cut greedily
};

/// How components that depend on each other exchange values within a step.
enum class Coupling {
  /// They hand on means over the step, each loop is solved for them, and the step is divided until
  /// little moves within a part.
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
  /// Cycles that may be enumerated for one count, after series and parallel edges were reduced.
  /// A group of components that needs more is opened by a heuristic.
  long budget = 200'000;
};

/// The order in which components are executed, and what was removed to make one possible.
struct Order {
  enum class Method { Acyclic, Exact, Heuristic };

  std::vector<int> removed;              ///< positions in the list of links, ascending
  std::vector<std::vector<int>> levels;  ///< components; inside a level sorted by id
  /// Strongly connected components of the whole graph that hold a cycle (more than one component,
  /// or one connected to itself), each sorted by id, in the order of their first id.
  std::vector<std::vector<int>> groups;
  Method method = Method::Acyclic;  ///< Heuristic if that was needed for at least one group
  std::vector<std::string> notes;   ///< for the model report
};

/// Returns the execution order of components with these (unique) ids: links are removed until the
/// graph has no cycle, then a component's level is one more than the highest among its sources.
///
/// Links between the same two components form one edge and are removed together; `Never` holds for
/// all of them before `Prefer`, and they carry a state only if each does. The result depends on
/// ids, ports, carriers and pins alone, not on the order in which components or links are given.
///
/// Greedy: ties are decided by more distinct connected output ports at the source in the graph as
/// reduced so far, then by source id, then by target id. While there are cycles through `Prefer`
/// edges only those are candidates.
///
/// StateEdges: of the edges on cycles those that carry a state are cut, those of `update` where a
/// loop has no other, but only as needed; two components that read each other's state are cut both
/// ways. Before all that `Prefer` edges are cut, by ids, while they lie on a cycle. Algebraic loops
/// that remain are cut greedily and named in the notes.
///
/// Throws ModelError `model.cycle_pinned` where `Never` links alone form a cycle.
Order order(const std::vector<std::string>& ids, const std::vector<Link>& links,
            const OrderOptions& options = {});

}  // namespace hearth
