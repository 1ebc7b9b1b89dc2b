// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/framework/run/signal_patterns.hpp"

namespace hearth {

class PatchWork;

/// All changes to a model of a set, in the order in which they are made.
struct ModelEdit {
  const ScenarioModel* model = nullptr;
  std::vector<const ScenarioChange*> changes{};  ///< own change of the model first
  std::vector<int> options{};  ///< by axis: index of the option among the changes, -1: none
  int scenario = -1;           ///< index of the scenario, -1: none
  const ScenarioSweep* sweep = nullptr;
  std::vector<double> values{};  ///< values of the sweep's parameters; if empty, no sample
  PatchWork* work = nullptr;  ///< shared by all edits that are tried; null: this edit counts alone
};

/// Returns the `plan_key` of the runs whose compiled model is that of an edit.
std::string plan_key(const ScenarioSet& set, const ModelEdit& edit);

/// Returns the model with all structural changes: patches and swept pointers on its text, then
/// settings, then files. Throws InputError or ModelError with the place in the file of the set,
/// without its line.
SimulationModel edited_model(const ModelEdit& edit, const Registry& registry);

/// Returns the numbers that are set after compiling, in order, except the results of factors.
std::vector<ModelSetting> edited_settings(const ModelEdit& edit);
/// Returns these numbers with the results of factors, applied to values of the plan or to earlier
/// settings.
std::vector<ModelSetting> edited_settings(const ModelEdit& edit, const Plan& plan);

/// A parameter of a plan that a factor can change.
struct ScaledParameter {
  std::string path;  ///< `id.name` or `id.name[key]`
  int cell = 0;
  Unit unit{};
};
/// Returns the parameters whose names match, except flags and temperatures, to which factors do not
/// apply.
std::vector<ScaledParameter> scaled_parameters(const ParameterScale& scale, const Plan& plan,
                                               PatternWork& work);

/// Returns the period of the simulation: that of the set, overridden by each change in turn, and
/// completed by that of the model. Throws InputError `simulation.period_missing` and errors for
/// inconsistent times.
///
/// Times without an offset are local time in the zone of `model`, the edited model: that of its
/// site, otherwise that of its weather file.
ScenarioPeriod edited_period(const ModelEdit& edit, const ScenarioPeriod& of_set,
                             const SimulationModel& model);

/// Returns the value of a parameter for a point in [0, 1] (Sobol, Latin hypercube).
double swept_value(const SweepParameter& parameter, double point);
/// Returns the value of a level of a grid.
double swept_level(const SweepParameter& parameter, int level);

}  // namespace hearth
