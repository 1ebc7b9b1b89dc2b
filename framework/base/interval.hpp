// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/base/clock.hpp"

namespace hearth {

/// What one row of results covers: a length of time, or whole days or months of civil time. One of
/// the three is above 0.
struct Interval {
  Duration time{};
  int days = 0;
  int months = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

}  // namespace hearth
