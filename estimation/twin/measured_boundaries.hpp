// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "hearth/framework/model/model.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// A model in which the receivers of measured outputs get the measured values.
struct MeasuredBoundaries {
  SimulationModel model;
  std::map<std::string, std::string> outputs;  ///< `id.port`, by id of the TimeSeries
};

/// Returns the model in which inputs that are connected to measured outputs of other components get
/// the measured values. Each zone has the supply air, water and neighbour temperatures that it had
/// in reality, so that the parameters of one component do not have to explain the behaviour of
/// another. Outputs in `left_out`, by `id.port`, remain simulated.
///
/// For each measurement, a TimeSeries of its column replaces the output at all inputs except the
/// input of a controller for the controlled value. The loop of a controller remains closed, because
/// its command would otherwise drift away from the plant. The output itself is still simulated and
/// compared. `plan` is the plan of the model.
MeasuredBoundaries with_measured_boundaries(const SimulationModel& model, const Plan& plan,
                                            const std::set<std::string>& left_out);

/// Changes the boundaries whose stamps are ends of intervals (`ends` returns true for their
/// column): each value holds over the interval before its stamp, instead of a line between values.
/// Lines would mix the times before and after equipment starts. Temperatures of zones are
/// continuous and keep their lines. The model may lack some of the boundaries, which were made from
/// the measurements of another model (`measured`).
void hold_before_stamps(SimulationModel& model, const MeasuredBoundaries& boundaries,
                        const SimulationModel& measured,
                        const std::function<bool(const FileColumn&)>& ends);

}  // namespace hearth
