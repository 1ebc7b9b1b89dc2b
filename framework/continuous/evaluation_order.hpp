// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// An algebraic loop: outputs that depend on each other through inputs within an instant.
///
/// It is solved for the values of its tears: with those given, the stages evaluate the rest.
struct AlgebraicLoop {
  std::vector<int> outputs;          ///< cells of all outputs in the loop, ascending
  std::vector<Transfer> tears;       ///< output cell -> the cell the torn inputs read
  std::vector<std::string> names;    ///< of the torn outputs, `a.y`
  std::vector<std::string> members;  ///< all its connections, `a.y -> b.u`
  std::vector<Stage> stages;
};

/// What is evaluated at one instant: the stages in their order; after each its loops are solved.
struct Sweep {
  std::vector<Stage> stages;
};

/// The order of evaluation of a model as one system, found per output and input after flattening:
/// only an output that an input feeds through to waits for that input.
struct EvaluationOrder {
  std::vector<AlgebraicLoop> loops;
  Sweep all;                     ///< every output
  Sweep rates;                   ///< those that derivatives depend on
  Sweep guards;                  ///< those that guards and derivatives depend on
  std::vector<int> in;           ///< input map, with torn inputs at cells of their own
  std::vector<int> state_slots;  ///< slots with states
  std::vector<int> rate_slots;   ///< slots that rates depend on, ascending
  std::vector<int> guard_slots;  ///< slots with guards that are functions
  std::vector<int> levels;       ///< by slot: one more than the highest it waits for
  /// Slots that take samples, by level: what one samples is put out on a lower level. Circles are
  /// opened by the plan's order.
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
