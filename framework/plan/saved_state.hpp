// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hearth/framework/plan/run_inputs.hpp"

namespace hearth {

/// A saved state by names, to be continued later or elsewhere.
struct SavedState {
  std::string model;
  Engine engine = Engine::Stepwise;
  Instant origin;  ///< where clocks count from
  Instant time;
  Duration step;
  bool settled = false;  ///< what happens at this instant has happened (continuous engine)
  std::vector<std::pair<std::string, double>> values{};
  std::vector<int> sides{};                  ///< of guards: -1, 0 or 1
  std::vector<std::vector<double>> loops{};  ///< what the solver of each loop has learned
  /// What components that only step remember, by id: bytes of their own.
  std::vector<std::pair<std::string, std::string>> steppers{};
};

/// Begins a saved state: all but what the engine adds. `values` are the cells of a snapshot.
SavedState describe_state(const Plan& plan, const RunInputs& inputs, Instant time,
                          const std::vector<double>& values, const std::vector<Side>& sides);

/// Checks that a state is one of this plan, and where the run starts; `loops` are the sizes of what
/// its loops learn. InputError `state.mismatch`.
void check_state(const SavedState& state, const Plan& plan, const RunInputs& inputs,
                 const std::vector<std::size_t>& loops);

}  // namespace hearth
