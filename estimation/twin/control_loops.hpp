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
/// Coils of air handling units have no inertia. With the least measured air flow m the air changes
/// by G = m_w c_w ΔT / (m c_a) for each unit of the command, with ΔT = 20 K between air and chilled
/// and 50 K between air and hot water, and
///
///     k_p = 0.3 / G,   T_i = Δt
///
/// is stable up to G three times as large. Controllers of zones are set by how tightly the
/// measured temperature keeps to its setpoint while the terminal is between its limits: the
/// proportional gain is the ratio of the quartile distances of command and error, between the
/// guess and what lets a change of the error settle by half in a step Δt:
///
///     k_p = 1 / (2 q/H (1 - exp(-Δt H/C_air))),   T_i = C_air/H,   H = 1/R_in + m_min c_a
///
/// q is the heat of the whole command. A loop that is seen to be tighter gets these numbers,
/// whether the guess is above or below them. A BuildingSpace has C_air and R_in; controllers of
/// other zones and those whose error is measured in fewer than 20 such rows stay as they are.
///
/// `period` is the time that is learned from, in steps of the trends. Returns what it changed.
std::vector<PlantValue> settle_control_loops(SimulationModel& building, const Registry& registry,
                                             const DataOptions& data, const Period& period);

}  // namespace hearth
