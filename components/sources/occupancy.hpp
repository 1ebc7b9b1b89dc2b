// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Number of people found from measured CO2: the CO2 balance of BuildingSpace, solved for them.
///
///     N = max(0, (m/Δt φ(F Δt/m) (c - c_1) + F (c_1 - c_out)) / (10^6 g)),   φ(x) = x/(1 - e^-x)
///
/// with c the CO2 now and c_1 at the last sample, Δt before, the mass of air m = ρ V and the fresh
/// air F = m_sup + max(m_exh - m_sup, 0) + m_inf. It is exact where flows, outdoor CO2 and people
/// rest over Δt; Twin4Build's difference quotient (OccupancySystem, which does not run in v1.1.2)
/// has φ = 1, an error of F Δt/m. The first sample takes the room to be at rest. A sampled
/// component: give it the interval of the measurements as its clock.
template <class T>
struct Occupancy {
  struct In {
    T co2, supply_flow, exhaust_flow, outdoor_co2;
  };
  struct Params {
    T volume, occupant_co2, infiltration;
  };
  struct Held {
    T co2, people;
  };
  struct Out {
    T people;
  };

  static constexpr double kAirDensity = 1.2;  // kg/m3, at 20 degC, as in BuildingSpace

  static constexpr Schema schema() {
    return Schema("Number of people from measured CO2")
        .in(&In::co2, "indoorCO2", unit::ppm, "Measured in the room")
        .in(&In::supply_flow, "supplyAirFlowRate", unit::kg_per_s, "Supply air", open(0.0))
        .in(&In::exhaust_flow, "exhaustAirFlowRate", unit::kg_per_s, "Exhaust air", open(0.0))
        .in(&In::outdoor_co2, "outdoorCO2", unit::ppm, "CO2 outdoors", open(400.0))
        .par(&Params::volume, "V", unit::m3, volume(100.0), "Air volume")
        .par(&Params::occupant_co2, "G_occ", unit::kg_per_s, {6.2e-6, 1e-12, 1.0},
             "CO2 of a person, as the mass of air of the same volume")
        .par(&Params::infiltration, "m_inf", unit::kg_per_s, flow(0.001),
             "Outdoor air that leaks in and out")
        .held(&Held::co2, "previousCO2", unit::ppm, {400.0}, "At the last sample")
        .held(&Held::people, "numberOfPeople", unit::one, {0.0, 0.0}, "Since the last sample")
        .out(&Out::people, "numberOfPeople", unit::one, "People in the room");
  }

  static void outputs(const Held& h, Out& y) { y.people = h.people; }
  static void update(const In& u, const Params& p, const Clock& now, Held& h) {
    const T before = now.tick == 0 ? u.co2 : h.co2;
    const T mass = kAirDensity * p.volume;
    const T makeup = max(T(u.exhaust_flow - u.supply_flow), T(0.0));
    const T fresh_air = u.supply_flow + makeup + p.infiltration;
    const T stored =
        mass / now.period * rate_factor(T(fresh_air * now.period / mass)) * (u.co2 - before);
    const T breath = stored + fresh_air * (before - u.outdoor_co2);  // ppm kg/s
    h.people = max(T(breath / (1e6 * p.occupant_co2)), T(0.0));
    h.co2 = u.co2;
  }

  /// φ(x) = x/(1 - e^-x), by its series below 0.01, where that is exact to rounding.
  static T rate_factor(const T& x) {
    constexpr double kSmall = 0.01;
    const T large = max(x, T(kSmall));
    const T series = 1.0 + x / 2.0 + x * x / 12.0 - x * x * x * x / 720.0;
    return select(x < T(kSmall), series, T(large / (1.0 - exp(-large))));
  }
};

}  // namespace hearth
