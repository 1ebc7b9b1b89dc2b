// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Delivers the input of n samples ago: a delay of n sample periods
template <class T>
struct SampleDelay {
  struct In {
    T u;
  };
  struct Held {
    Many<T> line;
    T y;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Delay by whole samples")
        .count("sample", "samples", 1, "Number of samples of the delay")
        .in(&In::u, "u", unit::bare, "Input of the block", passed_on())
        .held(&Held::line, "line", unit::one, {0.0},
              "Samples that are still delayed, the oldest last", over("sample"))
        .held(&Held::y, "y", unit::one, {0.0}, "Sample that is delivered")
        .out(&Out::y, "y", unit::bare, "Input, delayed by a number of samples");
  }

  static void outputs(const Held& h, Out& y) { y.y = h.y; }
  static void update(const In& u, Held& h) {
    const int n = h.line.size();
    h.y = h.line[n - 1];
    for (int i = n - 1; i > 0; --i) h.line[i] = h.line[i - 1];
    h.line[0] = u.u;
  }
};

}  // namespace hearth
