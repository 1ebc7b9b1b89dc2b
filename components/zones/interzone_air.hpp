// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Air exchanged between two zones: equal flows in both directions, and a transfer in one.
///
///     m_AB = s m_x + max(m_t, 0),   m_BA = s m_x + max(-m_t, 0)
///
/// m_x is the exchange through an opening, s the share of the opening that is open, m_t the
/// transfer from A to B, which is negative from B to A. The objects CrossMixing and Mixing of
/// EnergyPlus have the same effect. Each flow is drawn from one MixedAirZone and enters the other
/// in the state in which it left, so that one gains what the other loses:
///
///     door.airFlowRateAB -> a.exhaustAirFlowRate[door]
///     a.outletAirFlowRate[door] -> b.airFlowRateIn[door]
///     a.outletAirTemperature -> b.airTemperatureIn[door], likewise humidity ratio and CO2
///
/// and the same from B to A. Flow and state both come from the zone that loses the air: if the
/// connection is removed to break a cycle, both are of the same step.
template <class T>
struct InterzoneAir {
  struct In {
    T opening, transfer;
  };
  struct Params {
    T exchange;
  };
  struct Out {
    T from_a_to_b, from_b_to_a;
  };

  static constexpr Schema schema() {
    return Schema("Air exchanged between two zones")
        .in(&In::opening, "opening", unit::one, "Position of the opening, 0 closed, 1 open",
            open(1.0))
        .in(&In::transfer, "transferAirFlowRate", unit::kg_per_s,
            "Mass flow of the air that is transferred from A to B", open(0.0))
        .par(&Params::exchange, "exchangeAirFlowRate", unit::kg_per_s, {0.02, 0.0, 1e4},
             "Mass flow in either direction through the open opening")
        .out(&Out::from_a_to_b, "airFlowRateAB", unit::kg_per_s, "Mass flow of the air from A to B")
        .out(&Out::from_b_to_a, "airFlowRateBA", unit::kg_per_s,
             "Mass flow of the air from B to A");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T exchange = clamp(u.opening, T(0.0), T(1.0)) * p.exchange;
    y.from_a_to_b = exchange + max(u.transfer, T(0.0));
    y.from_b_to_a = exchange + max(T(-u.transfer), T(0.0));
  }
};

}  // namespace hearth
