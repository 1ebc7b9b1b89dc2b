// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "hearth/framework/model/model.hpp"

/// Models of reference cases that more than one program runs.
namespace hearth::test {

/// Van der Pol's oscillator `o` of a case's `parameters` and `initial_state`.
SimulationModel van_der_pol(const nlohmann::json& parameters, const nlohmann::json& start);

/// A `room` with a two-point thermostat `relay`.
SimulationModel thermostat(const nlohmann::json& parameters, const nlohmann::json& start);

/// A wall of nodes `n01`, `n02`, ..., each a component: conductances k/dx between them, surfaces to
/// two sources; all start at 20 degC.
SimulationModel wall(const nlohmann::json& parameters, const nlohmann::json& inputs);

}  // namespace hearth::test
