// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Returns row i of M times v.
template <class T>
T row_times(const Table& M, int i, const Many<T>& v) {
  T sum(0.0);
  for (int j = 0; j < v.size(); ++j) {
    if (M(i, j) != 0.0) sum += M(i, j) * v[j];
  }
  return sum;
}

}  // namespace hearth
