// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/framework/stepwise/step_blocks.hpp"

namespace hearth {

/// The stages to evaluate before samples at the start of a step.
struct SampleStages {
  std::vector<Stage> next;   ///< directly after a step, whose outputs are still valid
  std::vector<Stage> first;  ///< in all other cases
  bool empty() const { return first.empty(); }
};

/// The evaluations in a step of the stepwise engine, as far as they follow from the plan and the
/// inputs of a run. It refers to the plan, which must outlive it.
class StepSchedule {
 public:
  static constexpr int kMostHalvings = 12;      ///< a step has at most 2^12 parts
  static constexpr double kMostChange = 2.0;    ///< K, of a temperature in a part of a step
  static constexpr double kLittleChange = 0.8;  ///< K, change below which parts become longer

  StepSchedule(const Plan& plan, const RunInputs& inputs);

  /// Returns the stages of a step, one block after the other. Outputs that equal inputs are copied.
  /// With balanced coupling, outputs that only change with samples are not evaluated again.
  const std::vector<Stage>& stages() const { return stages_.stages; }
  /// Returns the segments of these stages, whose blocks can run at the same time.
  const std::vector<std::vector<StepBlock>>& segments() const { return stages_.segments; }

  // The following are empty or 0 unless the coupling is balanced.

  /// Returns the outputs whose rows contain means over the step.
  const std::vector<int>& averages() const { return averages_; }
  /// Returns the slots that are evaluated at the end of a step for removed connections.
  const std::vector<int>& delayed() const { return delayed_; }
  /// Returns the copies of states to outputs of a row, and the copies that follow them.
  const std::vector<Transfer>& states() const { return states_; }
  /// Returns the stages that a row needs besides averages and states.
  const std::vector<Stage>& present() const { return present_; }
  /// Returns the stages before samples of components that read values of an instant.
  const SampleStages& sampled() const { return sampled_; }
  /// Returns the stages before samples of components that read means.
  const SampleStages& mean_sampled() const { return mean_sampled_; }
  /// Returns the shortest period of a clock of a component that samples means, s.
  double mean_period() const { return mean_period_; }
  /// Returns the cells of the temperatures that loops exchange; their changes divide a step.
  const std::vector<int>& watched() const { return watched_; }
  /// Returns the smallest number of halvings of a step: every step has at least 2^n parts.
  int least_halvings() const { return least_halvings_; }
  /// Returns the largest number of halvings that changes of values can cause.
  int wanted_halvings() const { return wanted_halvings_; }

 private:
  void list_stages();
  void list_averages();
  void list_evaluations();
  void list_watched();
  void find_halvings();
  std::vector<Stage> stages_of(const std::vector<char>& slots,
                               const std::vector<std::vector<Transfer>>& copies = {}) const;
  std::vector<char> needed_slots(std::vector<char>& cells) const;
  SampleStages sampling_stages(bool means);
  std::vector<char> outdated_slots(const std::vector<char>& cells) const;

  const Plan& plan_;
  const RunInputs& inputs_;
  bool balanced_;
  BlockedStages stages_;
  std::vector<char> averaged_;  // by signal
  std::vector<int> averages_;
  std::vector<int> delayed_;
  std::vector<Transfer> states_;
  std::vector<Stage> present_;
  SampleStages sampled_, mean_sampled_;
  double mean_period_ = 0.0;
  std::vector<int> watched_;
  int least_halvings_ = 0, wanted_halvings_ = 0;
};

}  // namespace hearth
