// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/plan/run_inputs.hpp"

namespace hearth {

/// Options of `check_feedthrough`.
struct FeedthroughOptions {
  int points = 24;  ///< points at which inputs are moved; half of them are positive
  int moves = 4;    ///< values to which each input is moved at each point
  std::uint64_t seed = 1;
};

/// An output, and an input on which it depends within an instant according to tracing or
/// perturbation.
struct FeedthroughPair {
  std::string output;  ///< `id.port`, with `[key]` where needed
  std::string input;
  bool traced = false;  ///< the plan assumes this dependence
  bool seen = false;    ///< the output changed when the input was moved
};

/// Result of `check_feedthrough`.
struct FeedthroughReport {
  std::vector<FeedthroughPair> pairs;  ///< sorted by output, then input, in the order of the schema
  /// The errors `feedthrough.missed` and `feedthrough.not_repeatable`, and notes
  /// `feedthrough.unseen`.
  Diagnostics diagnostics;
};

/// Compares the feedthrough that tracing finds with the changes of outputs when inputs are moved.
///
/// The outputs of an instance are evaluated at random points that follow from the seed. At a point,
/// each input is 0, 1 or a number with a magnitude from 1e-3 to 1e5; states and held values are
/// near their initial values; the time is in the run. If an output changes although tracing did not
/// predict it, the component has an error: it hides the input from the scalar type
/// (`feedthrough.missed`). If tracing finds a dependence that no point shows, a note is added and
/// the dependence remains valid, because perturbation can miss a dependence and tracing cannot. The
/// plan does not change.
///
/// Throws ModelError `model.component_unknown`; InputError `feedthrough.options_invalid`, or
/// `feedthrough.no_equations` for a component that can only step.
FeedthroughReport check_feedthrough(const Plan& plan, const RunInputs& inputs, std::string_view id,
                                    const FeedthroughOptions& options = {});

}  // namespace hearth
