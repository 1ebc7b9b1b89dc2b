// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/base/limits.hpp"

namespace hearth::fuzz {

/// Allows a hundredth of the work that a file may ask for, so that many files can be tried.
inline void lower_work_limits() {
  constexpr std::int64_t kShare = 100;
  for (const LimitKind& kind : kLimits) set_limit(kind.limit, kind.standard / kShare);
}

}  // namespace hearth::fuzz
