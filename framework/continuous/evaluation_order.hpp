// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// An algebraic loop: outputs that depend on each other through inputs within an instant.
///
/// The loop is solved for the values of its tears, which are some of its outputs. If these values
/// are known, the stages evaluate all other outputs.
struct AlgebraicLoop {
  std::vector<int> outputs;          ///< cells of all outputs in the loop, ascending
  std::vector<Transfer> tears;       ///< from an output cell to the cell that inputs read instead
  std::vector<std::string> names;    ///< of the torn outputs, `a.y`
  std::vector<std::string> members;  ///< all connections of the loop, `a.y -> b.u`
  std::vector<Stage> stages;
};

/// The stages to evaluate at one instant, in order; the loops of a stage are solved after it.
struct Sweep {
  std::vector<Stage> stages;
};

/// The order in which the outputs of a model are evaluated as one system, after its composites were
/// expanded. An output waits for an input only if it depends on the input within the instant.
struct EvaluationOrder {
  std::vector<AlgebraicLoop> loops;
  Sweep all;                     ///< every output
  Sweep rates;                   ///< outputs on which derivatives depend
  Sweep guards;                  ///< outputs on which guards and derivatives depend
  std::vector<int> in;           ///< input map, with separate cells for torn inputs
  std::vector<int> state_slots;  ///< slots with states
  std::vector<int> rate_slots;   ///< slots on which rates depend, ascending
  std::vector<int> guard_slots;  ///< slots with guards that are functions
  std::vector<int> levels;       ///< by slot: one more than the highest level for which it waits
  /// Slots that take samples, by level: a slot reads sampled outputs of lower levels only. Cycles
  /// of such slots are broken as in the order of the plan.
  std::vector<std::vector<int>> ticks;
  /// By state: the states on which its derivative depends, also through outputs, ascending.
  std::vector<std::vector<int>> dependencies;
  int cell_count = 0;  ///< cells of the plan and of the tears
  /// Notes `model.loop_solved` and warnings `model.sample_circle`.
  Diagnostics diagnostics;
};

/// Makes the order of evaluation for a plan of the continuous engine.
EvaluationOrder make_evaluation_order(const Plan& plan);

}  // namespace hearth
