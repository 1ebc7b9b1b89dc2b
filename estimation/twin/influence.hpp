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

/// Finds what the rates of one instance depend on: at several points, at which all its inputs and
/// states differ, from 1 to 2 and from -20 to 60, a number is changed and the rates are compared.
/// The plan must outlive it.
class InfluenceProbe {
 public:
  InfluenceProbe(const Plan& plan, int slot);

  /// Whether the type has rates; all else counts as acting.
  bool has_rates() const { return alone_.type().traits.has_derivatives; }
  /// Returns whether a parameter in this cell acts: not that of a wall that leads nowhere.
  bool parameter_acts(int cell);
  /// Returns the input ports that act on a state, through other states too.
  std::set<std::string> inputs_acting_on(const std::string& state);

 private:
  using Rates = std::vector<double>;

  void number(int point);
  Rates rates();
  /// Returns which rates a change of this cell changes.
  std::vector<bool> changed_by(int cell);

  const Plan& plan_;
  LoneInstance alone_;
  const PlannedInstance& instance_;
  std::vector<int> numbered_;  // cells of inputs, states and held values
};

/// Whether a component remembers nothing and all that it gives goes to one component, which gets
/// some. To be asked of a whole building: in a part of it, others seem to get nothing.
bool feeds_alone(const SimulationModel& model, const Registry& registry,
                 const std::string& component, const std::string& fed);

/// Returns the part of a model that acts on the temperatures of zones: the zones, and from input to
/// output all that feeds what acts on them. `plan` is that of the model.
SimulationModel acting_part(const SimulationModel& model, const Plan& plan,
                            const std::set<std::string>& zones);

}  // namespace hearth
