// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/blocks/row_times.hpp"
#include "hearth/framework/component.hpp"

namespace hearth {

/// dx/dt = A x + B u, y = C x + D u
template <class T>
struct StateSpace {
  struct In {
    Many<T> u;
  };
  struct Config {
    Table A, B, C, D;
  };
  struct State {
    Many<T> x;
  };
  struct Out {
    Many<T> y;
  };

  static constexpr Schema schema() {
    return Schema("Linear time-invariant system")
        .count("state", "states", 1, "Length of x")
        .count("input", "inputs", 1, "Length of u")
        .count("output", "outputs", 1, "Length of y")
        .in(&In::u, "u", unit::bare, "Inputs, by number", over("input"))
        .config(&Config::A, "A", "states x states", rows("state"), columns("state"))
        .config(&Config::B, "B", "states x inputs", rows("state"), columns("input"))
        .config(&Config::C, "C", "outputs x states", rows("output"), columns("state"))
        .config(&Config::D, "D", "outputs x inputs; 0 if not given", rows("output"),
                columns("input"), zeros())
        .state(&State::x, "x", unit::one, {0.0}, "State", over("state"))
        .out(&Out::y, "y", unit::bare, "Outputs, by number", over("output"));
  }

  static void outputs(const In& u, const State& x, const Config& c, Out& y) {
    for (int i = 0; i < y.y.size(); ++i) y.y[i] = row_times(c.C, i, x.x) + row_times(c.D, i, u.u);
  }
  static void derivatives(const In& u, const State& x, const Config& c, State& dx) {
    for (int i = 0; i < x.x.size(); ++i) dx.x[i] = row_times(c.A, i, x.x) + row_times(c.B, i, u.u);
  }
};

}  // namespace hearth
