// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// An algebraic loop: outputs that depend on each other through inputs within an instant.
///
/// It is solved for the values of its tears; given those, the stages evaluate all other outputs.
struct AlgebraicLoop {
  std::vector<int> outputs;          ///< cells of all outputs in the loop, ascending
  std::vector<Transfer> tears;       ///< output cell -> the cell that the torn inputs read
  std::vector<std::string> names;    ///< of the torn outputs, `a.y`
  std::vector<std::string> members;  ///< all connections of the loop, `a.y -> b.u`
  std::vector<Stage> stages;
};

/// The evaluations at one instant: the stages in order; after each stage its loops are solved.
struct Sweep {
  std::vector<Stage> stages;
};

/// The order of evaluation of a model as one system, per output and input after flattening: an
/// output waits for an input only if the input feeds through to it.
struct EvaluationOrder {
  std::vector<AlgebraicLoop> loops;
  Sweep all;                     ///< every output
  Sweep rates;                   ///< outputs that derivatives depend on
  Sweep guards;                  ///< outputs that guards and derivatives depend on
  std::vector<int> in;           ///< input map, with separate cells for torn inputs
  std::vector<int> state_slots;  ///< slots with states
  std::vector<int> rate_slots;   ///< slots that rates depend on, ascending
  std::vector<int> guard_slots;  ///< slots with guards that are functions
  std::vector<int> levels;       ///< by slot: one more than the highest level it waits for
  /// Slots that take samples, by level: a slot reads sampled outputs of lower levels only. Circles
  /// are broken by the plan's order.
  std::vector<std::vector<int>> ticks;
  /// By state: the states its derivative depends on, also through outputs, ascending.
  std::vector<std::vector<int>> dependencies;
  int cell_count = 0;  ///< cells of the plan and of the tears
  /// Notes `model.loop_solved` and warnings `model.sample_circle`.
  Diagnostics diagnostics;
};

/// Orders a plan made for the continuous engine.
EvaluationOrder make_evaluation_order(const Plan& plan);

}  // namespace hearth
