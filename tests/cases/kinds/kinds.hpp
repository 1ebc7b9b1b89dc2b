// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/tests/cases/case_kinds.hpp"

namespace hearth::cases {

// Each is defined in the file of its name beside this one.
bool recognises_control_pid(const nlohmann::json& content);
void run_control_pid(const CaseFile& file, CaseReport& report);

}  // namespace hearth::cases
