// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "hearth/framework/model/model.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// A model in which other components receive measured outputs as they were measured.
struct MeasuredBoundaries {
  SimulationModel model;
  std::map<std::string, std::string> outputs;  ///< `id.port`, by id of the TimeSeries
};

/// Returns the model in which the inputs of other components receive measured outputs as they were
/// measured: each zone has the air, water and neighbours that it really had, so that the parameters
/// of one component do not have to explain the behaviour of another. Outputs in `left_out`, by
/// `id.port`, remain simulated.
///
/// For each measurement, a TimeSeries of its column replaces the output at all inputs except that
/// of a controller for the controlled value: the loop of a controller remains closed, since its
/// command would otherwise drift from the plant. The output itself is still simulated and compared.
/// `plan` is the plan of the model.
MeasuredBoundaries with_measured_boundaries(const SimulationModel& model, const Plan& plan,
                                            const std::set<std::string>& left_out);

/// Makes measured outputs other than temperatures of zones hold over the interval before each stamp
/// instead of joining them by lines, if `ends` is true for their column: its stamps are ends of
/// intervals. Lines would mix the time before and after a plant starts, whereas temperatures of
/// zones are continuous. The model may lack some of the boundaries, which were made from the
/// measurements of another model (`measured`).
void hold_before_stamps(SimulationModel& model, const MeasuredBoundaries& boundaries,
                        const SimulationModel& measured,
                        const std::function<bool(const FileColumn&)>& ends);

}  // namespace hearth
