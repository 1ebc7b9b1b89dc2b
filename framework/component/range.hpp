// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

namespace hearth {

/// A default and the range in which the equations are valid (not an estimation bound).
struct Range {
  double value = 0.0;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};

}  // namespace hearth
