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

/// How far an output went beyond a limit. Of a limit at the end, with a receding horizon: how far
/// it is beyond the limit where the horizon of a search ends, as that search expects it. No plan is
/// carried out until there, so that this has no duration and costs nothing.
struct LimitOutcome {
  double largest = 0.0;     ///< in the unit of the output; 0: never; NaN: no search had an end
  Instant at{};             ///< when
  double unit_hours = 0.0;  ///< sum of violation times step, h; NaN: it has no duration
};

/// What a run cost from start to end, and what it violated.
struct ControlOutcome {
  double objective = 0.0;                          ///< costs and penalties
  std::vector<double> costs;                       ///< by term
  std::vector<double> penalties;                   ///< by limit; 0 of hard ones, NaN: costs nothing
  std::vector<LimitOutcome> limits;                ///< by limit
  std::vector<std::vector<double>> cost_outputs;   ///< by term and row: mean over the step
  std::vector<std::vector<double>> limit_outputs;  ///< by limit and row
};

/// One search for decisions.
struct ControlSearch {
  Instant time{};
  ProgramStatus status = ProgramStatus::Failed;
  int iterations = 0;
  double objective = 0.0;  ///< of its horizon
  std::string message;     ///< "" if it was solved
  /// By limit: the output at the end of its horizon; empty if no limit holds there alone.
  std::vector<double> end_outputs{};
  double seconds = 0.0;
};

struct ControlResult {
  ProgramStatus status = ProgramStatus::Failed;  ///< the worst of all searches
  std::string message;                           ///< of the first search that was not solved
  std::vector<Unit> decision_units, cost_units, limit_units;
  /// By decision and row: the number that holds in the step that ends there; row 0 as row 1.
  std::vector<std::vector<double>> decided;
  std::vector<std::vector<double>> baseline_decided;  ///< the replaced values; empty: nothing
  ControlOutcome outcome;                             ///< of the plant with the decisions
  ControlOutcome baseline;                            ///< of the plant as it is
  std::vector<std::vector<double>> prices;            ///< by term and row, with the weight
  std::vector<std::vector<double>> lower, upper;      ///< by limit and row; infinite: none
  std::vector<ControlSearch> searches;
  std::vector<SeriesReport> reports;
  double seconds = 0.0;
  Diagnostics diagnostics;
};

struct OptimizeOptions {
  /// Called after each iteration with search, number of searches, iteration and objective.
  std::function<void(int search, int searches, int iteration, double objective)> progress{};
  /// Asked at each step of each simulation; true ends the call.
  std::function<bool()> stop{};
};

/// Finds the decisions of a problem, once or with a receding horizon. ModelError and InputError if
/// the problem is wrong; SimulationError if the plant cannot be simulated.
ControlResult optimize(const ControlProblem& problem, const Registry& registry,
                       const OptimizeOptions& options = {});

/// Returns `solved`, `stopped`, `interrupted`, `infeasible` or `failed`.
const char* status_word(ProgramStatus status);

/// Returns the result file's text (JSON), and its JSON Schema (2020-12).
std::string write_control_result(const ControlProblem& problem, const ControlResult& result);
std::string control_result_schema();

/// Returns the problem's model with the decided numbers, simulated by default as in the problem.
DecidedModel decided_model(const ControlProblem& problem, const ControlResult& result,
                           const Registry& registry);

}  // namespace hearth
