// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/linear/row_times.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// dx/dt = A x + B u + Σ_k u_k (E_k x + F_k u),   y = C x + D u
///
/// E_k (states x states) and F_k (states x inputs) make it bilinear: flows that carry heat
/// (Twin4Build v1.1.2, DiscreteStatespaceSystem). Each is a table with its matrices one below the
/// other, n rows for each input from the first on; missing rows are 0.
template <class T>
struct StateSpace {
  struct In {
    Many<T> u;
  };
  struct Config {
    Table A, B, C, D, E, F;
  };
  struct State {
    Many<T> x;
  };
  struct Out {
    Many<T> y;
  };

  static constexpr Schema schema() {
    return Schema("Linear or bilinear time-invariant system")
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
        .config(&Config::E, "E", "Matrix E with (inputs states) x states elements; default: 0",
                columns("state"), zeros())
        .config(&Config::F, "F", "Matrix F with (inputs states) x inputs elements; default: 0",
                columns("input"), zeros())
        .state(&State::x, "x", unit::one, {0.0}, "State of the system", over("state"))
        .out(&Out::y, "y", unit::bare, "Outputs of the system, by number", over("output"));
  }

  static void outputs(const In& u, const State& x, const Config& c, Out& y) {
    for (int i = 0; i < y.y.size(); ++i) y.y[i] = row_times(c.C, i, x.x) + row_times(c.D, i, u.u);
  }
  static void derivatives(const In& u, const State& x, const Config& c, State& dx) {
    for (int i = 0; i < x.x.size(); ++i) {
      dx.x[i] = row_times(c.A, i, x.x) + row_times(c.B, i, u.u) +
                bilinear(c.E, i, x.x.size(), u.u, x.x) + bilinear(c.F, i, x.x.size(), u.u, u.u);
    }
  }

  /// Returns row i of Σ_k u_k M_k v; the M_k, of n rows each, are one below the other in a table.
  static T bilinear(const Table& M, int i, int n, const Many<T>& u, const Many<T>& v) {
    T sum(0.0);
    for (int k = 0; k < u.size(); ++k) {
      const int row = k * n + i;
      if (row >= M.rows()) break;
      for (int j = 0; j < v.size(); ++j) {
        if (M(row, j) != 0.0) sum += M(row, j) * u[k] * v[j];
      }
    }
    return sum;
  }
};

}  // namespace hearth
