// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/analysis/trajectory.hpp"
#include "hearth/tests/cases/case_kinds.hpp"

namespace hearth::cases {

/// Compares KPIs of a trajectory in a file with those of BOPTEST's calculator.
void compare_kpi_reference(const CaseFile& file, CaseReport& report);

/// Compares KPIs of a run of testcase1, with `room.temperature`, `hold.y` (heat to the room) and
/// `co2.y`, with those that BOPTEST gives.
void compare_testcase1_kpis(const CaseFile& file, const Trajectory& run, CaseReport& report);

}  // namespace hearth::cases
