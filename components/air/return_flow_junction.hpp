// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/air.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Return junction: streams that mix in one duct. m_i are the mass flows of the streams, m the mass
/// flow of the duct, θ temperatures, w humidity ratios, c CO2 concentrations.
///
///     m = Σ m_i + b,   θ = Σ m_i θ_i / Σ m_i + Δθ,   w and c likewise
///
/// Δθ is the temperature rise of the air on its way, such as in a plenum that lights heat. b is an
/// additional flow that joins with the temperature, humidity and CO2 of the mixture. Energy,
/// water and CO2 of the streams are conserved exactly; below 1e-6 kg/s in total, the weighted mean
/// tends to the plain mean of the streams. A reversed stream draws air of the mixture. Twin4Build
/// (v1.1.2, ReturnFlowJunctionSystem) divides by the flow including b, which changes the
/// temperature.
template <class T>
struct ReturnFlowJunction {
  struct In {
    Many<T> flow;
    AirState<Many<T>> stream;
  };
  struct Params {
    T bias, rise;
  };
  struct Out {
    T flow;
    AirState<T> duct;
  };

  static constexpr Schema schema() {
    return Schema("Return streams that mix in one duct")
        .in(&In::flow, "airFlowRateIn", unit::kg_per_s, "Mass flow of each stream", over("stream"))
        .in(&In::stream, air_state<"air", "air of each stream", "In">(), over("stream"))
        .par(&Params::bias, "airFlowRateBias", unit::kg_per_s, {0.0, -1e4, 1e4},
             "Mass flow added to the streams")
        .par(&Params::rise, "temperatureRise", unit::K, {0.0, -50.0, 50.0},
             "Temperature rise of the air on its way to the duct, such as in a heated plenum")
        .out(&Out::flow, "airFlowRateOut", unit::kg_per_s, "Mass flow in the duct")
        .out(&Out::duct, air_state<"air", "air in the duct", "Out">());
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const int n = u.flow.size();
    y.flow = p.bias;
    T arriving(0.0);
    for (const T& flow : u.flow) {
      y.flow += flow;
      arriving += max(flow, T(0.0));
    }
    const T rest = rest_weight(arriving);
    // A junction without streams has the default state of unconnected inputs.
    T weight(n == 0 ? 1.0 : 0.0);
    AirState<T> sum{T(n == 0 ? 20.0 : 0.0), T(0.0), T(n == 0 ? 400.0 : 0.0)};
    for (int i = 0; i < n; ++i) {
      const T flow = max(u.flow[i], T(0.0)) + rest;
      weight += flow;
      sum = sum + flow * at(u.stream, i);
    }
    y.duct = sum / weight;
    y.duct.temperature += p.rise;
  }

  static void balance(const In& u, const Params& p, const Out& y, Ledger& ledger) {
    T arriving(0.0);
    for (int i = 0; i < u.flow.size(); ++i) {
      air_in(ledger, AirPorts{"air", "In", i}, u.flow[i], at(u.stream, i));
      arriving += max(u.flow[i], T(0.0));
    }
    ledger.outside(Conserved::Heat, "rise", arriving * kAirHeatCapacity * p.rise);
    air_out(ledger, AirPorts{"air", "Out"}, y.flow, y.duct);
    air_from_outdoors(ledger, p.bias, y.duct);
  }
};

}  // namespace hearth
