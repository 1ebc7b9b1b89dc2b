// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// dx/dt = k u, y = x
template <class T>
struct Integrator {
  struct In {
    T u;
  };
  struct Params {
    T k;
  };
  struct State {
    T x;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Integral of an input over time")
        .in(&In::u, "u", unit::bare, "Rate that is integrated")
        .par(&Params::k, "k", unit::one, {1.0}, "Factor of the rate")
        .state(&State::x, "x", unit::one, {0.0}, "Integral of the rate")
        .out(&Out::y, "y", unit::bare, "Integral of the rate");
  }

  static void outputs(const State& x, Out& y) { y.y = x.x; }
  static void derivatives(const In& u, const Params& p, State& dx) { dx.x = p.k * u.u; }
};

}  // namespace hearth
