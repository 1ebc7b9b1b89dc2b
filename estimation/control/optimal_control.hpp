// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/estimation/control/control_problem.hpp"
#include "hearth/estimation/control/controlled_model.hpp"
#include "hearth/estimation/control/nonlinear_program.hpp"
#include "hearth/framework/component/registry.hpp"

namespace hearth {

/// The violation of a limit by an output. For a limit at the end with a receding horizon, it is the
/// violation that a search expects at the end of its horizon. No plan is carried out to that point,
/// so this violation has no duration and no cost.
struct LimitOutcome {
  /// Largest violation, in the unit of the output; 0: never; NaN: no search reached an end.
  double largest = 0.0;
  Instant at{};             ///< instant of the largest violation
  double unit_hours = 0.0;  ///< sum of violation times step, h; NaN: the violation has no duration
};

/// Costs and violations of a run from start to end.
struct ControlOutcome {
  double objective = 0.0;            ///< costs plus penalties
  std::vector<double> costs;         ///< cost of each term
  std::vector<double> penalties;     ///< penalty of each limit; 0: hard limit, NaN: without a cost
  std::vector<LimitOutcome> limits;  ///< violation of each limit
  /// Output of each term by row: mean over the step.
  std::vector<std::vector<double>> cost_outputs;
  std::vector<std::vector<double>> limit_outputs;  ///< output of each limit by row
};

/// One search for decisions.
struct ControlSearch {
  Instant time{};
  ProgramStatus status = ProgramStatus::Failed;
  int iterations = 0;
  double objective = 0.0;  ///< objective over the horizon of the search
  std::string message;     ///< "" if it was solved
  /// By limit: the output at the end of the horizon; empty if no limit applies only there.
  std::vector<double> end_outputs{};
  double seconds = 0.0;
};

/// The result of `optimize`. Decisions, terms and limits are in the order of the problem; rows are
/// those of the run from start to end.
struct ControlResult {
  ProgramStatus status = ProgramStatus::Failed;  ///< the worst of all searches
  std::string message;  ///< message of the first search that was not solved
  std::vector<Unit> decision_units, cost_units, limit_units;
  /// By decision and row: the number that applies in the step that ends there; row 0 equals row 1.
  std::vector<std::vector<double>> decided;
  /// By decision and row: the replaced value; empty for a decision that replaces nothing.
  std::vector<std::vector<double>> baseline_decided;
  ControlOutcome outcome;                   ///< outcome of the plant with the decisions
  ControlOutcome baseline;                  ///< outcome of the plant without decisions
  std::vector<std::vector<double>> prices;  ///< price of each term by row, including the weight
  /// Bounds of each limit by row; infinite: no bound.
  std::vector<std::vector<double>> lower, upper;
  std::vector<ControlSearch> searches;
  std::vector<SeriesReport> reports;
  double seconds = 0.0;
  Diagnostics diagnostics;
};

/// The options of `optimize`.
struct OptimizeOptions {
  /// Called after each iteration with the number of the search, the number of searches, the
  /// iteration and the objective.
  std::function<void(int search, int searches, int iteration, double objective)> progress{};
  /// Called at each step of each simulation; true ends the call.
  std::function<bool()> stop{};
};

/// Finds the decisions of a problem, once or with a receding horizon. Throws ModelError and
/// InputError if the problem is wrong, and SimulationError if the plant cannot be simulated.
ControlResult optimize(const ControlProblem& problem, const Registry& registry,
                       const OptimizeOptions& options = {});

/// Returns `solved`, `stopped`, `interrupted`, `infeasible` or `failed`.
const char* status_word(ProgramStatus status);

/// Return the text of the result file (JSON), and the JSON Schema (2020-12) of such files.
std::string write_control_result(const ControlProblem& problem, const ControlResult& result);
std::string control_result_schema();

/// Returns the problem's model with the decided numbers; its simulation defaults are those of the
/// problem.
DecidedModel decided_model(const ControlProblem& problem, const ControlResult& result,
                           const Registry& registry);

}  // namespace hearth
