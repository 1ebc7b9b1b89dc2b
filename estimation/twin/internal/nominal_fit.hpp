// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "hearth/estimation/twin/internal/trend_rows.hpp"
#include "hearth/framework/base/function_ref.hpp"

namespace hearth {

/// The size of a machine and the factor of its curve.
struct NominalFit {
  double size = NAN, factor = NAN;
  double between = 1.0;  ///< ratio of the largest to the smallest size that fits

  /// Adds to a standard error of the size, if it is known, that all sizes that fit are equally
  /// likely.
  std::optional<double> size_error(const std::optional<double>& error) const;
};

/// Fits `factor * shape(size, row)` to the finite values of some rows, for a size between two
/// limits. If several sizes fit nearly as well as the best, because the machine worked at nearly
/// constant load, the result is the middle of them on a logarithmic scale. The numbers are NaN if
/// no size fits, such as without rows.
NominalFit fit_nominal(double least, double most, const Rows& rows, const Trend& values,
                       FunctionRef<double(double size, std::size_t row)> shape);

}  // namespace hearth
