// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Returns whether the outputs of an instance change only when it takes a sample.
bool changes_with_samples(const Plan& plan, int slot);

/// Returns whether outputs of an instance may change with time alone.
bool changes_with_time(const Plan& plan, int slot);

/// Returns copies for the outputs of an instance that equal inputs at every instant, from the cells
/// of an input map.
std::vector<Transfer> copied_inputs(const Plan& plan, int slot, const std::vector<int>& map);

/// Returns these copies if the instance does nothing else in a step, otherwise no copies.
std::vector<Transfer> copies_only(const Plan& plan, int slot);

}  // namespace hearth
