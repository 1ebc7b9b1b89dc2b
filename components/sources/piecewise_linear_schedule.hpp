// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/blocks/interpolated.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// A curve over another quantity, such as supply temperature over outdoor temperature, that may
/// change with the time of the week:
///
///     y = (1 - s) f(x) + s g(x)
///
/// f and g are lines through their points, held before the first and after the last; s is a series:
/// 0 while f applies, 1 while g does. Ports are Twin4Build's (PiecewiseLinearScheduleSystem),
/// which does not run in v1.1.2 and takes any number of curves by rules of the week.
template <class T>
struct PiecewiseLinearSchedule {
  struct In {
    T x;
  };
  struct Config {
    Table points, other_points;
    Series share;
  };
  struct Out {
    T value;
  };

  static constexpr Schema schema() {
    return Schema("Curve over another quantity that changes with the time of the week")
        .in(&In::x, "x", unit::bare, "Argument of the curve, in the unit of its points")
        .config(&Config::points, "points", "Points of the curve: a row x, y for each, x rising",
                column_count(2))
        .config(&Config::other_points, "otherPoints",
                "Points of the other curve: a row x, y for each, x rising", column_count(2),
                zeros())
        .config(&Config::share, "otherShare", unit::one, open(0.0),
                "Share of the other curve: 0 or 1, by weekly rules")
        .out(&Out::value, "scheduleValue", unit::any, "Value of the curve");
  }

  static void outputs(const In& u, const Config& c, const Clock& now, Out& y) {
    const double share = c.other_points.rows() > 0 ? c.share(now) : 0.0;
    y.value =
        (1.0 - share) * interpolated(c.points, u.x) + share * interpolated(c.other_points, u.x);
  }
};

}  // namespace hearth
