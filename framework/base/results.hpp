// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// The statistic of a column of results over the interval that ends at a row.
enum class Statistic {
  End,   ///< the value at the end of the interval
  Mean,  ///< the mean over time
  Min,
  Max,
  Sum,  ///< the integral over time, in a unit such as kWh
};

/// One recorded column.
struct Signal {
  std::string name;  ///< `id.port`, with `[key]` for an entry of a `Many` output
  Unit unit;
  Statistic statistic = Statistic::End;
};

/// Recorded signals. Row 0 contains the initial values. If rows are equally spaced, row k contains
/// the values at start + k step; otherwise `times` contains the instants.
struct Results {
  Instant start{};
  Duration step{};  ///< 0 if the rows are not equally spaced
  std::vector<Signal> signals;
  std::vector<double> values;    ///< row-major, rows() x signals.size()
  std::vector<Instant> times{};  ///< of the rows if these are not equally spaced
  std::string interval{};        ///< interval that a row covers, such as `PT1H`; "": one step

  long rows() const {
    return signals.empty() ? 0 : static_cast<long>(values.size() / signals.size());
  }
  const double* row(long k) const {
    return values.data() + static_cast<std::size_t>(k) * signals.size();
  }
  Instant time(long k) const {
    return times.empty() ? start + k * step : times[static_cast<std::size_t>(k)];
  }
};

}  // namespace hearth
