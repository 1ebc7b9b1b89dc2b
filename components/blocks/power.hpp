// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// A power or a root of its input, as an odd or an even function:
///
///     y = u (u² + d²)^((n - 1)/2), or with `even` (u² + d²)^(n/2)
///
/// n is the exponent, d the width around 0 within which the function is smooth. Far from 0 this is
/// sign(u) |u|^n, or |u|^n: exponent 2 with `even` is the square, 0.5 the square root.
template <class T>
struct Power {
  struct In {
    T u;
  };
  struct Params {
    T n, d;
  };
  struct Config {
    bool even;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Power or root of an input")
        .in(&In::u, "u", unit::bare, "Input of the block")
        .par(&Params::n, "exponent", unit::one, {2.0}, "Exponent n; 0.5 is the square root")
        .par(&Params::d, "width", unit::one, {1e-6, 1e-12},
             "Width d around 0 within which the function is smoothed")
        .config(&Config::even, "even", false,
                "Even function, y(-u) = y(u); otherwise odd, y(-u) = -y(u)")
        .out(&Out::y, "y", unit::bare, "Power of the input");
  }

  static void outputs(const In& u, const Params& p, const Config& config, Out& y) {
    const T square = u.u * u.u + p.d * p.d;
    const T even = pow(square, 0.5 * p.n);
    const T odd = u.u * pow(square, 0.5 * (p.n - 1.0));
    y.y = select(config.even, even, odd);
  }
};

}  // namespace hearth
