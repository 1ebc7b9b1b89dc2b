// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Switches to `high` when the input rises above `on`, to `low` when it falls below `off`.
///
/// With on > off it has a hysteresis; with on = off it may chatter, which ends the run with an
/// error.
template <class T>
struct Relay {
  struct In {
    T u;
  };
  struct Params {
    T on, off, high, low;
  };
  struct Held {
    T closed;
  };
  struct Guards {
    T rises, falls;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Relay with hysteresis")
        .in(&In::u, "u", unit::bare, "Input of the block")
        .par(&Params::on, "on", unit::one, {1.0}, "Input above which the relay closes")
        .par(&Params::off, "off", unit::one, {-1.0}, "Input below which the relay opens")
        .par(&Params::high, "high", unit::one, {1.0}, "Output when closed")
        .par(&Params::low, "low", unit::one, {0.0}, "Output when open")
        .rises("off", "on")
        .held(&Held::closed, "closed", unit::one, {0.0, 0.0, 1.0},
              "Position of the relay, 1 closed, 0 open")
        .guard(&Guards::rises, "closes", "The input rises above 'on'")
        .guard(&Guards::falls, "opens", "The input falls below 'off'")
        .out(&Out::y, "y", unit::bare, "Output, high when closed, low when open");
  }

  static void outputs(const Held& h, const Params& p, Out& y) {
    y.y = p.low + h.closed * (p.high - p.low);
  }
  static void guards(const In& u, const Params& p, Guards& g) {
    g.rises = u.u - p.on;
    g.falls = p.off - u.u;
  }
  static void fire(const Guards& fired, Held& h) {
    h.closed = select(fired.rises > T(0.5), T(1.0), select(fired.falls > T(0.5), T(0.0), h.closed));
  }
};

}  // namespace hearth
