// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "hearth/components/physics/air.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Zone with two wall elements (VDI 6007 Part 1, 2015, sections 6.1 to 6.4): air, an exterior
/// element (outer walls and windows lumped) and an interior element, each a surface and a capacity.
///
///     C_air dθ/dt     = A_e h_e (θ_e - θ) + A_i h_i (θ_i - θ) + Σ c m (θ_s - θ) + Q_air
///     0               = A_e h_e (θ - θ_e) + G_r (θ_i - θ_e) + (θ_1e - θ_e)/R_1e + Q_e
///     0               = A_i h_i (θ - θ_i) + G_r (θ_e - θ_i) + (θ_1i - θ_i)/R_1i + Q_i
///     C_1e dθ_1e/dt   = (θ_e - θ_1e)/R_1e + (θ_out - θ_1e)/(R_rem + 1/H_out)
///     C_1i dθ_1i/dt   = (θ_i - θ_1i)/R_1i
///
/// θ is the temperature of the air, θ_e and θ_i of the surfaces, θ_1e and θ_1i of the wall cores,
/// θ_out of the outdoor air (or the equivalent outdoor temperature), m are air streams of
/// temperature θ_s, C_air = ρ c V. Without `airCapacity` the air stores no heat and its balance is
/// solved together with the balances of the surfaces, as in the standard; all are solved here in
/// closed form. G_r = min(A_e, A_i) h_r is long-wave exchange.
///
/// Heat Q: gains to the air; radiant gains, in proportion to the areas; gains on the interior
/// surface; solar gains I_k g A_win,k through the windows of orientation k, a share of which goes
/// to the air and the rest to the surfaces as (A_e - A_k) : A_i, with A_k the exterior area of that
/// orientation.
///
/// Ideal heating and cooling keep the air at their setpoints within their limits; a share of each
/// acts on the air, the rest on the interior surface. If a setpoint is not connected, that power is
/// 0. Air with a capacity is brought to its setpoint with a time constant of 60 s. Powers are those
/// of the instant; differences of the energies are the energy delivered in between, for any step.
template <class T>
struct TwoElementZone {
  struct In {
    T outdoor_temperature;
    Many<T> heat_gain, radiant_gain, surface_gain, irradiation;
    Many<T> flow, flow_temperature;
    Many<T> heating_setpoint, cooling_setpoint;
  };
  struct Params {
    T exterior_area, interior_area, exterior_film, interior_film, radiation;
    T exterior_resistance, exterior_capacity, remaining_resistance, outdoor_conductance;
    T interior_resistance, interior_capacity;
    T volume, air_density, air_heat_capacity;
    T transmittance, solar_air_share;
    T heating_limit, cooling_limit, heating_air_share, cooling_air_share;
    Many<T> window_area, facade_area;
  };
  struct Config {
    bool air_capacity;
  };
  struct Derived {
    T to_exterior, to_interior, outwards;             // W/K: cores to surfaces, to outdoors
    T exterior_reach, interior_reach;                 // K of the surface for 1 K of the air
    T exterior_own, between, interior_own;            // K/W: of the surfaces at constant air
    T air_conductance, air_capacity, exterior_share;  // W/K, J/K, 1
    T heating_reach, cooling_reach, heating_surface, cooling_surface;  // W for 1 W: air, surface
  };
  struct State {
    T exterior, interior, air;
    Many<T> heating_energy, cooling_energy;
  };
  struct Out {
    T air, radiant, operative, exterior_surface, interior_surface;
    T power, heating_power, cooling_power, heating_energy, cooling_energy;
  };

  static constexpr double kResponse = 60.0;       // s, of the conditioning if air has a capacity
  static constexpr double kIdle = 86400.0;        // s, with which the unused air state follows
  static constexpr double kJoulesPerKwh = 3.6e6;  // energies in kWh move as slowly as temperatures

