// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// y = Σ k_i u_i + c over any number of inputs, each with its own factor
template <class T>
struct Sum {
  struct In {
    Many<T> u;
  };
  struct Params {
    Many<T> k;
    T c;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Weighted sum of any number of inputs")
        .in(&In::u, "u", unit::bare, "Terms of the sum", over("term"), passed_on("k"))
        .par(&Params::k, "k", unit::one, {1.0}, "Factor of each term", over("term"))
        .par(&Params::c, "c", unit::one, {0.0}, "Constant that is added")
        .out(&Out::y, "y", unit::bare, "Weighted sum of the inputs");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    T sum = p.c;
    for (int i = 0; i < u.u.size(); ++i) sum += p.k[i] * u.u[i];
    y.y = sum;
  }
};

}  // namespace hearth
