// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// y = u where `activate` is above 0.5, else y = value: a signal that can be overwritten from
/// outside, as an overwrite block of BOPTEST
template <class T>
struct Overwrite {
  struct In {
    T value, u, activate;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Passes its input on, or in its place a value from outside")
        .in(&In::value, "value", unit::any, "Signal of the model", passed_on())
        .in(&In::u, "u", unit::any, "Value in its place", open(0.0))
        .in(&In::activate, "activate", unit::one, "Above 0.5: u counts", open(0.0))
        .out(&Out::y, "y", unit::any, "The one of the two that counts");
  }

  static void outputs(const In& u, Out& y) { y.y = select(u.activate > T(0.5), u.u, u.value); }
};

}  // namespace hearth
