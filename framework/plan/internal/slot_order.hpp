// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/model/resolved_model.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Position of every component within a step.
struct Placement {
  std::vector<int> level;  ///< by node: in the order without removed connections
  std::vector<int> stage;  ///< by node: stages run one after the other
  std::vector<int> loop;   ///< by node: the loop in which it is solved, -1 for none
  std::vector<int> nodes;  ///< by slot: slots rise by stage, loop, level, type and id
  std::vector<int> slot;   ///< by node
};

/// Places the components of a resolved model for a coupling: by levels, all at once after their
/// sources, or with every strongly connected group in one stage.
Placement place(const ResolvedModel& resolved, const Order& order, Coupling coupling);

}  // namespace hearth
