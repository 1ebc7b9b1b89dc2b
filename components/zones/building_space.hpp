// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "hearth/components/physics/air.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// One room: air, outer wall, an optional wall to a boundary of known temperature, a partition to
/// each neighbouring zone, and CO2.
///
///     C_air dθ/dt   = (θ_w - θ)/R_in + (θ_b - θ)/R_boundary + Σ (θ_p - θ)/R_int
///                     + H_direct (θ_out - θ) + q_occ N + Σ Q + f_air I
///                     + c_a m_sup (θ_sup - θ) + c_a m_make (θ_out - θ)
///     C_wall dθ_w/dt     = (θ_out - θ_w)/R_out + (θ - θ_w)/R_in + f_wall I
///     C_boundary dθ_b/dt = (θ - θ_b)/R_boundary + (θ_boundary - θ_b)/R_boundary
///     C_int dθ_p/dt      = (θ - θ_p)/R_int + (θ_neighbour - θ_p)/R_int
///     ρ V dc/dt          = (m_sup + m_make + m_inf)(c_out - c) + 10^6 g N
///
/// H_direct is the heat loss coefficient of parts without heat capacity: windows, doors and leaks
/// (as H_tr,w and H_ve of the simple hourly method of ISO 13790:2008). It is 0 by default. m_make =
/// max(m_exh - m_sup, 0) is outdoor air drawn in if more is exhausted than supplied; a surplus of
/// supply leaves at room conditions, and so does reversed supply. Without a surplus or deficit and
/// without H_direct, the equations are those of the room of Twin4Build (v1.1.2,
/// BuildingSpaceTorchSystem), whose unit of CO2 differs. Infiltration m_inf carries CO2 only: its
/// heat is part of H_direct. Each room has its own partition to a neighbour, which takes no heat
/// from it: steady fluxes are correct, stored heat is counted in both rooms
/// (docs/decisions/0003-air-and-co2-balance.md). If balances have to close, couple two rooms by one
/// PartitionWall (`indoorTemperature -> zoneTemperatureA`, `heatGainA -> heatGain`) instead of
/// `adjacentZoneTemperature`; MixedAirZone also conserves air, water and CO2.
template <class T>
struct BuildingSpace {
  struct In {
    T outdoor_temperature, supply_flow, exhaust_flow, supply_temperature, irradiation, people;
    T outdoor_co2;
    Many<T> heat_gain, boundary_temperature, neighbour_temperature;
  };
  struct Params {
    T air_capacity, wall_capacity, boundary_capacity;
    T outer_resistance, inner_resistance, boundary_resistance;
    T direct_loss, wall_aperture, air_aperture, occupant_heat;
    T volume, occupant_co2, infiltration, floor_area;
    Many<T> partition_capacity, partition_resistance;
  };
  struct State {
    T air, wall, co2;
    Many<T> boundary, partition;
  };

