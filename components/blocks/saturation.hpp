// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// y = clamp(u, lower, upper), with an event at each corner so that no step spans it
template <class T>
struct Saturation {
  struct In {
    T u;
  };
  struct Params {
    T lower, upper;
  };
  struct Held {
    T corners;
  };
  struct Guards {
    T at_lower, at_upper;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Limits its input")
        .in(&In::u, "u", unit::bare, "Input of the block", passed_on())
        .par(&Params::lower, "lower", unit::one, {-1.0}, "Lower limit of the output")
        .par(&Params::upper, "upper", unit::one, {1.0}, "Upper limit of the output")
        .rises("lower", "upper")
        .held(&Held::corners, "corners", unit::one, {0.0},
              "Number of corners that the input has passed")
        .guard(&Guards::at_lower, "atLower", "The input passes the lower limit", Crossing::Either)
        .guard(&Guards::at_upper, "atUpper", "The input passes the upper limit", Crossing::Either)
        .out(&Out::y, "y", unit::bare, "Input, kept within the limits");
  }

  static void outputs(const In& u, const Params& p, Out& y) { y.y = clamp(u.u, p.lower, p.upper); }
  static void guards(const In& u, const Params& p, Guards& g) {
    g.at_lower = u.u - p.lower;
    g.at_upper = u.u - p.upper;
  }
  static void fire(Held& h) { h.corners += 1.0; }
};

}  // namespace hearth
