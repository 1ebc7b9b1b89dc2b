// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_record.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth {

// How files ask for what judges a calibration, and how results have it.

/// A name, or a list of names.
JsonForm<ProfileRequest> profile_form();

/// The profiles by name of the parameter, and their schema.
nlohmann::ordered_json profiles_json(const CalibrationResult& result);
nlohmann::ordered_json profiles_schema();

}  // namespace hearth