  static constexpr Schema schema() {
    return Schema("Room with air, walls, neighbours and CO2")
        .in(&In::outdoor_temperature, "outdoorTemperature", unit::degC,
            "Temperature of the outdoor air")
        .in(&In::supply_flow, "supplyAirFlowRate", unit::kg_per_s, "Mass flow of the supply air",
            open(0.0))
        .in(&In::exhaust_flow, "exhaustAirFlowRate", unit::kg_per_s, "Mass flow of the exhaust air",
            open(0.0))
        .in(&In::supply_temperature, "supplyAirTemperature", unit::degC,
            "Temperature of the supply air", open(20.0))
        .in(&In::irradiation, "globalIrradiation", unit::W_per_m2,
            "Solar irradiance on the aperture", open(0.0))
        .in(&In::people, "numberOfPeople", unit::one, "Number of people in the room", open(0.0))
        .in(&In::outdoor_co2, "outdoorCO2", unit::ppm, "CO2 concentration of the outdoor air",
            open(400.0))
        .in(&In::heat_gain, "heatGain", unit::W, "Heat flow that is released in the room",
            over("gain"))
        .in(&In::boundary_temperature, "boundaryTemperature", unit::degC,
            "Temperature on the far side of the boundary wall", at_most_one("boundary"))
        .in(&In::neighbour_temperature, "adjacentZoneTemperature", unit::degC,
            "Temperature of the air of each neighbour", over("neighbour"))
        .par(&Params::air_capacity, "C_air", unit::J_per_K, capacity(1e6),
             "Heat capacity of air and furniture")
        .par(&Params::wall_capacity, "C_wall", unit::J_per_K, capacity(1e6),
             "Heat capacity of the outer wall")
        .par(&Params::boundary_capacity, "C_boundary", unit::J_per_K, capacity(1e6),
             "Heat capacity of the boundary wall")
        .par(&Params::outer_resistance, "R_out", unit::K_per_W, resistance(0.05),
             "Resistance from outdoors to the outer wall")
        .par(&Params::inner_resistance, "R_in", unit::K_per_W, resistance(0.05),
             "Resistance from the outer wall to the room")
        .par(&Params::boundary_resistance, "R_boundary", unit::K_per_W, resistance(0.01),
             "Resistance from the boundary wall to either side")
        .par(&Params::direct_loss, "H_direct", unit::W_per_K, {0.0, 0.0, 1e6},
             "Conductance of windows, doors and leaks from outdoors to the room, without heat "
             "capacity")
        .par(&Params::wall_aperture, "f_wall", unit::m2, {0.3, 0.0, 1e6},
             "Solar aperture of the outer wall")
        .par(&Params::air_aperture, "f_air", unit::m2, {0.1, 0.0, 1e6}, "Solar aperture of the air")
        .par(&Params::occupant_heat, "Q_occ_gain", unit::W, {100.0, 0.0, 1e4},
             "Heat flow from a person")
        .par(&Params::volume, "V", unit::m3, volume(100.0), "Air volume of the room")
        .par(&Params::occupant_co2, "G_occ", unit::kg_per_s, {6.2e-6, 0.0, 1.0},
             "CO2 generated by a person, as the mass flow of air with the same volume flow")
        .par(&Params::infiltration, "m_inf", unit::kg_per_s, flow(0.001),
             "Mass flow of infiltrating outdoor air, for CO2 only")
        .par(&Params::floor_area, "floorArea", unit::m2, {0.0, 0.0, 1e7},
             "Floor area, for results per m2 only; 0: unknown")
        .par(&Params::partition_capacity, "C_int", unit::J_per_K, capacity(1e5),
             "Heat capacity of the partition to a neighbour", over("neighbour"))
        .par(&Params::partition_resistance, "R_int", unit::K_per_W, resistance(0.01),
             "Resistance from the partition to either side", over("neighbour"))
        .state(&State::air, "indoorTemperature", unit::degC, {20.0}, "Temperature of the room air",
               shown())
        .state(&State::wall, "wallTemperature", unit::degC, {20.0}, "Temperature of the outer wall",
               shown())
        .state(&State::co2, "indoorCO2", unit::ppm, {400.0}, "CO2 concentration of the room air",
               shown())
        .state(&State::boundary, "boundaryWallTemperature", unit::degC, {20.0},
               "Temperature of the boundary wall", over("boundary"))
        .state(&State::partition, "interiorWallTemperature", unit::degC, {20.0},
               "Temperature of the partition to each neighbour", over("neighbour"));
  }

  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    const T makeup = max(u.exhaust_flow - u.supply_flow, T(0.0));
    const T supply = max(u.supply_flow, T(0.0));
    const T ventilation = kAirHeatCapacity * (supply * (u.supply_temperature - x.air) +
                                              makeup * (u.outdoor_temperature - x.air));
    const T from_wall = (x.wall - x.air) / p.inner_resistance;
    const T direct = p.direct_loss * (u.outdoor_temperature - x.air);
    T heat = from_wall + direct + p.occupant_heat * u.people + p.air_aperture * u.irradiation +
             ventilation;
    for (const T& gain : u.heat_gain) heat += gain;

