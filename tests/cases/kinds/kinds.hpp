// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/tests/cases/case_kinds.hpp"

namespace hearth::cases {

// Each is defined in the file of its name next to this one.
bool recognises_analytic_zone(const nlohmann::json& content);
void run_analytic_zone(const CaseFile& file, CaseReport& report);
bool recognises_bestest(const nlohmann::json& content);
void run_bestest(const CaseFile& file, CaseReport& report);
bool recognises_bestest_tables(const nlohmann::json& content);
void run_bestest_tables(const CaseFile& file, CaseReport& report);
bool recognises_boptest_trajectory(const nlohmann::json& content);
void run_boptest_trajectory(const CaseFile& file, CaseReport& report);
bool recognises_control_pid(const nlohmann::json& content);
void run_control_pid(const CaseFile& file, CaseReport& report);
bool recognises_fan(const nlohmann::json& content);
void run_fan(const CaseFile& file, CaseReport& report);
bool recognises_heat_exchanger(const nlohmann::json& content);
void run_heat_exchanger(const CaseFile& file, CaseReport& report);
bool recognises_iso13790_5r1c_hour(const nlohmann::json& content);
void run_iso13790_5r1c_hour(const CaseFile& file, CaseReport& report);
bool recognises_psychrometrics(const nlohmann::json& content);
void run_psychrometrics(const CaseFile& file, CaseReport& report);
bool recognises_radiator_en442(const nlohmann::json& content);
void run_radiator_en442(const CaseFile& file, CaseReport& report);
bool recognises_rc_from_layers(const nlohmann::json& content);
void run_rc_from_layers(const CaseFile& file, CaseReport& report);
bool recognises_solar_position(const nlohmann::json& content);
void run_solar_position(const CaseFile& file, CaseReport& report);
bool recognises_solar_transposition(const nlohmann::json& content);
void run_solar_transposition(const CaseFile& file, CaseReport& report);
bool recognises_valve_damper(const nlohmann::json& content);
void run_valve_damper(const CaseFile& file, CaseReport& report);
bool recognises_vdi6007(const nlohmann::json& content);
void run_vdi6007(const CaseFile& file, CaseReport& report);
bool recognises_wall_conduction(const nlohmann::json& content);
void run_wall_conduction(const CaseFile& file, CaseReport& report);

}  // namespace hearth::cases
