// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "hearth/framework/model/model.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// A model in which measured outputs reach other components as they were measured.
struct MeasuredBoundaries {
  SimulationModel model;
  std::map<std::string, std::string> outputs;  ///< `id.port`, by id of the TimeSeries
};

/// Returns the model in which measured outputs reach the inputs of other components as they were
/// measured: each zone has the air, the water and the neighbours that it really had, so that the
/// parameters of one component do not have to explain what another one did. Those that are
/// `left_out`, by `id.port`, stay simulated.
///
/// For each measurement a TimeSeries of its column takes the place of the output, except where a
/// controller takes it as the value it controls: the loop of a controller stays closed, since its
/// command would otherwise drift from what the plant does with it. The output itself is still
/// simulated and compared. `plan` is that of the model.
MeasuredBoundaries with_measured_boundaries(const SimulationModel& model, const Plan& plan,
                                            const std::set<std::string>& left_out);

/// Lets measured outputs other than temperatures of zones last over the interval before each of
/// their stamps, without straight lines in between, if `ends` holds for their column: its stamps
/// are ends of intervals. Lines join what a plant does before and after it starts; temperatures of
/// zones are continuous. The model may lack some of the boundaries, which were made of the
/// measurements of another one (`measured`).
void hold_before_stamps(SimulationModel& model, const MeasuredBoundaries& boundaries,
                        const SimulationModel& measured,
                        const std::function<bool(const FileColumn&)>& ends);

}  // namespace hearth
