// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/many.hpp"

namespace hearth {

/// Returns the sum of all entries, 0 if there are none.
template <class T>
T sum_of(const Many<T>& entries) {
  T sum(0.0);
  for (const T& entry : entries) sum += entry;
  return sum;
}

}  // namespace hearth
