// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Receives events and keeps the resulting state: y := 1 on `set`, y := 0 on `clear`, y := 1 - y on
/// `flip`. `clear` takes precedence over `set`, both over `flip`.
template <class T>
struct Latch {
  struct Held {
    T on;
  };
  struct Guards {
    T set, clear, flip;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Holds the state that the last event set")
        .held(&Held::on, "on", unit::one, {0.0, 0.0, 1.0}, "State of the latch, 1 set, 0 cleared")
        .event(&Guards::set, "set", "Sets the output to 1")
        .event(&Guards::clear, "clear", "Sets the output to 0")
        .event(&Guards::flip, "flip", "Inverts the output")
        .out(&Out::y, "y", unit::bare, "State of the latch, 1 set, 0 cleared");
  }

  static void outputs(const Held& h, Out& y) { y.y = h.on; }
  static void fire(const Guards& fired, Held& h) {
    const T flipped = select(fired.flip > T(0.5), T(1.0 - h.on), h.on);
    const T set = select(fired.set > T(0.5), T(1.0), flipped);
    h.on = select(fired.clear > T(0.5), T(0.0), set);
  }
};

}  // namespace hearth
