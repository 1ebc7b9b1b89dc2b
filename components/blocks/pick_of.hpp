// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/many.hpp"

namespace hearth {

/// Returns the value that remains if `pick` repeatedly chooses one of two; 0 without values.
template <class T, class Pick>
T pick_of(const Many<T>& values, const Pick& pick) {
  if (values.size() == 0) return T(0.0);
  T picked = values[0];
  for (int i = 1; i < values.size(); ++i) picked = pick(picked, values[i]);
  return picked;
}

}  // namespace hearth
