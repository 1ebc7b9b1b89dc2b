// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Digital filter as a cascade of second-order sections, one sample at a time in transposed direct
/// form II (Oppenheim and Schafer, Discrete-Time Signal Processing, 3rd edition, section 6.3):
///     y = b0 u + z1,   z1 := b1 u - a1 y + z2,   z2 := b2 u - a2 y
template <class T>
struct SecondOrderSections {
  struct In {
    T u;
  };
  struct Config {
    Table sections;
  };
  struct Held {
    Many<T> z1, z2;
    T y;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Digital filter of second-order sections")
        .count("section", "count", 1, "Number of sections")
        .in(&In::u, "u", unit::bare, "Input of the filter")
        .config(&Config::sections, "sections",
                "Coefficients of the sections: a row b0, b1, b2, a0, a1, a2 for each",
                rows("section"), column_count(6))
        .held(&Held::z1, "z1", unit::one, {0.0}, "First memory of each section", over("section"))
        .held(&Held::z2, "z2", unit::one, {0.0}, "Second memory of each section", over("section"))
        .held(&Held::y, "y", unit::one, {0.0}, "Filtered input since the last sample")
        .out(&Out::y, "y", unit::bare, "Filtered input since the last sample");
  }

  static void outputs(const Held& h, Out& y) { y.y = h.y; }
  static void update(const In& u, const Config& c, Held& h) {
    T signal = u.u;
    for (int i = 0; i < h.z1.size(); ++i) {
      const auto coefficient = [&](int k) { return c.sections(i, k) / c.sections(i, 3); };
      const T filtered = coefficient(0) * signal + h.z1[i];
      h.z1[i] = coefficient(1) * signal - coefficient(4) * filtered + h.z2[i];
      h.z2[i] = coefficient(2) * signal - coefficient(5) * filtered;
      signal = filtered;
    }
    h.y = signal;
  }
};

}  // namespace hearth
