// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/case_kinds.hpp"

#include "hearth/tests/cases/kinds/kinds.hpp"

namespace hearth::cases {

const std::vector<CaseKind>& case_kinds() {
  static const std::vector<CaseKind> kinds{
      {recognises_bestest, run_bestest},
      {recognises_bestest_tables, run_bestest_tables},
      {recognises_fan, run_fan},
      {recognises_heat_exchanger, run_heat_exchanger},
      {recognises_psychrometrics, run_psychrometrics},
      {recognises_radiator_en442, run_radiator_en442},
      {recognises_solar_position, run_solar_position},
      {recognises_solar_transposition, run_solar_transposition},
      {recognises_valve_damper, run_valve_damper},
      {recognises_wall_conduction, run_wall_conduction},
  };
  return kinds;
}

}  // namespace hearth::cases
