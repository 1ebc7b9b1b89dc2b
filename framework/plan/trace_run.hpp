// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/model/resolved_model.hpp"
#include "hearth/framework/order/order.hpp"

namespace hearth {

/// Dependences found by running an instance on the tracing scalar.
struct TraceResult {
  std::vector<Carrier> carriers;  ///< of each output cell
  bool affine = true;             ///< derivatives are affine in the state
  bool chooses = false;  ///< outputs or derivatives choose by inputs or states and have kinks
  std::vector<std::vector<int>> feedthrough;    ///< by output cell: input entries, ascending
  std::vector<std::vector<int>> output_states;  ///< by output cell: states, ascending
  std::vector<int> copied_inputs;  ///< by output cell: the input entry that it equals, -1: none
  std::vector<std::vector<int>> rate_inputs;  ///< by state: input entries of its derivative
  std::vector<std::vector<int>> rate_states;  ///< by state: states of its derivative
  /// Of affine derivatives A x + b: input entries that A may depend on, ascending.
  std::vector<int> factors;

  /// Returns the largest distance between a state and the states on which its derivative depends.
  int reach() const;
};

/// Runs an instance on `Trace`, 63 inputs and states per pass.
TraceResult trace(const ResolvedComponent& wired);

/// Returns whether the derivatives are affine in the state and in those input entries together.
bool affine_with_inputs(const ResolvedComponent& wired, const std::vector<int>& entries);

}  // namespace hearth
