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
  int points = 24;  ///< at which inputs are moved: half of them with positive values only
  int moves = 4;    ///< values that each input is moved to at each point
  std::uint64_t seed = 1;
};

/// An output and an input of which tracing or perturbation shows that one depends on the other
/// within an instant.
struct FeedthroughPair {
  std::string output;  ///< `id.port`, with `[key]` where needed
  std::string input;
  bool traced = false;  ///< the plan counts on it
  bool seen = false;    ///< the output changed when the input was moved
};

struct FeedthroughReport {
  std::vector<FeedthroughPair> pairs;  ///< by output, then by input, in the order of the schema
  /// Errors `feedthrough.missed` and `feedthrough.not_repeatable`, notes `feedthrough.unseen`.
  Diagnostics diagnostics;
};

/// Compares the feedthrough that tracing finds with what is seen when inputs are moved.
///
/// The outputs of an instance are evaluated at points drawn from a seed: inputs from 0 and ±1e-3 to
/// ±1e5, states and held values near their initial ones, times of the run. What changes without
/// tracing knowing is an error in the component: it hides its input from the scalar. What tracing
/// knows and no point shows is noted, and still counts: perturbation can miss a dependence,
/// tracing cannot. Nothing of the plan changes.
///
/// ModelError `model.component_unknown`; InputError `feedthrough.options_invalid`, or
/// `feedthrough.no_equations` for a component that only steps.
FeedthroughReport check_feedthrough(const Plan& plan, const RunInputs& inputs, std::string_view id,
                                    const FeedthroughOptions& options = {});

}  // namespace hearth
