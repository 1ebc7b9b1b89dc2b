// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// y = offset + amplitude sin(frequency u + phase)
template <class T>
struct Sine {
  struct In {
    T u;
  };
  struct Params {
    T amplitude, frequency, phase, offset;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Sine of an input")
        .in(&In::u, "u", unit::bare, "Angle in rad if the frequency is 1")
        .par(&Params::amplitude, "amplitude", unit::one, {1.0}, "Amplitude of the sine")
        .par(&Params::frequency, "frequency", unit::one, {1.0}, "Angle in rad for an input of 1")
        .par(&Params::phase, "phase", unit::one, {0.0},
             "Phase at input 0, rad; 1.5707963267948966 makes it a cosine")
        .par(&Params::offset, "offset", unit::one, {0.0}, "Mean of the output")
        .out(&Out::y, "y", unit::bare, "Sine of the input");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    y.y = p.offset + p.amplitude * sin(p.frequency * u.u + p.phase);
  }
};

}  // namespace hearth
