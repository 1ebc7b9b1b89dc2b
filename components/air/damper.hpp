// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Air damper with an exponential characteristic.
///
///     m(u) = a (e^(b u) - 1),   b = ln(1 + m_nom / a)
///
/// m is the mass flow at the position u, m_nom the mass flow of the open damper, so that m(0) = 0
/// and m(1) = m_nom. The smaller `a`, the steeper is the curve near the open position.
template <class T>
struct Damper {
  struct In {
    T position;
  };
  struct Params {
    T nominal_flow, a;
  };
  struct Derived {
    T b;
  };
  struct Out {
    T flow;
  };

  static constexpr Schema schema() {
    return Schema("Air damper with an exponential characteristic")
        .in(&In::position, "damperPosition", unit::one, "Opening of the damper, 0 closed, 1 open",
            shown())
        .par(&Params::nominal_flow, "nominalAirFlowRate", unit::kg_per_s, nominal_flow(0.034),
             "Mass flow of the air when fully open")
        .par(&Params::a, "a", unit::kg_per_s, {1.0, 1e-6, 1e6},
             "Curvature of the characteristic; a small value makes it steep near the open end")
        .out(&Out::flow, "airFlowRate", unit::kg_per_s, "Mass flow of the air through the damper");
  }

  static void prepare(const Params& p, Derived& q) { q.b = log(1.0 + p.nominal_flow / p.a); }

  static void outputs(const In& u, const Params& p, const Derived& q, Out& y) {
    y.flow = p.a * (exp(q.b * clamp(u.position, T(0.0), T(1.0))) - 1.0);
  }
};

}  // namespace hearth
