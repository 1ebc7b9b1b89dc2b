// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "hearth/estimation/twin/internal/trend_rows.hpp"
#include "hearth/framework/base/clock.hpp"

namespace hearth {

/// Divides the rows of a period into at most ten blocks of whole days, for standard errors of
/// estimates. Values within a day resemble each other, but values of different blocks hardly do.
class DayBlocks {
 public:
  explicit DayBlocks(const Period& period);

  /// Returns the standard error of an estimate from rows, by leaving out one block after the other
  /// (jackknife over blocks, H. R. Kuensch 1989):
  ///
  ///     se^2 = (g - 1) / g * sum over the g blocks of (estimate without one - mean of these)^2
  ///
  /// Blocks without rows do not count. Returns nothing if fewer than two blocks have rows, or if an
  /// estimate without one of the blocks is not finite.
  std::optional<double> standard_error(const Rows& rows,
                                       const std::function<double(const Rows&)>& estimate) const;

 private:
  std::vector<std::size_t> blocks_;  // by row
};

}  // namespace hearth
