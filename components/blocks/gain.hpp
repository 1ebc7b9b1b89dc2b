// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// y = k u + c
template <class T>
struct Gain {
  struct In {
    T u;
  };
  struct Params {
    T k, c;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Product of an input and a factor, plus a constant")
        .in(&In::u, "u", unit::bare, "Input of the block", passed_on("k"))
        .par(&Params::k, "k", unit::one, {1.0}, "Factor of the input")
        .par(&Params::c, "c", unit::one, {0.0}, "Constant that is added")
        .out(&Out::y, "y", unit::bare, "Output of the block, k u + c");
  }

  static void outputs(const In& u, const Params& p, Out& y) { y.y = p.k * u.u + p.c; }
};

}  // namespace hearth
