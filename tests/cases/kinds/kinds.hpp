// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/tests/cases/case_kinds.hpp"

namespace hearth::cases {

// Each is defined in the file of its name beside this one.

bool recognises_fan(const nlohmann::json& content);
void run_fan(const CaseFile& file, CaseReport& report);

bool recognises_heat_exchanger(const nlohmann::json& content);
void run_heat_exchanger(const CaseFile& file, CaseReport& report);

}  // namespace hearth::cases
