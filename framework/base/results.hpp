// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// One recorded column.
struct Signal {
  std::string name;  ///< `id.port`, with `[key]` for an entry of a `Many` output
  Unit unit;
};

/// Recorded signals: row k holds the values at start + k step, row 0 the initial state.
struct Results {
  Instant start{};
  Duration step{};
  std::vector<Signal> signals;
  std::vector<double> values;  ///< row-major, rows() x signals.size()

  long rows() const {
    return signals.empty() ? 0 : static_cast<long>(values.size() / signals.size());
  }
  const double* row(long k) const {
    return values.data() + static_cast<std::size_t>(k) * signals.size();
  }
  Instant time(long k) const { return start + k * step; }
};

}  // namespace hearth
