// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/case_kinds.hpp"

#include "hearth/tests/cases/kinds/kinds.hpp"

namespace hearth::cases {

const std::vector<CaseKind>& case_kinds() {
  static const std::vector<CaseKind> kinds{
      // one line a kind, by name
      {recognises_radiator_en442, run_radiator_en442},
      {recognises_valve_damper, run_valve_damper},
  };
  return kinds;
}

}  // namespace hearth::cases
