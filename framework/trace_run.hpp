// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/order.hpp"
#include "hearth/framework/wiring.hpp"

namespace hearth {

/// What running an instance on the tracing scalar shows.
struct TraceResult {
  std::vector<Carrier> carriers;  ///< of each output cell
  bool affine = true;             ///< derivatives are affine in the state
  /// feedthrough[o] holds the input entries that output cell o depends on, in order.
  std::vector<std::vector<int>> feedthrough;
};

/// Runs an instance on `Trace`, 62 inputs per pass.
TraceResult trace(const WiredComponent& wired);

/// Returns whether the derivatives are affine in the state and in those input entries together.
bool affine_with_inputs(const WiredComponent& wired, const std::vector<int>& entries);

}  // namespace hearth
