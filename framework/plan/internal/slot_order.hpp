// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/model/resolved_model.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// The position of every component within a step.
struct Placement {
  std::vector<int> level;  ///< by node: its level in the order of execution
  std::vector<int> stage;  ///< by node: its stage; stages run one after the other
  std::vector<int> loop;   ///< by node: the loop in which it is solved, -1 if none
  std::vector<int> nodes;  ///< by slot: its node; slots are sorted by stage, loop, level, type, id
  std::vector<int> slot;   ///< by node: its slot
};

/// Places the components of a resolved model for a coupling: level by level; all components at once
/// after the sources (Jacobi); or every strongly connected group in one stage (Iterate, Balanced).
Placement place(const ResolvedModel& resolved, const Order& order, Coupling coupling);

}  // namespace hearth
