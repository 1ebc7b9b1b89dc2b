// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/estimation/control/control_problem.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// What the port of a target begins with if it is an input, `id.in.port`.
inline constexpr std::string_view kInputMark = "in.";

/// A model whose decisions come from outside: a PassThrough stands between each open input and
/// what receives the decision.
struct ControlledModel {
  SimulationModel model;
  std::vector<std::string> components;  ///< id of the PassThrough, by decision
  /// By decision: the PassThrough of those of its receivers whose connections were `delayed`, if
  /// others were not; "" if all are alike.
  std::vector<std::string> delayed;
  /// By decision: the output that was replaced, `id.port`; "" if nothing fed the input.
  std::vector<std::string> replaced;
  std::vector<std::vector<Connection>> removed;  ///< by decision
};

/// Replaces what feeds the targets; `names` maps ports of the problem to ports of this model.
/// `delayed` are connections that deliver the value of the previous step in the model as it is.
/// InputError with every target that cannot be decided.
ControlledModel controlled_model(const SimulationModel& model,
                                 const std::vector<ControlDecision>& decisions,
                                 const std::map<std::string, std::string>& names,
                                 const Registry& registry, const std::vector<Connection>& delayed);

/// Keeps the units of the outputs that decisions replace: one of any unit has it from what it
/// feeds, which is another component now. `plan` is that of the model as it is.
void keep_units(ControlledModel& controlled, const Plan& plan);

/// A model with the decided numbers.
struct DecidedModel {
  SimulationModel model;
  std::vector<std::string> sources;  ///< by decision: the output that delivers it, `id.port`
};

/// Returns a model with the decided numbers. A component that only delivers the output that is
/// decided becomes a Schedule or a TimeSeries, as its port is called, and keeps its id; anything
/// else continues, and a new Schedule delivers the decision instead.
DecidedModel decided_model(const SimulationModel& model,
                           const std::vector<ControlDecision>& decisions,
                           const std::vector<SeriesSpec>& values, const Registry& registry);

}  // namespace hearth
