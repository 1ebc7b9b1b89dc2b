// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/estimation/twin/plant_trends.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Adapts the PidControllers of a building to its step, after the parameters of its zones and
/// terminals are known. Translation sets the same gains for all controllers, which are slow enough
/// for steps of 15 minutes.
///
/// Coils of air handling units have no inertia. With the measured air flow m (through the coil, or
/// the sum over the terminals of its unit), the air temperature changes by
///
///     G = f' m_w c_w ΔT / (m c_a)
///
/// if the command changes by 1. f' is 1 if the valve is linear, and half the slope of a nearly
/// closed equal percentage valve, whose loop must be stable there but need not settle fast. An
/// open equal percentage valve has G = q/(m c_a) ln R, with the measured heat q of the coil, or ΔT
/// instead of q/(m c_a) if q is not measured; the larger number counts. ΔT is the difference
/// between the measured temperature of the air before the coil and water of 7 degC (chilled) or
/// 60 degC (hot). If the air temperature is not measured, ΔT is 20 K for chilled and 50 K for hot
/// water. G is the 0.95 quantile over all rows with air flow. With a delay of one sample and a =
/// k_p G, the loop z² + (2a - 1) z - a = 0 is stable for a < 2/3, so that
///
///     k_p = 0.3 / G,   T_i = Δt
///
/// keeps the loop stable even if G is twice as large. The loop settles to 5 % in about 12 steps.
/// Controllers of other quantities than the temperature after their own coil do not change.
///
/// Controllers of zones get the gain with which the temperature followed its setpoint while the
/// terminal was between its limits: the interquartile range of the command divided by that of the
/// error. The gain is at least the guess. It is at most the gain with which an error halves in a
/// step Δt if all N terminals that read the same temperature act together:
///
///     k_p = 1 / (2 N q/H (1 - exp(-Δt H/C_air))),   T_i = max(Δt, min(C_air/H, guess of T_i)),
///     H = 1/R_in + m_min c_a
///
/// q is the heat at the full command, with the flow of heating if the least flow m_min is
/// 0. If a controller has several terminals, the one with the smallest gain counts. If
/// the observed gain is above the upper limit, the controller gets these numbers, even if
/// the guess is larger. C_air and R_in are those of a BuildingSpace. Controllers of other
/// zones, controllers whose terminal supplies neither heating nor cooling, and those with fewer
/// than 20 such rows of measured errors do not change. The command of a controller that
/// only reheats ends at full reheat (`upper`) if its terminal has no more air for
/// heating.
///
/// `period` is the calibration period, in steps of the trends. Returns the changed parameters.
std::vector<PlantValue> settle_control_loops(SimulationModel& building, const Registry& registry,
                                             const DataOptions& data, const Period& period);

}  // namespace hearth
