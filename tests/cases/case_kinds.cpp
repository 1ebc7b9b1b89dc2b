// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/case_kinds.hpp"

#include "hearth/tests/cases/kinds/kinds.hpp"

namespace hearth::cases {

const std::vector<CaseKind>& case_kinds() {
  static const std::vector<CaseKind> kinds{
      {recognises_bestest, run_bestest},
      {recognises_bestest_tables, run_bestest_tables},
      {recognises_control_pid, run_control_pid},
      {recognises_wall_conduction, run_wall_conduction},
  };
  return kinds;
}

}  // namespace hearth::cases
