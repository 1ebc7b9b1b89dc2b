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

/// Beginning of the port of a target that is an input, `id.in.port`.
inline constexpr std::string_view kInputMark = "in.";

/// A model with inputs for the decisions: a PassThrough is between each unconnected input and the
/// receivers of the decision.
struct ControlledModel {
  SimulationModel model;
  std::vector<std::string> components;  ///< id of the PassThrough, by decision
  /// By decision: id of a second PassThrough for the receivers whose connections were `delayed`; ""
  /// if the connections of all receivers or of none were delayed.
  std::vector<std::string> delayed;
  /// By decision: the replaced output, `id.port`; "" if the input had no connection.
  std::vector<std::string> replaced;
  std::vector<std::vector<Connection>> removed;  ///< by decision
};

/// Replaces the outputs that feed the targets. `names` maps ports of the problem to ports of this
/// model. `delayed` contains the connections that deliver the value of the previous step in the
/// original model. Throws InputError with every target that cannot be decided.
ControlledModel controlled_model(const SimulationModel& model,
                                 const std::vector<ControlDecision>& decisions,
                                 const std::map<std::string, std::string>& names,
                                 const Registry& registry, const std::vector<Connection>& delayed);

/// Keeps the units of the outputs that decisions replace. An output that accepts any unit has the
/// unit of the input that it feeds, and after the replacement this input belongs to another
/// component. `plan` is the plan of the original model.
void keep_units(ControlledModel& controlled, const Plan& plan);

/// A model with the decided numbers.
struct DecidedModel {
  SimulationModel model;
  std::vector<std::string> sources;  ///< by decision: the output that delivers it, `id.port`
};

/// Returns a model with the decided numbers. A component whose only output is decided becomes a
/// Schedule or a TimeSeries, depending on the name of its port, and keeps its id. Any other
/// component remains, and a new Schedule delivers the decision instead.
DecidedModel decided_model(const SimulationModel& model,
                           const std::vector<ControlDecision>& decisions,
                           const std::vector<SeriesSpec>& values, const Registry& registry);

}  // namespace hearth
