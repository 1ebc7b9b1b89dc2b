// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/linear/row_times.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// At sample k: y = C x + D u, then x := A x + B u; y is held until the next sample.
template <class T>
struct DiscreteStateSpace {
  struct In {
    Many<T> u;
  };
  struct Config {
    Table A, B, C, D;
  };
  struct Held {
    Many<T> x, y, next;
  };
  struct Out {
    Many<T> y;
  };

  static constexpr Schema schema() {
    return Schema("Linear system in discrete time")
        .count("state", "states", 1, "Number of states")
        .count("input", "inputs", 1, "Number of inputs")
        .count("output", "outputs", 1, "Number of outputs")
        .in(&In::u, "u", unit::bare, "Inputs of the system, by number", over("input"))
        .config(&Config::A, "A", "Matrix A with states x states elements", rows("state"),
                columns("state"))
        .config(&Config::B, "B", "Matrix B with states x inputs elements", rows("state"),
                columns("input"))
        .config(&Config::C, "C", "Matrix C with outputs x states elements", rows("output"),
                columns("state"))
        .config(&Config::D, "D", "Matrix D with outputs x inputs elements; default: 0",
                rows("output"), columns("input"), zeros())
        .held(&Held::x, "x", unit::one, {0.0}, "State before the next sample", over("state"))
        .held(&Held::y, "y", unit::one, {0.0}, "Outputs since the last sample", over("output"))
        .held(&Held::next, "next", unit::one, {0.0}, "Working memory of the update", over("state"))
        .out(&Out::y, "y", unit::bare, "Outputs C x[k] + D u[k] since the last sample",
             over("output"));
  }

  static void outputs(const Held& h, Out& y) {
    for (int i = 0; i < y.y.size(); ++i) y.y[i] = h.y[i];
  }
  static void update(const In& u, const Config& c, Held& h) {
    for (int i = 0; i < h.y.size(); ++i) h.y[i] = row_times(c.C, i, h.x) + row_times(c.D, i, u.u);
    for (int i = 0; i < h.x.size(); ++i)
      h.next[i] = row_times(c.A, i, h.x) + row_times(c.B, i, u.u);
    for (int i = 0; i < h.x.size(); ++i) h.x[i] = h.next[i];
  }
};

}  // namespace hearth
