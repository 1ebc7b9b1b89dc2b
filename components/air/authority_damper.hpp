// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/flow_characteristic.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Air damper with a measured loss coefficient and authority.
///
///     m = m_nom f / sqrt(f^2 (1 - A) + A),   f = sqrt(k_open / k(y)),
///     ln k = a + b (1 - y)   between y_L and y_U, bent towards leakage and k_open outside
///
/// y is the opening, A the authority: the share of the circuit's pressure drop at the open damper.
/// m is the mass flow, m_nom its nominal value, k the loss coefficient, y_L and y_U the ends of the
/// exponential range. Equations and defaults (opposed blades: a = -1.51, b = 0.105 per degree, 15
/// and 55 of 90 degrees) according to ASHRAE research project 825-RP, as in the Modelica Buildings
/// library, Fluid.Actuators.Dampers.Exponential. `Damper` has the equation of Twin4Build.
template <class T>
struct AuthorityDamper {
  struct In {
    T position;
  };
  struct Params {
    T nominal_flow, authority, a, b, lower_end, upper_end, open_loss, leakage;
  };
  struct Derived {
    T ln_open, lower_curvature, upper_curvature;
  };
  struct Out {
    T flow, loss;
  };

  static constexpr Schema schema() {
    return Schema("Air damper with a loss coefficient and authority")
        .in(&In::position, "damperPosition", unit::one, "Opening of the damper, 0 closed, 1 open",
            shown())
        .par(&Params::nominal_flow, "nominalAirFlowRate", unit::kg_per_s, nominal_flow(0.034),
             "Mass flow of the air when fully open")
        .par(&Params::authority, "damperAuthority", unit::one, share(1.0),
             "Authority: share of the circuit's pressure drop at the open damper")
        .par(&Params::a, "a", unit::one, {-1.51, -10.0, 10.0},
             "Logarithm of the loss coefficient when open, extrapolated from the linear law")
        .par(&Params::b, "b", unit::one, {9.45, 0.0, 50.0},
             "Rise of the logarithm of the loss coefficient from open to closed")
        .par(&Params::lower_end, "yL", unit::one, {15.0 / 90.0, 0.01, 0.49},
             "Opening below which the curve bends towards the leakage")
        .par(&Params::upper_end, "yU", unit::one, {55.0 / 90.0, 0.51, 0.99},
             "Opening above which the curve bends towards the open damper")
        .par(&Params::open_loss, "k1", unit::one, {0.45, 1e-3, 1e3}, "Loss coefficient when open")
        .par(&Params::leakage, "leakage", unit::one, {1e-4, 1e-8, 0.5},
             "Flow through the closed damper, as a share of the flow through the open damper at "
             "the same pressure drop")
        .out(&Out::flow, "airFlowRate", unit::kg_per_s, "Mass flow of the air through the damper")
        .out(&Out::loss, "lossCoefficient", unit::one,
             "Loss coefficient k: pressure drop divided by dynamic pressure");
  }

  static void prepare(const Params& p, Derived& q) {
    const auto law =
        DamperLoss<T>::through(p.a, p.b, p.lower_end, p.upper_end, p.open_loss, p.leakage);
    q.ln_open = log(p.open_loss);
    q.lower_curvature = law.lower_curvature;
    q.upper_curvature = law.upper_curvature;
  }

  static void outputs(const In& u, const Params& p, const Derived& q, Out& y) {
    const DamperLoss<T> law{
        p.a, p.b, p.lower_end, p.upper_end, q.lower_curvature, q.upper_curvature};
    const T ln_loss = law.logarithm(clamp(u.position, T(0.0), T(1.0)));
    y.loss = exp(ln_loss);
    y.flow = p.nominal_flow * flow_share(T(exp(0.5 * (q.ln_open - ln_loss))), p.authority);
  }
};

}  // namespace hearth
