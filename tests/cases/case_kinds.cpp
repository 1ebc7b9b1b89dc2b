// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/case_kinds.hpp"

#include "hearth/tests/cases/kinds/kinds.hpp"

namespace hearth::cases {

const std::vector<CaseKind>& case_kinds() {
  static const std::vector<CaseKind> kinds{
      // one line a kind, by name
      {recognises_control_pid, run_control_pid},
  };
  return kinds;
}

}  // namespace hearth::cases
