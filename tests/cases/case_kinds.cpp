// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/case_kinds.hpp"

#include "hearth/tests/cases/kinds/kinds.hpp"

namespace hearth::cases {

const std::vector<CaseKind>& case_kinds() {
  static const std::vector<CaseKind> kinds{
      // one line a kind, by name
      {recognises_fan, run_fan},
      {recognises_heat_exchanger, run_heat_exchanger},
  };
  return kinds;
}

}  // namespace hearth::cases
