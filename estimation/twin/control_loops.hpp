// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/estimation/twin/plant_trends.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Sets the PidControllers of a building for its own step, once its zones and terminals are known:
/// translations give all of them the same gains, slow enough for steps of a quarter of an hour.
///
/// Coils of air handling units have no inertia. With the measured air flow m (of the coil, or the
/// sum over the terminals of its unit) the air changes by G = m_w c_w ΔT / (m c_a) for each unit of
/// the command. ΔT is the difference between the measured air before the coil and water of 7 or
/// 60 degC; if that air is not measured, 20 K to chilled and 50 K to hot water. The quantile of
/// 0.95 of G counts, over all rows in which air flows. With a sample of delay and a = k_p G the
/// loop z² + (2a - 1) z - a = 0 is stable for a < 2/3, so that
///
///     k_p = 0.3 / G,   T_i = Δt
///
/// is stable up to G twice as large and settles to 5 % in about 12 steps. Controllers of anything
/// but the temperature after their own coil stay as they are.
///
/// Controllers of zones are set by how tightly the measured temperature keeps to its setpoint while
/// the terminal is between its limits: the proportional gain is the ratio of the quartile distances
/// of command and error, between the guess and what lets a change of the error settle by half in a
/// step Δt, if all N terminals that read the same temperature act together:
///
///     k_p = 1 / (2 N q/H (1 - exp(-Δt H/C_air))),   T_i = max(Δt, min(C_air/H, guess of T_i)),
///     H = 1/R_in + m_min c_a
///
/// q is the heat of the whole command, at the flow of heating if the least flow m_min is 0. Of
/// several terminals with one controller the one with the smallest gain counts. A loop that is seen
/// to be tighter gets these numbers, whether the guess is above or below them. A BuildingSpace has
/// C_air and R_in; controllers of other zones, those whose terminal gives no heat or cold, and
/// those whose error is measured in fewer than 20 such rows stay as they are. The command of a
/// controller that does nothing but reheat ends at full reheat if its terminal has no more air for
/// heating
/// (`upper`).
///
/// `period` is the time that is learned from, in steps of the trends. Returns what it changed.
std::vector<PlantValue> settle_control_loops(SimulationModel& building, const Registry& registry,
                                             const DataOptions& data, const Period& period);

}  // namespace hearth
