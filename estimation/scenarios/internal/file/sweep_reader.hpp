// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hearth/data/json/json_document.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"

namespace hearth {

/// Reads the `sweep` of a scenario set; what is wrong in it by itself goes to the diagnostics.
/// Targets are not looked for.
std::optional<ScenarioSweep> read_sweep(const JsonNode& node, Diagnostics& diagnostics);

}  // namespace hearth
