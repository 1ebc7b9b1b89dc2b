// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// A value that follows the clock: a number, weekly rules or a measured series.
template <class T>
struct Schedule {
  struct Config {
    Series value;
  };
  struct Out {
    T value;
  };

  static constexpr Schema schema() {
    return Schema("A value that follows the clock")
        .config(&Config::value, "value", unit::any, "Schedule: a number, weekly rules or a file")
        .out(&Out::value, "scheduleValue", unit::any, "Value of the schedule");
  }

  static void outputs(const Config& c, const Clock& now, Out& y) { y.value = T(c.value(now)); }
};

}  // namespace hearth