  static constexpr Schema schema() {
    return Schema("Zone with an exterior and an interior wall element (VDI 6007)")
        .config(&Config::air_capacity, "airCapacity", true,
                "Include the heat capacity of the air; without it, the air temperature changes "
                "without delay")
        .in(&In::outdoor_temperature, "outdoorTemperature", unit::degC,
            "Outdoor air temperature, or the equivalent outdoor temperature with solar and sky "
            "radiation")
        .in(&In::heat_gain, "heatGain", unit::W, "Heat flow to the air", over("gain"))
        .in(&In::radiant_gain, "radiantHeatGain", unit::W,
            "Heat flow to all surfaces in proportion to their areas", over("radiantGain"))
        .in(&In::surface_gain, "surfaceHeatGain", unit::W, "Heat flow to the interior surface",
            over("surfaceGain"))
        .in(&In::irradiation, "windowIrradiation", unit::W_per_m2,
            "Solar irradiance on the windows of each orientation, after shading",
            over("orientation"))
        .in(&In::flow, "supplyAirFlowRate", unit::kg_per_s,
            "Mass flow of each air stream that enters", over("airStream"))
        .in(&In::flow_temperature, "supplyAirTemperature", unit::degC,
            "Temperature of each air stream that enters", over("airStream"))
        .in(&In::heating_setpoint, "heatingSetpoint", unit::degC, "Heating setpoint of the air",
            at_most_one("heating"))
        .in(&In::cooling_setpoint, "coolingSetpoint", unit::degC, "Cooling setpoint of the air",
            at_most_one("cooling"))
        .par(&Params::exterior_area, "A_ext", unit::m2, {10.5, 1e-3, 1e7},
             "Area of the exterior element with windows")
        .par(&Params::interior_area, "A_int", unit::m2, {75.5, 1e-3, 1e7},
             "Area of the interior element")
        .par(&Params::exterior_film, "h_ext", unit::W_per_m2K, film(2.7),
             "Convection coefficient at the surface of the exterior element")
        .par(&Params::interior_film, "h_int", unit::W_per_m2K, film(2.24),
             "Convection coefficient at the surface of the interior element")
        .par(&Params::radiation, "h_rad", unit::W_per_m2K, {5.0, 0.0, 1e3},
             "Coefficient of long-wave exchange between the elements, related to the smaller "
             "area")
        .par(&Params::exterior_resistance, "R1_ext", unit::K_per_W, {0.00436791, 1e-9, 1e6},
             "Resistance from surface to capacity of the exterior element")
        .par(&Params::exterior_capacity, "C1_ext", unit::J_per_K, capacity(1600849.0),
             "Heat capacity of the exterior element")
        .par(&Params::remaining_resistance, "R_rem", unit::K_per_W, {0.0389592, 0.0, 1e9},
             "Resistance from the capacity of the exterior element to its outdoor surface")
        .par(&Params::outdoor_conductance, "H_out", unit::W_per_K, {0.0, 1e-6, 1e12},
             "Conductance from the outdoor surface to outdoors (default: 25 W/(m2 K) times "
             "A_ext)",
             computed<&TwoElementZone::standard_outdoor_conductance>())
        .par(&Params::interior_resistance, "R1_int", unit::K_per_W, {0.000595693, 1e-9, 1e6},
             "Resistance from surface to capacity of the interior element")
        .par(&Params::interior_capacity, "C1_int", unit::J_per_K, capacity(14836355.0),
             "Heat capacity of the interior element")
        .par(&Params::volume, "V", unit::m3, volume(52.5), "Air volume of the zone")
        .par(&Params::air_density, "rho_air", unit::kg_per_m3, {1.2, 0.5, 2.0},
             "Density of the air")
        .par(&Params::air_heat_capacity, "c_air", unit::J_per_kgK, {1006.0, 900.0, 1100.0},
             "Specific heat capacity of the air")
        .par(&Params::transmittance, "g", unit::one, share(1.0),
             "Share of the solar radiation on the windows that enters the zone (g-value)")
        .par(&Params::solar_air_share, "f_sol_air", unit::one, share(0.09),
             "Share of the solar radiation entering through windows that heats the air directly")
        .par(&Params::heating_limit, "Q_heating_max", unit::W, power_limit(1e9),
             "Largest heating power")
        .par(&Params::cooling_limit, "Q_cooling_max", unit::W, power_limit(1e9),
             "Largest cooling power")
        .par(&Params::heating_air_share, "f_heating_air", unit::one, share(1.0),
             "Share of heating that goes to the air; the remainder goes to the interior surface")
        .par(&Params::cooling_air_share, "f_cooling_air", unit::one, share(1.0),
             "Share of cooling that acts on the air; the remainder acts on the interior surface")
        .par(&Params::window_area, "A_window", unit::m2, {7.0, 0.0, 1e7},
             "Area of the windows of each orientation", over("orientation"))
        .par(&Params::facade_area, "A_facade", unit::m2, {10.5, 0.0, 1e7},
             "Exterior area of each orientation, part of A_ext", over("orientation"))
        .state(&State::exterior, "exteriorWallTemperature", unit::degC, {20.0},
               "Temperature of the core of the exterior element", shown())
        .state(&State::interior, "interiorWallTemperature", unit::degC, {20.0},
               "Temperature of the core of the interior element", shown())
        .state(&State::air, "indoorTemperature", unit::degC, {20.0},
               "Temperature of the air if it has a capacity")
        .state(&State::heating_energy, "heatingEnergy", unit::kWh, {0.0},
               "Heating energy since the start", over("heating"))
        .state(&State::cooling_energy, "coolingEnergy", unit::kWh, {0.0},
               "Cooling energy since the start", over("cooling"))
        .out(&Out::air, "indoorTemperature", unit::degC, "Temperature of the air")
        .out(&Out::radiant, "radiantTemperature", unit::degC,
             "Radiant temperature: area-weighted mean of the surface temperatures")
        .out(&Out::operative, "operativeTemperature", unit::degC,
             "Operative temperature: mean of air and radiant temperature")
        .out(&Out::exterior_surface, "exteriorSurfaceTemperature", unit::degC,
             "Temperature of the surface of the exterior element")
        .out(&Out::interior_surface, "interiorSurfaceTemperature", unit::degC,
             "Temperature of the surface of the interior element")
        .out(&Out::power, "conditioningPower", unit::W, "Heating power minus cooling power")
        .out(&Out::heating_power, "heatingPower", unit::W, "Heating power")
        .out(&Out::cooling_power, "coolingPower", unit::W, "Heat flow from the zone by cooling")
        .out(&Out::heating_energy, "heatingEnergy", unit::kWh, "Heating energy since the start")
        .out(&Out::cooling_energy, "coolingEnergy", unit::kWh, "Cooling energy since the start");
  }

