// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// y = u if `activate` is above 0.5, otherwise y = value: a signal that can be overwritten from
/// outside, like an overwrite block of BOPTEST
template <class T>
struct Overwrite {
  struct In {
    T value, u, activate;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Passes on its input, or an external value that replaces it")
        .in(&In::value, "value", unit::any, "Value from the model", passed_on())
        .in(&In::u, "u", unit::any, "Value that replaces the value from the model", open(0.0))
        .in(&In::activate, "activate", unit::one,
            "Selector: u replaces the value while it is above 0.5", open(0.0))
        .out(&Out::y, "y", unit::any, "Selected value");
  }

  static void outputs(const In& u, Out& y) { y.y = select(u.activate > T(0.5), u.u, u.value); }
};

}  // namespace hearth
