// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace hearth {

/// Returns the JSON Schema (2020-12) of calibration files. It accepts every file that
/// `read_calibration` accepts.
std::string calibration_schema();

}  // namespace hearth
