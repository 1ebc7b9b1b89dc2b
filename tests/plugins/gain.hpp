// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth::test {

/// A type whose name is one of Hearth's
template <class T>
struct Gain {
  struct In {
    T u;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Passes its input on")
        .in(&In::u, "u", unit::one, "Input")
        .out(&Out::y, "y", unit::one, "Input");
  }
  static void outputs(const In& u, Out& y) { y.y = u.u; }
};

}  // namespace hearth::test
