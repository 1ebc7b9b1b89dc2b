// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_document.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"

namespace hearth {

/// Parts what changes and sweeps set into numbers that a compiled plan takes and the rest, and
/// gives swept parameters the unit of their first target. Models whose own file could not be read
/// are left out.
void sort_settings(ScenarioSet& set, const Registry& registry);

/// Tries on each model: its own change, every option of every axis after the first good options of
/// the axes before, every scenario, both ends and all values of the sweep; that what is recorded
/// and what KPIs are made of is in some of them, and that all periods can be simulated. Everything
/// wrong goes to the diagnostics, with the lines of `root`, the file of the set. Notes the data
/// files found in `set.inputs`, without hashes, and all KPIs that runs may have.
void try_changes(ScenarioSet& set, const JsonNode& root, const Registry& registry,
                 Diagnostics& diagnostics);

/// Checks the ids of models, options and scenarios: their characters, and that no two runs have one
/// id. `scenarios.id_invalid`, `scenarios.id_duplicate`.
void check_names(const ScenarioSet& set, Diagnostics& diagnostics);

}  // namespace hearth
