// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "hearth/framework/run/run.hpp"
#include "hearth/framework/run/run_checks.hpp"
#include "hearth/framework/stepwise/packed_simulation.hpp"

namespace hearth {

/// Eight runs of one basis with different parameters and initial values that advance together. Each
/// run has the same numbers as if it ran alone, bit for bit.
///
///     PackedRuns runs(basis, settings);
///     for (int lane = 0; lane < PackedRuns::kLanes; ++lane) {
///       run.reset();
///       ...  // set parameters of this lane
///       run.start();
///       runs.start(lane, run);
///     }
///     while (runs.row() < basis->inputs().period.step_count()) runs.step();
class PackedRuns {
 public:
  static constexpr int kLanes = PackedSimulation::kLanes;

  /// Returns whether runs with these settings can be packed (`PackedSimulation::possible`). They
  /// cannot if the instants of events are located.
  static bool possible(const RunBasis& basis, const RunSettings& settings);

  PackedRuns(std::shared_ptr<const RunBasis> basis, const RunSettings& settings);

  /// Makes a lane continue from a run with the same basis and settings that has just been started.
  /// Throws std::invalid_argument if the setting `balance` of the run differs.
  void start(int lane, Run& run);
  /// Advances all lanes by one row. Throws PackedSimulation::Abandoned if the runs must be repeated
  /// without packing.
  void step();
  long row() const { return row_; }
  double value(int lane, int cell) const { return simulation_.value(lane, cell); }
  /// Returns the balance of the run in a lane, as `Run::balance`.
  Balance balance(int lane);
  /// Returns the warnings about the run in a lane, as `Run::warnings`.
  Diagnostics warnings(int lane) const;

 private:
  const Plan& plan() const { return basis_->plan(); }

  std::shared_ptr<const RunBasis> basis_;
  bool books_;
  PackedSimulation simulation_;
  std::vector<RunChecks> checks_;  // by lane
  long row_ = 0;
};

}  // namespace hearth
