// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/tests/cases/case_kinds.hpp"

namespace hearth::cases {

// Each is defined in the file of its name beside this one.
bool recognises_analytic_zone(const nlohmann::json& content);
void run_analytic_zone(const CaseFile& file, CaseReport& report);
bool recognises_boptest_trajectory(const nlohmann::json& content);
void run_boptest_trajectory(const CaseFile& file, CaseReport& report);
bool recognises_iso13790_5r1c_hour(const nlohmann::json& content);
void run_iso13790_5r1c_hour(const CaseFile& file, CaseReport& report);
bool recognises_rc_from_layers(const nlohmann::json& content);
void run_rc_from_layers(const CaseFile& file, CaseReport& report);
bool recognises_vdi6007(const nlohmann::json& content);
void run_vdi6007(const CaseFile& file, CaseReport& report);

}  // namespace hearth::cases
