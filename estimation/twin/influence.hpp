// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/plan/lone_instance.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Finds the inputs, states and parameters on which the rates of one instance depend. It changes
/// one number at several points, at which all inputs and states differ (from 1 to 2, and from -20
/// to 60), and compares the rates. The plan must outlive it.
class InfluenceProbe {
 public:
  InfluenceProbe(const Plan& plan, int slot);

  /// Returns whether the type has rates. If not, every number is assumed to have an effect.
  bool has_rates() const { return alone_.type().traits.has_derivatives; }
  /// Returns whether any rate depends on the parameter in this cell. For example, no rate depends
  /// on the resistance of a partition without a connected neighbour.
  bool parameter_acts(int cell);
  /// Returns the input ports that affect a state, directly or through other states.
  std::set<std::string> inputs_acting_on(const std::string& state);

 private:
  using Rates = std::vector<double>;

  void number(int point);
  Rates rates();
  /// Returns, for each rate, whether it changes if this cell changes.
  std::vector<bool> changed_by(int cell);

  const Plan& plan_;
  LoneInstance alone_;
  const PlannedInstance& instance_;
  std::vector<int> numbered_;  // cells of inputs, states and held values
};

/// Returns whether a component has no memory and feeds only the given component. Call it with a
/// whole building: in a part of it, some of the receivers may be missing.
bool feeds_alone(const SimulationModel& model, const Registry& registry,
                 const std::string& component, const std::string& fed);

/// Returns the part of a model that acts on the temperatures of zones: the zones and all components
/// that feed them, directly or through others. `plan` is the plan of the model.
SimulationModel acting_part(const SimulationModel& model, const Plan& plan,
                            const std::set<std::string>& zones);

}  // namespace hearth
