// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth::apps {

/// Returns tables for people of what judges a calibration: profiles, folds and
/// windows. "" if nothing was asked for.
std::string judgement_text(const CalibrationResult& result);

}  // namespace hearth::apps
