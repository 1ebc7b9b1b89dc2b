// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/air.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Mixing box of an air handling unit: outdoor air and recirculated return air become supply air.
///
///     m_out = max(u m_sup, m_min, m_sup - m_ret), at most m_sup,   m_rec = m_sup - m_out
///     m_exh = m_ret - m_rec,   θ = (m_out θ_out + m_rec θ_ret) / m_sup,   w and c likewise
///
/// m are the mass flows of outdoor, supply, return, recirculated and exhaust air. u is the outdoor
/// air fraction set by the damper, m_min the required flow of outdoor air; outdoor air replaces
/// missing return air. Dry air, energy, water and CO2 are conserved exactly: m_out + m_ret = m_sup
/// + m_exh, and the exhaust air has the temperature θ, humidity ratio w and CO2 concentration c of
/// the return air. Below 1e-6 kg/s of supply air, the mean is weighted by u. Reversed flows count
/// as zero.
template <class T>
struct MixingBox {
  struct In {
    T position, minimum, supply_flow, return_flow;
    AirState<T> outdoor, returned;
  };
  struct Out {
    AirState<T> mixed, exhaust;
    T flow, outdoor_flow, recirculated_flow, exhaust_flow;
  };

  static constexpr Schema schema() {
    return Schema("Mixing box for outdoor and return air")
        .in(&In::position, "damperPosition", unit::one, "Outdoor air fraction of the supply air",
            open(0.0))
        .in(&In::minimum, "minimumOutdoorAirFlowRate", unit::kg_per_s,
            "Minimum mass flow of outdoor air, at most the mass flow of the supply air", open(0.0))
        .in(&In::supply_flow, "supplyAirFlowRate", unit::kg_per_s,
            "Mass flow of the supply air that is drawn from the box")
        .in(&In::return_flow, "returnAirFlowRate", unit::kg_per_s, "Mass flow of the return air")
        .in(&In::outdoor, air_state<"outdoor", "outdoor air">())
        .in(&In::returned, air_state<"returnAir", "return air">())
        .out(&Out::mixed, air_state<"mixedAir", "mixed air">())
        .out(&Out::flow, "mixedAirFlowRate", unit::kg_per_s, "Mass flow of the mixed air")
        .out(&Out::outdoor_flow, "outdoorAirFlowRate", unit::kg_per_s,
             "Mass flow of the outdoor air that is taken in")
        .out(&Out::recirculated_flow, "recirculatedAirFlowRate", unit::kg_per_s,
             "Mass flow of the return air that is recirculated")
        .out(&Out::exhaust_flow, "exhaustAirFlowRate", unit::kg_per_s,
             "Mass flow of the return air that is exhausted")
        .out(&Out::exhaust, air_state<"exhaustAir", "return air that is exhausted">());
  }

  static void outputs(const In& u, Out& y) {
    const T supply = max(u.supply_flow, T(0.0));
    const T returned = max(u.return_flow, T(0.0));
    const T share = clamp(u.position, T(0.0), T(1.0));
    const T wanted = max(T(share * supply), max(u.minimum, T(supply - returned)));
    y.flow = supply;
    y.outdoor_flow = min(wanted, supply);
    y.recirculated_flow = supply - y.outdoor_flow;
    y.exhaust_flow = returned - y.recirculated_flow;

    const T rest = rest_weight(supply);
    const T fresh = y.outdoor_flow + rest * share;
    const T used = y.recirculated_flow + rest * (1.0 - share);
    y.exhaust = u.returned;
    y.mixed = (fresh * u.outdoor + used * u.returned) / T(fresh + used);
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    air_in(ledger, AirPorts{"outdoor"}, y.outdoor_flow, u.outdoor);
    air_in(ledger, AirPorts{"returnAir"}, u.return_flow, u.returned);
    air_out(ledger, AirPorts{"mixedAir"}, y.flow, y.mixed);
    air_out_or_outdoors(ledger, AirPorts{"exhaustAir"}, y.exhaust_flow, y.exhaust);
  }
};

}  // namespace hearth
