// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// A sensor: passes on its input if it is connected, otherwise delivers its own series.
template <class T>
struct Sensor {
  struct In {
    Many<T> value;
  };
  struct Config {
    Series value;
  };
  struct Out {
    T value;
  };

  static constexpr Schema schema() {
    return Schema("Passes on the output that it measures, or delivers a measured series")
        .in(&In::value, "measuredValue", unit::any, "Output that is measured",
            at_most_one("source"), or_config("value"), passed_on())
        .config(&Config::value, "value", unit::any, "Measured series, used if no port is connected")
        .out(&Out::value, "measuredValue", unit::any, "Measured value");
  }

  static void outputs(const In& u, const Config& c, const Clock& now, Out& y) {
    if (u.value.size() == 0) {
      y.value = T(c.value(now));
    } else {
      y.value = u.value[0];
    }
  }
};

}  // namespace hearth
