// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/estimation/scenarios/set/scenario_set.hpp"

namespace hearth {

/// Puts other files in the place of those a model names, by `files` and `weather` of the changes:
/// all by the names the model has now, the later change wins. The model's weather file is the one
/// of its `OutdoorEnvironment` or of a weather format; where there is none, its only file.
/// InputError `scenarios.file_unnamed`, `scenarios.weather_missing` or `scenarios.weather_several`.
void swap_files(const std::vector<const ScenarioChange*>& changes, SimulationModel& model);

}  // namespace hearth
