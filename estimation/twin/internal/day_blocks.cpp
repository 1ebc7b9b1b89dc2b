// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/internal/day_blocks.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

namespace hearth {

DayBlocks::DayBlocks(const Period& period) {
  constexpr long kMost = 10;
  constexpr Duration kDay = std::chrono::days(1);
  const long days = std::max((period.end - period.start + kDay - Duration(1)) / kDay, 1L);
  const long blocks = std::min(days, kMost);
  for (long row = 0; row <= period.step_count(); ++row) {
    const long day = std::min(row * period.step / kDay, days - 1);
    blocks_.push_back(static_cast<std::size_t>(day * blocks / days));
  }
}

std::optional<double> DayBlocks::standard_error(
    const Rows& rows, const std::function<double(const Rows&)>& estimate) const {
  std::set<std::size_t> used;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k]) used.insert(blocks_[k]);
  }
  if (used.size() < 2) return std::nullopt;
  std::vector<double> shifts;  // from the first estimate: equal estimates have 0
  double first = 0.0, sum = 0.0;
  for (const std::size_t block : used) {
    const double own =
        estimate(where(rows.size(), [&](std::size_t k) { return rows[k] && blocks_[k] != block; }));
    if (shifts.empty()) first = own;
    shifts.push_back(own - first);
    sum += own - first;
  }
  const auto g = static_cast<double>(shifts.size());
  double squares = 0.0;
  for (const double shift : shifts) squares += (shift - sum / g) * (shift - sum / g);
  const double error = std::sqrt((g - 1.0) / g * squares);
  return std::isfinite(error) ? std::optional(error) : std::nullopt;
}

}  // namespace hearth
