// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/case_kinds.hpp"

#include "hearth/tests/cases/kinds/kinds.hpp"

namespace hearth::cases {

const std::vector<CaseKind>& case_kinds() {
  static const std::vector<CaseKind> kinds{
      // one line a kind, by name
      {recognises_analytic_zone, run_analytic_zone},
      {recognises_boptest_trajectory, run_boptest_trajectory},
      {recognises_iso13790_5r1c_hour, run_iso13790_5r1c_hour},
      {recognises_rc_from_layers, run_rc_from_layers},
      {recognises_vdi6007, run_vdi6007},
  };
  return kinds;
}

}  // namespace hearth::cases
