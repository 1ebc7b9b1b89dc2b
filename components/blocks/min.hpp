// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/blocks/pick_of.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// The smallest of any number of inputs of one unit; 0 without inputs
template <class T>
struct Min {
  struct In {
    Many<T> inputs;
  };
  struct Out {
    T value;
  };

  static constexpr Schema schema() {
    return Schema("The smallest of any number of inputs")
        .in(&In::inputs, "inputs", unit::any, "Inputs that are compared", over("input"),
            passed_on())
        .out(&Out::value, "value", unit::any, "Smallest of the inputs");
  }

  static void outputs(const In& u, Out& y) {
    y.value = pick_of(u.inputs, [](const T& a, const T& b) { return min(a, b); });
  }
};

}  // namespace hearth
