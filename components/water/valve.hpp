// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component.hpp"

namespace hearth {

/// Water valve with authority.
///
///     m(u) = m_max u / sqrt(u^2 (1 - a) + a)
///
/// a = 1 is linear, a small authority opens fast (Twin4Build v1.1.2, ValveTorchSystem). At a = 0
/// the root is kept above a trickle so that a closed valve passes nothing.
template <class T>
struct Valve {
  struct In {
    T position;
  };
  struct Params {
    T flow_max, authority;
  };
  struct Out {
    T position, flow;
  };

  static constexpr double kTrickle = 1e-12;  // keeps the root off zero at a = 0, u = 0

  static constexpr Schema schema() {
    return Schema("Water valve with authority")
        .in(&In::position, "valvePosition", unit::one, "Opening, 0 closed, 1 open")
        .par(&Params::flow_max, "waterFlowRateMax", unit::kg_per_s, {0.016, 0.0, 1e3},
             "Flow when fully open")
        .par(&Params::authority, "valveAuthority", unit::one, {1.0, 0.0, 1.0},
             "Share of the pressure drop in the open valve")
        .out(&Out::position, "valvePosition", unit::one, "Opening, passed through")
        .out(&Out::flow, "waterFlowRate", unit::kg_per_s, "Water through the valve");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T opening = clamp(u.position, T(0.0), T(1.0));
    const T squared = opening * opening * (1.0 - p.authority) + p.authority;
    y.position = u.position;
    y.flow = p.flow_max * opening / sqrt(max(squared, T(kTrickle)));
  }
};

}  // namespace hearth
