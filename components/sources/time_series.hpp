// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// A series of numbers, unchanged: any quantity under the name `value` (Twin4Build's
/// TimeSeriesInputSystem).
template <class T>
struct TimeSeries {
  struct Config {
    Series value;
  };
  struct Out {
    T value;
  };

  static constexpr Schema schema() {
    return Schema("A series of any quantity")
        .config(&Config::value, "value", unit::any,
                "Series that is delivered: a file, points, a number or weekly rules")
        .out(&Out::value, "value", unit::any, "Value of the series");
  }

  static void outputs(const Config& c, const Clock& now, Out& y) { y.value = T(c.value(now)); }
};

}  // namespace hearth
