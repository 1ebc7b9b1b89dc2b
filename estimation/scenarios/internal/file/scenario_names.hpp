// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/estimation/scenarios/set/scenario_set.hpp"

namespace hearth {

/// Checks the ids of models, options and scenarios: their characters, and that no two runs have one
/// id. `scenarios.id_invalid`, `scenarios.id_duplicate`.
void check_names(const ScenarioSet& set, Diagnostics& diagnostics);

}  // namespace hearth
