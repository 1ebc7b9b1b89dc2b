// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/plan/run_inputs.hpp"

namespace hearth {

struct FeedthroughOptions {
  int points = 24;  ///< number of points at which inputs are moved; half have positive values only
  int moves = 4;    ///< number of values to which each input is moved at each point
  std::uint64_t seed = 1;
};

/// An output and an input on which it depends within an instant, as tracing or perturbation
/// shows.
struct FeedthroughPair {
  std::string output;  ///< `id.port`, with `[key]` where needed
  std::string input;
  bool traced = false;  ///< the plan assumes this dependence
  bool seen = false;    ///< the output changed when the input was moved
};

struct FeedthroughReport {
  std::vector<FeedthroughPair> pairs;  ///< sorted by output, then input, in the order of the schema
  /// Errors `feedthrough.missed` and `feedthrough.not_repeatable`; notes `feedthrough.unseen`.
  Diagnostics diagnostics;
};

/// Compares the feedthrough that tracing finds with the changes seen when inputs are moved.
///
/// The outputs of an instance are evaluated at points drawn from a seed: inputs from 0 and ±1e-3 to
/// ±1e5, states and held values near their initial ones, times of the run. A change that tracing
/// did not predict is an error in the component: it hides its input from the scalar type. A
/// dependence that tracing finds and no point shows is noted and remains valid: perturbation can
/// miss a dependence, tracing cannot. The plan does not change.
///
/// Throws ModelError `model.component_unknown`; InputError `feedthrough.options_invalid`, or
/// `feedthrough.no_equations` for a component that has only a stepper.
FeedthroughReport check_feedthrough(const Plan& plan, const RunInputs& inputs, std::string_view id,
                                    const FeedthroughOptions& options = {});

}  // namespace hearth
