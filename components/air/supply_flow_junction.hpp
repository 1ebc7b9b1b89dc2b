// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/air.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Supply junction: a duct that branches into streams. The mass flow m of the duct is the sum of
/// the flows m_i of the streams and of b.
///
///     m = Σ m_i + b,   θ_i = θ,   w_i = w,   c_i = c
///
/// b is air that leaves upstream of the branches (leakage, or a room that is not modelled).
/// Temperature θ, humidity ratio w and CO2 concentration c of each stream are those of the duct;
/// leave their inputs unconnected if only the flow matters. Flows as in Twin4Build (v1.1.2,
/// SupplyFlowJunctionSystem).
template <class T>
struct SupplyFlowJunction {
  struct In {
    Many<T> flow;
    AirState<T> duct;
  };
  struct Params {
    T bias;
  };
  struct Out {
    T flow;
    AirState<Many<T>> stream;
  };

  static constexpr Schema schema() {
    return Schema("Supply duct that splits into streams")
        .in(&In::flow, "airFlowRateOut", unit::kg_per_s, "Mass flow of each stream", over("stream"))
        .in(&In::duct, air_state<"air", "air in the duct", "In">(20.0))
        .par(&Params::bias, "airFlowRateBias", unit::kg_per_s, {0.0, -1e4, 1e4},
             "Mass flow that leaves the duct in addition to the streams")
        .out(&Out::flow, "airFlowRateIn", unit::kg_per_s, "Mass flow in the duct")
        .out(&Out::stream, air_state<"air", "air of each stream", "Out">(), over("stream"));
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    y.flow = p.bias;
    for (int i = 0; i < u.flow.size(); ++i) {
      y.flow += u.flow[i];
      y.stream.temperature[i] = u.duct.temperature;
      y.stream.humidity[i] = u.duct.humidity;
      y.stream.co2[i] = u.duct.co2;
    }
  }

  static void balance(const In& u, const Params& p, const Out& y, Ledger& ledger) {
    air_in(ledger, AirPorts{"air", "In"}, y.flow, u.duct);
    for (int i = 0; i < u.flow.size(); ++i) {
      air_out(ledger, AirPorts{"air", "Out", i}, u.flow[i], at(y.stream, i));
    }
    air_from_outdoors(ledger, -p.bias, u.duct);
  }
};

}  // namespace hearth
