// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// y = u: a named point of a signal of any quantity (Twin4Build's PassInputToOutput)
template <class T>
struct PassThrough {
  struct In {
    T value;
  };
  struct Out {
    T value;
  };

  static constexpr Schema schema() {
    return Schema("Passes its input on")
        .in(&In::value, "value", unit::any, "Input of the block", passed_on())
        .out(&Out::value, "value", unit::any, "Output, equal to the input");
  }

  static void outputs(const In& u, Out& y) { y.value = u.value; }
};

}  // namespace hearth