  /// 25 W/(m2 K), convection and radiation outdoors.
  static T standard_outdoor_conductance(const Params& p) { return 25.0 * p.exterior_area; }

  static void prepare(const Params& p, Derived& q) {
    const T convection_e = p.exterior_area * p.exterior_film;
    const T convection_i = p.interior_area * p.interior_film;
    const T exchange = min(p.exterior_area, p.interior_area) * p.radiation;
    q.to_exterior = 1.0 / p.exterior_resistance;
    q.to_interior = 1.0 / p.interior_resistance;
    q.outwards = 1.0 / (p.remaining_resistance + 1.0 / p.outdoor_conductance);
    // Both surface balances, solved for the surface temperatures; the matrix is symmetric.
    const T sum_e = convection_e + exchange + q.to_exterior;
    const T sum_i = convection_i + exchange + q.to_interior;
    const T determinant = sum_e * sum_i - exchange * exchange;
    q.exterior_own = sum_i / determinant;
    q.between = exchange / determinant;
    q.interior_own = sum_e / determinant;
    q.exterior_reach = convection_e * q.exterior_own + convection_i * q.between;
    q.interior_reach = convection_e * q.between + convection_i * q.interior_own;
    q.air_conductance =
        convection_e * (1.0 - q.exterior_reach) + convection_i * (1.0 - q.interior_reach);
    q.air_capacity = p.volume * p.air_density * p.air_heat_capacity;
    q.exterior_share = p.exterior_area / (p.exterior_area + p.interior_area);
    q.heating_surface = 1.0 - p.heating_air_share;
    q.cooling_surface = 1.0 - p.cooling_air_share;
    q.heating_reach = p.heating_air_share + q.heating_surface * q.interior_reach;
    q.cooling_reach = p.cooling_air_share + q.cooling_surface * q.interior_reach;
  }

