// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Returns the value at x of the curve whose points are the rows (x, y) of a table with rising x:
/// lines between the points, held before the first and after the last; two points with the same x
/// make a jump. Without points: 0. If x falls anywhere in the table, returns NaN, which ends the
/// run with an error that names the output.
template <class T>
T interpolated(const Table& points, const T& x) {
  const int n = points.rows();
  if (n == 0) return T(0.0);
  T y(points(0, 1));
  for (int i = 0; i + 1 < n; ++i) {
    const double left = points(i, 0), right = points(i + 1, 0);
    if (right < left) return T(std::numeric_limits<double>::quiet_NaN());
    const double slope = right > left ? (points(i + 1, 1) - points(i, 1)) / (right - left) : 0.0;
    y = select(x > T(left), T(points(i, 1) + slope * (x - left)), y);
    y = select(x > T(right), T(points(i + 1, 1)), y);
  }
  return y;
}

}  // namespace hearth
