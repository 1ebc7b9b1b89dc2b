// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth::apps {

/// Returns tables as text of the assessment of a calibration: profiles, folds and windows. Returns
/// "" if none was requested.
std::string judgement_text(const CalibrationResult& result);

}  // namespace hearth::apps
