// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hearth/framework/plan/run_inputs.hpp"

namespace hearth {

/// A saved state with names instead of cells, from which a run can continue later or elsewhere.
struct SavedState {
  std::string model;
  Engine engine = Engine::Stepwise;
  Instant origin;  ///< zero of clocks
  Instant time;
  Duration step;
  bool settled = false;  ///< whether events of this instant were processed (continuous engine)
  std::vector<std::pair<std::string, double>> values{};
  std::vector<int> sides{};                  ///< of guards: -1, 0 or 1
  std::vector<std::vector<double>> loops{};  ///< data that the solver of each loop has collected
  /// Internal states of components that can only step, by id, as bytes in their own format.
  std::vector<std::pair<std::string, std::string>> steppers{};
};

/// Makes a saved state; the engine adds its own data. `values` are the cells of a snapshot.
SavedState describe_state(const Plan& plan, const RunInputs& inputs, Instant time,
                          const std::vector<double>& values, const std::vector<Side>& sides);

/// Checks that a state belongs to this plan and to the start of the run. `loops` contains the size
/// of the data of each loop. Throws InputError `state.mismatch`.
void check_state(const SavedState& state, const Plan& plan, const RunInputs& inputs,
                 const std::vector<std::size_t>& loops);

}  // namespace hearth
