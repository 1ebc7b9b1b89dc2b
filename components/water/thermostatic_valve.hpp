// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/flow_characteristic.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Thermostatic radiator valve: its head closes it as the room warms up, without auxiliary energy.
///
///     h = clamp((θ_set + X_p/2 - θ_s)/X_p, 0, 1)
///     m = m_max f(h)/sqrt(f(h)^2 (1 - a) + a)
///     dθ_s/dt = (θ - θ_s)/τ
///
/// X_p is the proportional band, the temperature rise that closes the open valve: EN 215
/// rates a valve by its flow 2 K below the temperature at which it closes, so that m_max is that
/// nominal flow if X_p is 2 K. The setpoint is the middle of the band: the valve is fully open at
/// θ_set - X_p/2 and closed at θ_set + X_p/2.
///
/// θ_s is the temperature of the sensing element. It follows the room with the time constant τ:
/// heads filled with gas about 10 min, with liquid 20 min, with wax 30 min and more (EN 215 allows
/// a response time of 40 min). Without `isLagged` it equals the room temperature. f is the inherent
/// characteristic and a the authority, as in Valve (physics/flow_characteristic.hpp); a valve with
/// the characteristic equal percentage does not close: it passes 1/R of the flow.
template <class T>
struct ThermostaticValve {
  struct In {
    T temperature, setpoint;
  };
  struct Params {
    T flow_max, band, time_constant, authority, rangeability, leakage, blend;
  };
  struct Config {
    bool is_lagged;
    FlowCharacteristic characteristic;
  };
  struct State {
    T sensed;
  };
  struct Out {
    T lift, flow;
  };

  static constexpr Schema schema() {
    return Schema("Thermostatic radiator valve with a proportional band")
        .in(&In::temperature, "indoorTemperature", unit::degC,
            "Temperature of the air around the head")
        .in(&In::setpoint, "setpoint", unit::degC,
            "Room temperature at which the valve is half open", open(20.0))
        .par(&Params::flow_max, "waterFlowRateMax", unit::kg_per_s, flow(0.016),
             "Mass flow of the water when fully open")
        .par(&Params::band, "proportionalBand", unit::K, {2.0, 0.01, 20.0},
             "Temperature rise that closes the open valve")
        .par(&Params::time_constant, "timeConstant", unit::s, {1200.0, 1.0, 86400.0},
             "Time constant of the sensing element")
        .par(&Params::authority, "valveAuthority", unit::one, share(1.0),
             "Authority: share of the circuit's pressure drop at the open valve")
        .par(&Params::rangeability, "rangeability", unit::one, {50.0, 1.1, 1e4},
             "Rangeability R of the equal percentage characteristics")
        .par(&Params::leakage, "leakage", unit::one, {1e-4, 0.0, 0.5},
             "Flow coefficient of the blended characteristic when closed")
        .par(&Params::blend, "delta", unit::one, {0.01, 1e-4, 0.6},
             "Opening around which the blended characteristic leaves equal percentage")
        .config(&Config::is_lagged, "isLagged", true,
                "Let the sensing element follow the air temperature with a lag")
        .config(&Config::characteristic, "characteristic", kFlowCharacteristics,
                "Flow coefficient as a function of the lift")
        .state(&State::sensed, "sensorTemperature", unit::degC, {20.0},
               "Temperature of the sensing element")
        .out(&Out::lift, "valvePosition", unit::one, "Opening of the valve, 0 closed, 1 open")
        .out(&Out::flow, "waterFlowRate", unit::kg_per_s,
             "Mass flow of the water through the valve");
  }

  static void outputs(const In& u, const State& x, const Params& p, const Config& c, Out& y) {
    const T sensed = c.is_lagged ? x.sensed : u.temperature;
    y.lift = clamp(T((u.setpoint - sensed) / p.band + 0.5), T(0.0), T(1.0));
    const ValveShape<T> shape{p.rangeability, p.leakage, p.blend};
    y.flow =
        p.flow_max * flow_share(flow_coefficient(c.characteristic, y.lift, shape), p.authority);
  }
  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    dx.sensed = (u.temperature - x.sensed) / p.time_constant;
  }
};

}  // namespace hearth
