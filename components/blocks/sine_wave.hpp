// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <numbers>

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// y = offset + amplitude sin(2π t/period + phase)
template <class T>
struct SineWave {
  struct Params {
    T amplitude, period, phase, offset;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Sine of the time")
        .par(&Params::amplitude, "amplitude", unit::one, {1.0}, "Amplitude of the sine wave")
        .par(&Params::period, "period", unit::s, {86400.0, 1e-9}, "Period of the sine wave")
        .par(&Params::phase, "phase", unit::one, {0.0}, "Phase at time 0, rad")
        .par(&Params::offset, "offset", unit::one, {0.0}, "Mean of the output")
        .out(&Out::y, "y", unit::bare, "Value of the sine wave");
  }

  static void outputs(const Params& p, const Clock& now, Out& y) {
    y.y = p.offset + p.amplitude * sin(2.0 * std::numbers::pi * now.time / p.period + p.phase);
  }
};

}  // namespace hearth
