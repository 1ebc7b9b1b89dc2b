// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Junction of return water:  m = Σ m_i + m_bias,   θ = Σ w_i θ_i / Σ w_i.
///
/// m_i are the mass flows of the streams, θ_i their temperatures, m_bias is an additional flow. w_i
/// = max(m_i, 0) while water flows, so that the mixed stream carries exactly the heat of the
/// streams. Below a total of 1e-6 kg/s, every stream gets an equal share of the missing weight;
/// without flow, θ is the plain mean. Reversed flow does not enter the junction and has no weight.
template <class T>
struct ReturnWaterJunction {
  struct In {
    Many<T> flow, temperature;
  };
  struct Params {
    T bias;
  };
  struct Out {
    T flow, temperature;
  };

  static constexpr double kTrickle = 1e-6;  // kg/s, keeps the mean defined at rest
  static constexpr double kUnfed = 20.0;    // degC, of a junction without streams

  static constexpr Schema schema() {
    return Schema("Junction of return water")
        .in(&In::flow, "waterFlowRateIn", unit::kg_per_s, "Mass flow of each stream",
            over("stream"))
        .in(&In::temperature, "waterTemperatureIn", unit::degC, "Temperature of each stream",
            over("stream"))
        .par(&Params::bias, "waterFlowRateBias", unit::kg_per_s, {0.0, -1e3, 1e3},
             "Mass flow added to the streams, at the mixed temperature")
        .out(&Out::flow, "waterFlowRateOut", unit::kg_per_s, "Mass flow of the mixed water")
        .out(&Out::temperature, "waterTemperatureOut", unit::degC,
             "Temperature of the mixed water");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const int n = u.flow.size();
    T sum(0.0), arriving(0.0);
    for (const T& flow : u.flow) {
      sum += flow;
      arriving += max(flow, T(0.0));
    }
    const T missing = max(T(kTrickle - arriving), T(0.0)) / double(n > 0 ? n : 1);
    T weight(0.0), carried(0.0);
    for (int i = 0; i < n; ++i) {
      const T share = max(u.flow[i], T(0.0)) + missing;
      weight += share;
      carried += share * u.temperature[i];
    }
    y.flow = sum + p.bias;
    y.temperature = n > 0 ? T(carried / weight) : T(kUnfed);
  }

  static void balance(const In& u, const Params& p, const Out& y, Ledger& ledger) {
    for (int i = 0; i < u.flow.size(); ++i) {
      water_in(ledger, {"waterTemperatureIn", i}, u.flow[i], u.temperature[i]);
    }
    water_out(ledger, "waterTemperatureOut", y.flow, y.temperature);
    ledger.outside(Conserved::Water, "bias", p.bias);
    ledger.outside(Conserved::Heat, "bias", p.bias * kWaterHeatCapacity * y.temperature);
  }
};

}  // namespace hearth
