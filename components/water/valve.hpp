// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/flow_characteristic.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Water valve with an inherent characteristic and authority.
///
///     m(u) = m_max f / sqrt(f^2 (1 - a) + a),   f = f(u)
///
/// f is the flow coefficient at the opening u relative to the open valve: u itself (linear),
/// R^(u-1) (equal percentage), sqrt(u) (quick opening), or equal percentage that falls to a
/// leakage below u = 3δ/2 (physics/flow_characteristic.hpp). a is the authority: the share of the
/// pressure drop of its circuit at the open valve. With a linear characteristic this is
/// Twin4Build's valve (v1.1.2, ValveTorchSystem): a = 1 is linear, with small authority most of the
/// flow comes at small openings. At a = 0 a small offset keeps the root above 0, so that a closed
/// valve passes nothing.
template <class T>
struct Valve {
  struct In {
    T position;
  };
  struct Params {
    T flow_max, authority, rangeability, leakage, blend;
  };
  struct Config {
    FlowCharacteristic characteristic;
  };
  struct Out {
    T flow;
  };

  static constexpr Schema schema() {
    return Schema("Water valve with characteristic and authority")
        .in(&In::position, "valvePosition", unit::one, "Opening of the valve, 0 closed, 1 open",
            shown())
        .par(&Params::flow_max, "waterFlowRateMax", unit::kg_per_s, flow(0.016),
             "Mass flow of the water when fully open")
        .par(&Params::authority, "valveAuthority", unit::one, share(1.0),
             "Authority: share of the circuit's pressure drop at the open valve")
        .par(&Params::rangeability, "rangeability", unit::one, {50.0, 1.1, 1e4},
             "Rangeability R of the equal percentage characteristics")
        .par(&Params::leakage, "leakage", unit::one, {1e-4, 0.0, 0.5},
             "Flow coefficient of the blended characteristic when closed")
        .par(&Params::blend, "delta", unit::one, {0.01, 1e-4, 0.6},
             "Opening around which the blended characteristic leaves equal percentage")
        .config(&Config::characteristic, "characteristic", kFlowCharacteristics,
                "Flow coefficient as a function of the opening")
        .out(&Out::flow, "waterFlowRate", unit::kg_per_s,
             "Mass flow of the water through the valve");
  }

  static void outputs(const In& u, const Params& p, const Config& c, Out& y) {
    const T opening = clamp(u.position, T(0.0), T(1.0));
    const ValveShape<T> shape{p.rangeability, p.leakage, p.blend};
    y.flow =
        p.flow_max * flow_share(flow_coefficient(c.characteristic, opening, shape), p.authority);
  }
};

}  // namespace hearth
