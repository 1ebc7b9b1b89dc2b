// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_record.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth {

// How files ask for what judges a calibration, and how results have it.

/// A name, or a list of names.
JsonForm<ProfileRequest> profile_form();
/// A number of folds.
JsonForm<FoldRequest> folds_form();
/// The durations `train` and `next`.
JsonForm<RollingRequest> rolling_form();

/// How measurements agree, by port, and their schema except for what only whole results have.
nlohmann::ordered_json agreement_json(const std::map<std::string, Agreement>& agreements);

/// Folds and windows, and their schema.
nlohmann::ordered_json cross_validation_json(const CalibrationResult& result);
nlohmann::ordered_json cross_validation_schema(const nlohmann::ordered_json& agreement);

/// The profiles by name of the parameter, and their schema.
nlohmann::ordered_json profiles_json(const CalibrationResult& result);
nlohmann::ordered_json profiles_schema();

}  // namespace hearth