    for (int i = 0; i < x.boundary.size(); ++i) {
      const T to_air = (x.boundary[i] - x.air) / p.boundary_resistance;
      const T from_beyond = (u.boundary_temperature[i] - x.boundary[i]) / p.boundary_resistance;
      dx.boundary[i] = (from_beyond - to_air) / p.boundary_capacity;
      heat += to_air;
    }
    for (int i = 0; i < x.partition.size(); ++i) {
      const T to_air = (x.partition[i] - x.air) / p.partition_resistance[i];
      const T from_neighbour =
          (u.neighbour_temperature[i] - x.partition[i]) / p.partition_resistance[i];
      dx.partition[i] = (from_neighbour - to_air) / p.partition_capacity[i];
      heat += to_air;
    }
    dx.air = heat / p.air_capacity;

    const T from_outdoors = (u.outdoor_temperature - x.wall) / p.outer_resistance;
    dx.wall = (from_outdoors - from_wall + p.wall_aperture * u.irradiation) / p.wall_capacity;

    const T fresh_air = supply + makeup + p.infiltration;
    const T breath = 1e6 * p.occupant_co2 * u.people;  // ppm kg/s
    dx.co2 = (fresh_air * (u.outdoor_co2 - x.co2) + breath) / (kAirDensity * p.volume);
  }

  static void balance(const In& u, const State& x, const Params& p, Ledger& ledger) {
    const T supply = max(u.supply_flow, T(0.0));
    const T makeup = max(u.exhaust_flow - u.supply_flow, T(0.0));
    const T leaving = supply + makeup;
    air_in(ledger, "supplyAirTemperature", supply, u.supply_temperature);
    ledger.outdoors(Conserved::Air, makeup);
    ledger.outdoors(Conserved::Heat, makeup * kAirHeatCapacity * u.outdoor_temperature);
    ledger.open_out(Conserved::Air, "indoorTemperature", leaving);
    ledger.open_out(Conserved::Heat, "indoorTemperature", leaving * kAirHeatCapacity * x.air);
    for (int i = 0; i < u.heat_gain.size(); ++i) {
      ledger.in(Conserved::Heat, {"heatGain", i}, u.heat_gain[i]);
    }
    ledger.outside(Conserved::Heat, "sun", (p.wall_aperture + p.air_aperture) * u.irradiation);
    ledger.outside(Conserved::Heat, "people", p.occupant_heat * u.people);
    ledger.outside(Conserved::Heat, "transmission",
                   (u.outdoor_temperature - x.wall) / p.outer_resistance +
                       p.direct_loss * (u.outdoor_temperature - x.air));
    for (int i = 0; i < x.boundary.size(); ++i) {
      ledger.wall({"boundaryTemperature", i},
                  (u.boundary_temperature[i] - x.boundary[i]) / p.boundary_resistance);
    }
    for (int i = 0; i < x.partition.size(); ++i) {
      ledger.wall({"adjacentZoneTemperature", i},
                  (u.neighbour_temperature[i] - x.partition[i]) / p.partition_resistance[i]);
    }
    ledger.outside(Conserved::Co2, "people", p.occupant_co2 * u.people / kMoleRatio);
    ledger.outdoors(Conserved::Co2, mass_of_co2(leaving + p.infiltration, u.outdoor_co2 - x.co2));
  }
  static void content(const State& x, const Params& p, Ledger& ledger) {
    double heat = p.air_capacity * x.air + p.wall_capacity * x.wall;
    for (const double wall : x.boundary) heat += p.boundary_capacity * wall;
    for (int i = 0; i < x.partition.size(); ++i) heat += p.partition_capacity[i] * x.partition[i];
    ledger.content(Conserved::Heat, "air and walls", heat);
    ledger.content(Conserved::Co2, "air", mass_of_co2(kAirDensity * p.volume, x.co2));
  }
};

}  // namespace hearth
