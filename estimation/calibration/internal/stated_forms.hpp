// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_forms.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth {

/// How results hold what a problem states instead of the model: `stated_simulation`.
const JsonRecord<RunDefaults>& stated_simulation_record();

/// Returns what is fixed as results hold it: value and, if it was given, unit, by path.
nlohmann::ordered_json fixed_json(const std::vector<FixedValue>& fixed);
nlohmann::ordered_json fixed_schema();

}  // namespace hearth
