// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_forms.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth {

/// The record in results of the settings that a problem makes instead of the model
/// (`stated_simulation`).
const JsonRecord<RunDefaults>& stated_simulation_record();

/// Returns the fixed values as in results: value and, if it was set, unit, by path.
nlohmann::ordered_json fixed_json(const std::vector<FixedValue>& fixed);
nlohmann::ordered_json fixed_schema();

}  // namespace hearth
