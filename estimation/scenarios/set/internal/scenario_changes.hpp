// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hearth/estimation/scenarios/set/scenario_set.hpp"

namespace hearth {

class PatchWork;

/// Everything that is done to a model of a set, in the order in which it is done.
struct ModelEdit {
  const ScenarioModel* model = nullptr;
  std::vector<const ScenarioChange*> changes{};  ///< the model's own first
  std::vector<int> options{};  ///< of each axis: which one is among the changes, -1: none
  int scenario = -1;           ///< which one is, -1: none
  const ScenarioSweep* sweep = nullptr;
  std::vector<double> values{};  ///< of the sweep's parameters; empty: no sample
  PatchWork* work = nullptr;     ///< of all edits that are tried; none: this one counts alone
};

/// Returns the `plan_key` of the runs whose compiled model is that of an edit.
std::string plan_key(const ScenarioSet& set, const ModelEdit& edit);

/// Returns the model with all that is structural applied: patches and swept pointers on its text,
/// then settings, then files. InputError or ModelError with the place of what cannot be applied in
/// the file of the set, without its line.
SimulationModel edited_model(const ModelEdit& edit, const Registry& registry);

/// Returns the numbers that are set after compiling, in order, without those that factors make.
std::vector<ModelSetting> edited_settings(const ModelEdit& edit);
/// The same with what factors make of the values of the plan, or of those set before.
std::vector<ModelSetting> edited_settings(const ModelEdit& edit, const Plan& plan);

/// A parameter of a plan that a factor can change.
struct ScaledParameter {
  std::string path;  ///< `id.name` or `id.name[key]`
  int cell = 0;
  Unit unit{};
};
/// Returns the parameters whose names match, but flags and temperatures, which have no factor.
std::vector<ScaledParameter> scaled_parameters(const ParameterScale& scale, const Plan& plan);

/// Returns when the model is simulated: of the set, overridden by each change in turn, what is not
/// given from the model. InputError `simulation.period_missing` and for times that do not fit.
///
/// Times without an offset are civil time in the zone of `model`, the edited one: of its site,
/// otherwise of its weather file.
ScenarioPeriod edited_period(const ModelEdit& edit, const ScenarioPeriod& of_set,
                             const SimulationModel& model);

/// Returns the value of a parameter for a point in [0, 1] (Sobol, Latin hypercube).
double swept_value(const SweepParameter& parameter, double point);
/// Returns the value of a level of a grid.
double swept_level(const SweepParameter& parameter, int level);

}  // namespace hearth
