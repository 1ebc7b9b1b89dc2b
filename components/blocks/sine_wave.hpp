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
    return Schema("A sine of time")
        .par(&Params::amplitude, "amplitude", unit::one, {1.0}, "Amplitude")
        .par(&Params::period, "period", unit::s, {86400.0, 1e-9}, "Period")
        .par(&Params::phase, "phase", unit::one, {0.0}, "Phase at time 0, rad")
        .par(&Params::offset, "offset", unit::one, {0.0}, "Mean")
        .out(&Out::y, "y", unit::bare, "Value now");
  }

  static void outputs(const Params& p, const Clock& now, Out& y) {
    y.y = p.offset + p.amplitude * sin(2.0 * std::numbers::pi * now.time / p.period + p.phase);
  }
};

}  // namespace hearth
