// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Counts events that it receives at `count` and rises of its input through `threshold`:
///
///     y := y + 1, and y := 0 on `reset`; an event at the same instant as a reset counts after it
template <class T>
struct EventCounter {
  struct In {
    T u;
  };
  struct Params {
    T threshold;
  };
  struct Held {
    T counted;
  };
  struct Guards {
    T passes, count, reset;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Counts events")
        .in(&In::u, "u", unit::bare, "Input whose rises through the threshold are counted",
            open(0.0))
        .par(&Params::threshold, "threshold", unit::one, {0.5}, "Threshold of the input")
        .held(&Held::counted, "counted", unit::one, {0.0, 0.0}, "Number of counted events")
        .guard(&Guards::passes, "passes", "The input rises above the threshold")
        .event(&Guards::count, "count", "Adds one to the count")
        .event(&Guards::reset, "reset", "Sets the count back to 0")
        .out(&Out::y, "y", unit::bare, "Number of counted events");
  }

  static void outputs(const Held& h, Out& y) { y.y = h.counted; }
  static void guards(const In& u, const Params& p, Guards& g) { g.passes = u.u - p.threshold; }
  static void fire(const Guards& fired, Held& h) {
    const T kept = select(fired.reset > T(0.5), T(0.0), h.counted);
    h.counted = kept + fired.count + fired.passes;
  }
};

}  // namespace hearth
