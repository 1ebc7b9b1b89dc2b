// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth::apps {

/// Returns the assessment of a calibration as tables for the terminal: profiles, folds and windows.
/// Returns "" if none was requested.
std::string judgement_text(const CalibrationResult& result);

}  // namespace hearth::apps
