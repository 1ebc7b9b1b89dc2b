// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "hearth/components/physics/air.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Water in the air of one room, in addition to a zone without moisture (BuildingSpace):
///
///     ρ V dw/dt = m_sup (w_sup - w) + (m_make + m_inf) (w_out - w) + N q_l / r
///
/// m_make = max(m_exh - m_sup, 0) is outdoor air drawn in if more is exhausted than supplied; a
/// surplus of supply air leaves with the humidity of the room, and so does reversed supply air. q_l
/// is the latent heat of a person (55 W: moderately active office work, ASHRAE Handbook
/// Fundamentals (2017), chapter 18, table 1), r the heat of vaporisation. Valid for w well below
/// 0.1; water does not condense in the air, and walls and furniture absorb none.
template <class T>
struct RoomMoisture {
  struct In {
    T supply_flow, exhaust_flow, supply_humidity, outdoor_humidity, people;
  };
  struct Params {
    T volume, infiltration, latent;
  };
  struct State {
    T humidity;
  };

  static constexpr Schema schema() {
    return Schema("Water in the air of one room")
        .in(&In::supply_flow, "supplyAirFlowRate", unit::kg_per_s, "Mass flow of the supply air",
            open(0.0))
        .in(&In::exhaust_flow, "exhaustAirFlowRate", unit::kg_per_s, "Mass flow of the exhaust air",
            open(0.0))
        .in(&In::supply_humidity, "supplyAirHumidityRatio", unit::one,
            "Humidity ratio of the supply air, kg/kg", open(0.006))
        .in(&In::outdoor_humidity, "outdoorHumidityRatio", unit::one,
            "Humidity ratio of the outdoor air, kg/kg")
        .in(&In::people, "numberOfPeople", unit::one, "Number of people in the room", open(0.0))
        .par(&Params::volume, "V", unit::m3, volume(100.0), "Air volume of the room")
        .par(&Params::infiltration, "m_inf", unit::kg_per_s, flow(0.001),
             "Mass flow of infiltrating outdoor air")
        .par(&Params::latent, "latentHeat", unit::W, {55.0, 0.0, 1e4},
             "Latent heat flow from a person")
        .state(&State::humidity, "indoorHumidityRatio", unit::one, {0.006},
               "Humidity ratio of the room air, kg/kg", shown());
  }

  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    const T makeup = max(u.exhaust_flow - u.supply_flow, T(0.0));
    const T supply = max(u.supply_flow, T(0.0));
    const T moisture = supply * (u.supply_humidity - x.humidity) +
                       (makeup + p.infiltration) * (u.outdoor_humidity - x.humidity) +
                       u.people * p.latent / kVaporisationHeat;
    dx.humidity = moisture / (kAirDensity * p.volume);
  }

  static void balance(const In& u, const State& x, const Params& p, Ledger& ledger) {
    const T supply = max(u.supply_flow, T(0.0));
    const T makeup = max(u.exhaust_flow - u.supply_flow, T(0.0));
    ledger.stream_in(Conserved::Vapour, "supplyAirHumidityRatio", supply * u.supply_humidity);
    ledger.open_out(Conserved::Vapour, "indoorHumidityRatio", (supply + makeup) * x.humidity);
    ledger.outdoors(Conserved::Vapour, makeup * u.outdoor_humidity +
                                           p.infiltration * (u.outdoor_humidity - x.humidity));
    ledger.outside(Conserved::Vapour, "people", u.people * p.latent / kVaporisationHeat);
  }
  static void content(const State& x, const Params& p, Ledger& ledger) {
    ledger.content(Conserved::Vapour, "air", kAirDensity * p.volume * x.humidity);
  }
};

}  // namespace hearth
