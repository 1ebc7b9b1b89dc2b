// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_record.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth {

/// Records of files for disturbances of states, and for the uncertainty of initial values.
const JsonRecord<ProcessNoise>& process_noise_record();
const JsonRecord<InitialSd>& initial_sd_record();

}  // namespace hearth
