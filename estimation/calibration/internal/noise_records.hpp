// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_record.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth {

/// How files give disturbances of states, and how well initial values are known.
const JsonRecord<ProcessNoise>& process_noise_record();
const JsonRecord<InitialSd>& initial_sd_record();

}  // namespace hearth
