// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_record.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth {

// Forms of the requests for the assessment of a calibration in files, and of the results of the
// assessment.

/// Form of a name, or a list of names.
JsonForm<ProfileRequest> profile_form();
/// Form of a number of folds.
JsonForm<FoldRequest> folds_form();
/// Form of the durations `train` and `next`.
JsonForm<RollingRequest> rolling_form();

/// Return the agreement of measurements, by port, and its schema without the members of complete
/// results.
nlohmann::ordered_json agreement_json(const std::map<std::string, Agreement>& agreements);

/// Return the folds and windows, and their schema.
nlohmann::ordered_json cross_validation_json(const CalibrationResult& result);
nlohmann::ordered_json cross_validation_schema(const nlohmann::ordered_json& agreement);

/// Return the profiles by name of the parameter, and their schema.
nlohmann::ordered_json profiles_json(const CalibrationResult& result);
nlohmann::ordered_json profiles_schema();

}  // namespace hearth
