// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Y(s)/U(s) = (b_0 s^n + ... + b_n) / (s^n + a_1 s^(n-1) + ... + a_n), in controllable canonical
/// form:
///     dx_1/dt = u - Σ a_i x_i,   dx_i/dt = x_(i-1),   y = b_0 u + Σ (b_i - a_i b_0) x_i
/// (Ogata, Modern Control Engineering, 5th edition, section 9.2)
template <class T>
struct TransferFunction {
  struct In {
    T u;
  };
  struct Params {
    Many<T> a, b;
    T b0;
  };
  struct State {
    Many<T> x;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Rational transfer function")
        .count("order", "order", 1, "Degree n of the denominator")
        .in(&In::u, "u", unit::bare, "Input of the transfer function")
        .par(&Params::a, "a", unit::one, {1.0}, "Coefficients a_1 to a_n of the monic denominator",
             over("order"))
        .par(&Params::b, "b", unit::one, {1.0}, "Coefficients b_1 to b_n of the numerator",
             over("order"))
        .par(&Params::b0, "b0", unit::one, {0.0},
             "Coefficient b_0 of the numerator, the direct gain")
        .state(&State::x, "x", unit::one, {0.0},
               "States x_1 to x_n of the controllable canonical form; without zeros, x_n is y/b_n "
               "and x_i the derivative of x_n of order n - i",
               over("order"))
        .out(&Out::y, "y", unit::bare, "Output of the transfer function");
  }

  static void outputs(const In& u, const State& x, const Params& p, Out& y) {
    T sum = p.b0 * u.u;
    for (int i = 0; i < x.x.size(); ++i) sum += (p.b[i] - p.a[i] * p.b0) * x.x[i];
    y.y = sum;
  }
  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    T first = u.u;
    for (int i = 0; i < x.x.size(); ++i) first -= p.a[i] * x.x[i];
    dx.x[0] = first;
    for (int i = 1; i < x.x.size(); ++i) dx.x[i] = x.x[i - 1];
  }
};

}  // namespace hearth