  /// Heat to the three nodes without heating and cooling [W].
  struct Gains {
    T air, exterior, interior;
  };
  static Gains gains(const In& u, const Params& p, const Derived& q) {
    Gains sum{T(0.0), T(0.0), T(0.0)};
    for (const T& heat : u.heat_gain) sum.air += heat;
    for (const T& heat : u.radiant_gain) {
      sum.exterior += q.exterior_share * heat;
      sum.interior += (1.0 - q.exterior_share) * heat;
    }
    for (const T& heat : u.surface_gain) sum.interior += heat;
    for (int k = 0; k < u.irradiation.size(); ++k) {
      const T sun = p.transmittance * p.window_area[k] * u.irradiation[k];
      const T absorbed = (1.0 - p.solar_air_share) * sun;
      const T elsewhere = p.exterior_area - p.facade_area[k];
      const T to_exterior = elsewhere / (elsewhere + p.interior_area) * absorbed;
      sum.air += p.solar_air_share * sun;
      sum.exterior += to_exterior;
      sum.interior += absorbed - to_exterior;
    }
    return sum;
  }

  /// Values of the nodes without a capacity, from the states and inputs of an instant.
  struct Nodes {
    T air, exterior, interior, heating, cooling;  // degC, W
    T surplus;                                    // W to the air, 0 if it has no capacity
  };
  static Nodes solve(const In& u, const State& x, const Params& p, const Derived& q,
                     const Config& c) {
    const Gains gain = gains(u, p, q);
    const T to_exterior = q.to_exterior * x.exterior + gain.exterior;
    const T to_interior = q.to_interior * x.interior + gain.interior;
    T conductance = q.air_conductance;
    T source = gain.air + q.exterior_reach * to_exterior + q.interior_reach * to_interior;
    for (int k = 0; k < u.flow.size(); ++k) {
      const T carries = p.air_heat_capacity * max(u.flow[k], T(0.0));
      conductance += carries;
      source += carries * u.flow_temperature[k];
    }
    // The power that brings the air to a setpoint and keeps it there.
    const auto needs = [&](const T& setpoint) -> T {
      const T air = c.air_capacity ? x.air : setpoint;
      return conductance * air - source + q.air_capacity / kResponse * (setpoint - air);
    };
    Nodes y;
    y.heating = T(0.0);
    y.cooling = T(0.0);
    if (u.heating_setpoint.size() > 0) {
      const T wanted = needs(u.heating_setpoint[0]) / q.heating_reach;
      y.heating = clamp(wanted, T(0.0), p.heating_limit);
    }
    if (u.cooling_setpoint.size() > 0) {
      T setpoint = u.cooling_setpoint[0];
      if (u.heating_setpoint.size() > 0) setpoint = max(setpoint, u.heating_setpoint[0]);
      const T wanted = -needs(setpoint) / q.cooling_reach;
      y.cooling = clamp(wanted, T(0.0), p.cooling_limit);
    }
    source += q.heating_reach * y.heating - q.cooling_reach * y.cooling;
    y.air = c.air_capacity ? x.air : T(source / conductance);
    y.surplus = source - conductance * y.air;
    const T on_interior =
        to_interior + q.heating_surface * y.heating - q.cooling_surface * y.cooling;
    y.exterior = q.exterior_reach * y.air + q.exterior_own * to_exterior + q.between * on_interior;
    y.interior = q.interior_reach * y.air + q.between * to_exterior + q.interior_own * on_interior;
    return y;
  }

