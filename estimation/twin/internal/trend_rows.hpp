// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "hearth/estimation/twin/internal/trends.hpp"

namespace hearth {

/// By row, whether the row of a trend counts.
using Rows = std::vector<bool>;

constexpr std::size_t kFewestRows = 4;  ///< number of rows that any result needs

inline Rows both(const Rows& a, const Rows& b) {
  Rows rows(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) rows[k] = a[k] && b[k];
  return rows;
}

inline std::size_t count(const Rows& rows) {
  return static_cast<std::size_t>(std::count(rows.begin(), rows.end(), true));
}

inline Rows where(std::size_t rows, const std::function<bool(std::size_t)>& condition) {
  Rows found(rows);
  for (std::size_t k = 0; k < rows; ++k) found[k] = condition(k);
  return found;
}

/// Returns the finite values of some rows.
inline Trend in_rows(const Trend& trend, const Rows& rows) {
  Trend values;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k] && std::isfinite(trend[k])) values.push_back(trend[k]);
  }
  return values;
}

/// Returns the quantile of the finite values of some rows.
inline double quantile(const Trend& trend, const Rows& rows, double share) {
  return quantile(in_rows(trend, rows), share);
}

}  // namespace hearth
