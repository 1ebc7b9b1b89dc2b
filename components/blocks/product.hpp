// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// y = k Π u_i over any number of inputs
template <class T>
struct Product {
  struct In {
    Many<T> u;
  };
  struct Params {
    T k;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Product of any number of inputs")
        .in(&In::u, "u", unit::bare, "Factors of the product", over("factor"), passed_on("u"))
        .par(&Params::k, "k", unit::one, {1.0}, "Constant factor")
        .out(&Out::y, "y", unit::bare, "Product of the inputs and the constant factor");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    T product = p.k;
    for (const T& factor : u.u) product = product * factor;
    y.y = product;
  }
};

}  // namespace hearth
