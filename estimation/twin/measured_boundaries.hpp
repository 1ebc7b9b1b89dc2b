// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Returns the model in which measured outputs reach the inputs of other components as they were
/// measured: each zone has the air, the water and the neighbours that it really had, so that the
/// parameters of one component do not have to explain what another one did.
///
/// For each measurement a TimeSeries of its column takes the place of the output, except where a
/// controller takes it as the value it controls: the loop of a controller stays closed, since its
/// command would otherwise drift from what the plant does with it. The output itself is still
/// simulated and compared. Throws as `compile`.
SimulationModel with_measured_boundaries(const SimulationModel& model, const Registry& registry);

}  // namespace hearth
