// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hearth/estimation/scenarios/scenario_set.hpp"
#include "hearth/ontology/json_document.hpp"

namespace hearth {

/// Reads the `sweep` of a scenario set; what is wrong in it by itself goes to the diagnostics.
/// Targets are not looked for.
std::optional<ScenarioSweep> read_sweep(const JsonNode& node, Diagnostics& diagnostics);

}  // namespace hearth
