// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_forms.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth {

/// The record of the simulation settings of a problem (`stated_simulation`) in results.
const JsonRecord<RunDefaults>& stated_simulation_record();

/// Returns the fixed values as in results: value and, if it was set, unit, by path.
nlohmann::ordered_json fixed_json(const std::vector<FixedValue>& fixed);
nlohmann::ordered_json fixed_schema();

}  // namespace hearth
