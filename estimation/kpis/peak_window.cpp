// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "hearth/estimation/kpis/internal/kpi_sums.hpp"

namespace hearth {

void PeakWindow::add(const KpiInterval& interval, double p, double q) {
  const double slope = (q - p) / interval.length();
  for (double x = interval.from; x < interval.to;) {
    const long here = std::max(window_, static_cast<long>(std::floor((x - start_) / length_)));
    if (here != window_) {
      close();
      window_ = here;
    }
    const double edge = start_ + static_cast<double>(window_ + 1) * length_;
    if (edge <= x) {  // rounding put x into the window before
      close();
      ++window_;
      continue;
    }
    const double y = std::min(interval.to, edge);
    const double middle = p + slope * (0.5 * (x + y) - interval.from);
    energy_ += middle * (y - x);
    covered_ += y - x;
    x = y;
  }
}

void PeakWindow::close() {
  if (covered_ > 0.0) {
    std::optional<double>& target = covered_ >= 0.5 * length_ ? largest_ : of_parts_;
    const double mean = energy_ / covered_;
    target = target ? std::max(*target, mean) : mean;
  }
  energy_ = covered_ = 0.0;
}

double PeakWindow::largest() const {
  PeakWindow closed = *this;
  closed.close();
  if (closed.largest_) return *closed.largest_;
  return closed.of_parts_.value_or(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace hearth
