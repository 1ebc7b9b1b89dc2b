// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Supply junction: a duct that parts into streams. What the streams take, the duct delivers.
///
///     m = Σ m_i + b,   θ_i = θ,   w_i = w,   c_i = c
///
/// b is air that leaves on the way (a leak, a room that is not modelled). Every stream has the
/// state of the duct; the ports of the state may stay open where only the flow matters. Flow as in
/// Twin4Build (v1.1.2, SupplyFlowJunctionSystem).
template <class T>
struct SupplyFlowJunction {
  struct In {
    Many<T> flow;
    T temperature, humidity, co2;
  };
  struct Params {
    T bias;
  };
  struct Out {
    T flow;
    Many<T> temperature, humidity, co2;
  };

  static constexpr Schema schema() {
    return Schema("Supply duct that parts into streams")
        .in(&In::flow, "airFlowRateOut", unit::kg_per_s, "What each stream takes", over("stream"))
        .in(&In::temperature, "airTemperatureIn", unit::degC, "Duct", open(20.0))
        .in(&In::humidity, "airHumidityRatioIn", unit::one, "Duct, kg/kg", open(0.0))
        .in(&In::co2, "airCO2In", unit::ppm, "Duct", open(400.0))
        .par(&Params::bias, "airFlowRateBias", unit::kg_per_s, {0.0, -1e4, 1e4},
             "Taken beside the streams")
        .out(&Out::flow, "airFlowRateIn", unit::kg_per_s, "Duct")
        .out(&Out::temperature, "airTemperatureOut", unit::degC, "Each stream", over("stream"))
        .out(&Out::humidity, "airHumidityRatioOut", unit::one, "Each stream, kg/kg", over("stream"))
        .out(&Out::co2, "airCO2Out", unit::ppm, "Each stream", over("stream"));
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    y.flow = p.bias;
    for (int i = 0; i < u.flow.size(); ++i) {
      y.flow += u.flow[i];
      y.temperature[i] = u.temperature;
      y.humidity[i] = u.humidity;
      y.co2[i] = u.co2;
    }
  }
};

}  // namespace hearth
