// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Junction that splits supply water among consumers:  m_in = Σ m_i + m_bias.
///
/// Each consumer draws the mass flow m_i; the junction requests the sum. It adds flows only: the
/// water keeps its temperature, so connect the supply temperature of the boiler directly to each
/// consumer. m_bias is an additional flow that no component includes in its balance.
template <class T>
struct SupplyWaterJunction {
  struct In {
    Many<T> flow;
  };
  struct Params {
    T bias;
  };
  struct Out {
    T flow;
  };

  static constexpr Schema schema() {
    return Schema("Junction that splits supply water")
        .in(&In::flow, "waterFlowRateOut", unit::kg_per_s, "Mass flow that each consumer draws",
            over("stream"))
        .par(&Params::bias, "waterFlowRateBias", unit::kg_per_s, {0.0, -1e3, 1e3},
             "Mass flow that is drawn in addition to the streams")
        .out(&Out::flow, "waterFlowRateIn", unit::kg_per_s,
             "Mass flow of the water to be supplied");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    T flow = p.bias;
    for (const T& stream : u.flow) flow += stream;
    y.flow = flow;
  }
};

}  // namespace hearth
