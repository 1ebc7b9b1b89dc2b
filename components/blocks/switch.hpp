// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// y = u[1 + number of bounds that the selector exceeds]: one of several branches, chosen by the
/// region in which the selector lies
///
/// Each bound is an event, so that no step spans a change of branches; a region is entered beyond
/// half the hysteresis. If there are fewer branches than regions, the last branch serves the
/// others.
template <class T>
struct Switch {
  struct In {
    Many<T> u;
    T selector;
  };
  struct Params {
    Many<T> bound;
    T hysteresis;
  };
  struct Held {
    Many<T> above;
  };
  struct Guards {
    Many<T> rises, falls;
  };
  struct Out {
    T y, region;
  };

  static constexpr Schema schema() {
    return Schema("Passes on one of several inputs, chosen by bounds of a selector")
        .count("branch", "branches", 2, "Number of inputs")
        .count("bound", "bounds", 1, "Number of bounds, one less than the branches")
        .in(&In::u, "u", unit::bare, "Inputs to choose from, by number", over("branch"),
            passed_on())
        .in(&In::selector, "selector", unit::bare, "Value whose region selects the input")
        .par(&Params::bound, "bound", unit::one, {0.0},
             "Bounds between the regions of the selector, rising", over("bound"))
        .par(&Params::hysteresis, "hysteresis", unit::one, {0.0, 0.0},
             "Width of the band around each bound within which the region stays")
        .held(&Held::above, "above", unit::one, {0.0, 0.0, 1.0},
              "1 if the selector is above the bound", over("bound"))
        .guard(&Guards::rises, "rises", "The selector rises above a bound", over("bound"))
        .guard(&Guards::falls, "falls", "The selector falls below a bound", over("bound"))
        .out(&Out::y, "y", unit::bare, "Selected input")
        .out(&Out::region, "region", unit::one, "Region of the selector, from 1");
  }

  static void outputs(const In& u, const Held& h, Out& y) {
    T region(1.0);
    for (const T& above : h.above) region += above;
    y.region = region;
    y.y = u.u[0];
    for (int i = 1; i < u.u.size(); ++i) y.y = select(region > T(i + 0.5), u.u[i], y.y);
  }
  static void guards(const In& u, const Params& p, Guards& g) {
    for (int i = 0; i < p.bound.size(); ++i) {
      g.rises[i] = u.selector - (p.bound[i] + 0.5 * p.hysteresis);
      g.falls[i] = (p.bound[i] - 0.5 * p.hysteresis) - u.selector;
    }
  }
  static void fire(const Guards& fired, Held& h) {
    for (int i = 0; i < h.above.size(); ++i) {
      h.above[i] = select(fired.rises[i] > T(0.5), T(1.0), h.above[i]);
      h.above[i] = select(fired.falls[i] > T(0.5), T(0.0), h.above[i]);
    }
  }
};

}  // namespace hearth
