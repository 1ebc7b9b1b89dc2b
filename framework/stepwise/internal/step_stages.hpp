// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Returns whether all that an instance delivers changes with its samples only.
bool changes_with_samples(const Plan& plan, int slot);

/// Returns whether outputs of an instance may change with time alone.
bool changes_with_time(const Plan& plan, int slot);

/// Returns copies of the outputs of an instance that equal inputs at every instant, with the cells
/// of an input map.
std::vector<Transfer> copied_inputs(const Plan& plan, int slot, const std::vector<int>& map);

/// Returns these copies if they are all that the instance does in a step, otherwise none.
std::vector<Transfer> copies_only(const Plan& plan, int slot);

}  // namespace hearth