  static void outputs(const In& u, const State& x, const Params& p, const Derived& q,
                      const Config& c, Out& y) {
    const Nodes now = solve(u, x, p, q, c);
    y.air = now.air;
    y.radiant = q.exterior_share * now.exterior + (1.0 - q.exterior_share) * now.interior;
    y.operative = 0.5 * (y.air + y.radiant);
    y.exterior_surface = now.exterior;
    y.interior_surface = now.interior;
    y.power = now.heating - now.cooling;
    y.heating_power = now.heating;
    y.cooling_power = now.cooling;
    y.heating_energy = x.heating_energy.size() > 0 ? x.heating_energy[0] : T(0.0);
    y.cooling_energy = x.cooling_energy.size() > 0 ? x.cooling_energy[0] : T(0.0);
  }

  static void derivatives(const In& u, const State& x, const Params& p, const Derived& q,
                          const Config& c, State& dx) {
    const Nodes now = solve(u, x, p, q, c);
    const T from_surface = q.to_exterior * (now.exterior - x.exterior);
    const T from_outdoors = q.outwards * (u.outdoor_temperature - x.exterior);
    dx.exterior = (from_surface + from_outdoors) / p.exterior_capacity;
    dx.interior = q.to_interior * (now.interior - x.interior) / p.interior_capacity;
    dx.air = c.air_capacity ? T(now.surplus / q.air_capacity) : T((now.air - x.air) / kIdle);
    for (T& energy : dx.heating_energy) energy = now.heating / kJoulesPerKwh;
    for (T& energy : dx.cooling_energy) energy = now.cooling / kJoulesPerKwh;
  }

  static void balance(const In& u, const State& x, const Params& p, const Derived& q, const Out& y,
                      Ledger& ledger) {
    T sun = 0.0;
    for (int k = 0; k < u.irradiation.size(); ++k) {
      sun += p.transmittance * p.window_area[k] * u.irradiation[k];
    }
    ledger.outside(Conserved::Heat, "sun", sun);
    ledger.outside(Conserved::Heat, "transmission",
                   q.outwards * (u.outdoor_temperature - x.exterior));
    ledger.outside(Conserved::Heat, "heating", y.heating_power);
    ledger.outside(Conserved::Heat, "cooling", -y.cooling_power);
    for (int i = 0; i < u.heat_gain.size(); ++i) {
      ledger.in(Conserved::Heat, {"heatGain", i}, u.heat_gain[i]);
    }
    for (int i = 0; i < u.radiant_gain.size(); ++i) {
      ledger.in(Conserved::Heat, {"radiantHeatGain", i}, u.radiant_gain[i]);
    }
    for (int i = 0; i < u.surface_gain.size(); ++i) {
      ledger.in(Conserved::Heat, {"surfaceHeatGain", i}, u.surface_gain[i]);
    }
    for (int k = 0; k < u.flow.size(); ++k) {
      const T flow = max(u.flow[k], T(0.0));
      const T supply = u.flow_temperature[k];
      air_in(ledger, {"supplyAirTemperature", k}, flow, supply);
      ledger.outdoors(Conserved::Air, -flow);
      // The zone has its own heat capacity of air: the difference also goes outdoors.
      ledger.outdoors(Conserved::Heat,
                      flow * (p.air_heat_capacity * (supply - y.air) - kAirHeatCapacity * supply));
    }
  }
  static void content(const State& x, const Params& p, const Derived& q, const Config& c,
                      Ledger& ledger) {
    const double air = c.air_capacity ? q.air_capacity * x.air : 0.0;
    ledger.content(Conserved::Heat, "air and walls",
                   p.exterior_capacity * x.exterior + p.interior_capacity * x.interior + air);
  }
};

}  // namespace hearth
