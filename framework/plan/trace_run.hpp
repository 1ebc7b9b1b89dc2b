// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/model/resolved_model.hpp"
#include "hearth/framework/order/order.hpp"

namespace hearth {

/// Dependences that a run of an instance on the tracing scalar found.
struct TraceResult {
  std::vector<Carrier> carriers;  ///< of each output cell
  bool affine = true;             ///< derivatives are affine in the state
  bool chooses = false;  ///< inputs or states select between formulas, so that kinks are possible
  std::vector<std::vector<int>> feedthrough;    ///< by output cell: its input entries, ascending
  std::vector<std::vector<int>> output_states;  ///< by output cell: its states, ascending
  std::vector<int> copied_inputs;  ///< by output cell: the input entry that it equals, -1 if none
  std::vector<std::vector<int>> rate_inputs;  ///< by state: input entries of its derivative
  std::vector<std::vector<int>> rate_states;  ///< by state: states of its derivative
  /// If derivatives are affine, A x + b: the input entries on which A may depend, ascending.
  std::vector<int> factors;

  /// Returns the largest distance between a state and the states on which its derivative depends.
  int reach() const;
};

/// Runs the functions of an instance on `Trace`, with up to 63 inputs and states per pass.
TraceResult trace(const ResolvedComponent& wired);

/// Returns whether the derivatives are jointly affine in the state and these input entries.
bool affine_with_inputs(const ResolvedComponent& wired, const std::vector<int>& entries);

}  // namespace hearth
