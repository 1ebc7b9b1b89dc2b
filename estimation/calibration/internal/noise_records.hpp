// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_record.hpp"
#include "hearth/data/json/json_values.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth {

/// What files call error models.
inline constexpr Choices<ErrorModel, 2> kErrorModelWords{
    {{"output_error", ErrorModel::Output}, {"kalman", ErrorModel::Kalman}}};

/// How files give disturbances of states, and how well initial values are known.
const JsonRecord<ProcessNoise>& process_noise_record();
const JsonRecord<InitialSd>& initial_sd_record();

}  // namespace hearth
