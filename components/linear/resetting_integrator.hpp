// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// dx/dt = k u, y = x; x := reset value when it receives `reset` or rises through its limit
template <class T>
struct ResettingIntegrator {
  struct In {
    T u;
  };
  struct Params {
    T k, limit, value;
  };
  struct State {
    T x;
  };
  struct Guards {
    T full, reset;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Integral of an input over time, with a reset by events")
        .in(&In::u, "u", unit::bare, "Rate that is integrated")
        .par(&Params::k, "k", unit::one, {1.0}, "Factor of the rate")
        .par(&Params::limit, "limit", unit::one, {1e30},
             "Integral above which the integrator resets itself")
        .par(&Params::value, "resetValue", unit::one, {0.0}, "Value of the integral after a reset")
        .state(&State::x, "x", unit::one, {0.0}, "Integral since the last reset")
        .guard(&Guards::full, "full", "The integral rises above the limit")
        .event(&Guards::reset, "reset", "Resets the integral")
        .out(&Out::y, "y", unit::bare, "Integral since the last reset");
  }

  static void outputs(const State& x, Out& y) { y.y = x.x; }
  static void derivatives(const In& u, const Params& p, State& dx) { dx.x = p.k * u.u; }
  static void guards(const State& x, const Params& p, Guards& g) { g.full = x.x - p.limit; }
  static void fire(const Params& p, State& x) { x.x = p.value; }
};

}  // namespace hearth
