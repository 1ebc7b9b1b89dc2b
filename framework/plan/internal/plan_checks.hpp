// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Checks that every removed connection has a value for the first step; ModelError
/// `model.initial_missing`.
void check_initial_values(const Plan& plan);

/// Checks that parameters which are computed from others are valid too; ModelError
/// `model.computed_out_of_range`.
void check_computed(const Plan& plan);

}  // namespace hearth
