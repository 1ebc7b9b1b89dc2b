// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_document.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"

namespace hearth {

/// Divides the settings of changes and sweeps into numbers that a compiled plan accepts and others,
/// and sets the unit of swept parameters to that of their first target. Ignores models whose own
/// file could not be read.
void sort_settings(ScenarioSet& set, const Registry& registry);

/// Applies changes to each model to test them: its own change, every option of every axis (after
/// the first valid options of the earlier axes), every scenario, and the ends of ranges and all
/// listed values of the sweep. Also checks that at least one model contains the recorded signals
/// and the signals of KPIs, and that all periods can be simulated. Adds all problems to the
/// diagnostics, with the lines of `root`, the file of the set. Adds the data files to `set.inputs`,
/// without hashes, and all KPIs that runs may have.
void try_changes(ScenarioSet& set, const JsonNode& root, const Registry& registry,
                 Diagnostics& diagnostics);

/// Checks the ids of models, options and scenarios: their characters, and that runs have different
/// ids. Reports `scenarios.id_invalid` and `scenarios.id_duplicate`.
void check_names(const ScenarioSet& set, Diagnostics& diagnostics);

}  // namespace hearth
