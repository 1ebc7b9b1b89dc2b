// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Samples its input and holds the value until the next sample
template <class T>
struct ZeroOrderHold {
  struct In {
    T u;
  };
  struct Held {
    T y;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Sample and hold")
        .in(&In::u, "u", unit::bare, "Input of the block", passed_on())
        .held(&Held::y, "y", unit::one, {0.0}, "Input at the last sample")
        .out(&Out::y, "y", unit::bare, "Input at the last sample");
  }

  static void outputs(const Held& h, Out& y) { y.y = h.y; }
  static void update(const In& u, Held& h) { h.y = u.u; }
};

}  // namespace hearth
