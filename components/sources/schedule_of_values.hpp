// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// A schedule whose values are parameters, so that they can be estimated: a series selects the
/// value that applies. A step receives
///
///     y = Σ v_k s_k
///
/// with s_k the share of the step during which the series is k. The series sets the times at which
/// values change.
template <class T>
struct ScheduleOfValues {
  struct Config {
    Series number;
  };
  struct Params {
    Many<T> values;
  };
  struct Out {
    T value;
  };

  static constexpr Schema schema() {
    return Schema("A schedule whose values are parameters")
        .config(&Config::number, "number", unit::any,
                "Number k of the selected value, from 1, by weekly rules or held points; its unit "
                "is the unit of the values")
        .count("constant", "count", 1, "Number of values")
        .par(&Params::values, "value", unit::any, {0.0}, "Values from which the schedule selects",
             over("constant"))
        .out(&Out::value, "scheduleValue", unit::any, "Selected value");
  }

  static void outputs(const Config& c, const Params& p, const Clock& now, Out& y) {
    if (p.values.size() == 0) {
      y.value = T(0.0);
      return;
    }
    const bool mean = c.number.sample() == Sample::Mean && now.step > 0.0;
    const double start = now.time - now.step;
    double next = mean ? change_after(c.number, start) : INFINITY;
    if (next >= now.time) {
      y.value = value(p, c.number(now));
      return;
    }
    T sum(0.0);
    for (double from = start; from < now.time;) {
      const double to = std::min(next, now.time);
      sum += (to - from) / now.step * value(p, c.number.at(from));
      from = to;
      next = change_after(c.number, from);
    }
    y.value = sum;
  }

  /// Returns the value of a number, or of the nearest number that has a value.
  static T value(const Params& p, double number) {
    const double last = p.values.size();
    return p.values[static_cast<int>(std::clamp(number, 1.0, last)) - 1];
  }
  /// Returns the time of the next point of a series, infinity after the last.
  static double change_after(const Series& series, double time) {
    const auto& points = series.points();
    const auto next =
        std::upper_bound(points.begin(), points.end(), time,
                         [](double at, const Series::Point& point) { return at < point.time; });
    return next == points.end() ? INFINITY : next->time;
  }
};

}  // namespace hearth
