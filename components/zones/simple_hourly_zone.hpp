// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "hearth/components/physics/air.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Zone by the simple hourly method, 5R1C (ISO 13790:2008, annex C): air, surfaces and one mass.
///
///     θ_m,t = (θ_m,t-1 (C_m/Δt - (H_3 + H_em)/2) + φ_mtot) / (C_m/Δt + (H_3 + H_em)/2)
///     θ_m   = (θ_m,t + θ_m,t-1)/2
///     θ_s   = (H_ms θ_m + φ_st + H_w θ_out + H_1 (θ_sup + (φ_ia + φ_HC)/H_ve))
///             / (H_ms + H_w + H_1)
///     θ_air = (H_is θ_s + H_ve θ_sup + φ_ia + φ_HC) / (H_is + H_ve)
///
/// with H_1 = 1/(1/H_ve + 1/H_is), H_2 = H_1 + H_w, H_3 = 1/(1/H_2 + 1/H_ms) and
///
///     φ_mtot = φ_m + H_em θ_out + H_3 (φ_st + H_w θ_out + H_1 ((φ_ia + φ_HC)/H_ve + θ_sup)) / H_2
///     φ_ia = φ_int/2,  φ_m = A_m/A_tot (φ_int/2 + φ_sol),
///     φ_st = (1 - A_m/A_tot - H_w/(h_ms A_tot)) (φ_int/2 + φ_sol)
///
/// The mean power φ_HC of the period follows from the procedure of C.4.2: the period is first
/// computed without heating and cooling. If the air leaves the range of its setpoints, the period
/// is computed again with 10 W/m2, and φ_HC is interpolated to the setpoint and limited to the
/// largest powers. All of φ_HC goes to the air. H_ve is the exchange with outdoor air; air streams
/// add to it with their own temperature. The default of H_em is that of the standard, 1/(1/H_op -
/// 1/H_ms); set it to H_op to reproduce implementations that use this value.
///
/// The zone is sampled; Δt is the period of its clock (by default the step). Outputs are constant
/// during the period: mean temperatures and powers, and the mass temperature and the energies at
/// its end. Valid for Δt of about 1 h.
template <class T>
struct SimpleHourlyZone {
  struct In {
    T outdoor_temperature;
    Many<T> heat_gain, solar_gain, flow, flow_temperature, heating_setpoint, cooling_setpoint;
  };
  struct Params {
    T floor_area, mass_area, total_area, capacity, mass_film, surface_film;
    T windows, opaque, surface_coupling, mass_coupling, mass_outdoors, ventilation;
    T air_heat_capacity, heating_limit, cooling_limit;
  };
  struct Held {
    T mass, mean_mass, surface, air, heating, cooling, heating_energy, cooling_energy;
    T outdoor_temperature;  // this and the rest: what the sample received
    Many<T> heat_gain, solar_gain, flow, flow_temperature;
  };
  struct Out {
    T operative, power;
  };

  static constexpr double kTrial = 10.0;          // W/m2
  static constexpr double kJoulesPerKwh = 3.6e6;  // J/kWh

  static constexpr bool samples_means = true;  // over the period that a sample begins

  static constexpr Schema schema() {
    return Schema("Zone by the simple hourly method 5R1C (ISO 13790)")
        .in(&In::outdoor_temperature, "outdoorTemperature", unit::degC,
            "Temperature of the outdoor air")
        .in(&In::heat_gain, "heatGain", unit::W, "Internal heat gain", over("gain"))
        .in(&In::solar_gain, "solarHeatGain", unit::W, "Solar radiation that enters", over("sun"))
        .in(&In::flow, "supplyAirFlowRate", unit::kg_per_s,
            "Mass flow of each air stream that enters, in addition to H_ve", over("airStream"))
        .in(&In::flow_temperature, "supplyAirTemperature", unit::degC,
            "Temperature of each air stream that enters", over("airStream"))
        .in(&In::heating_setpoint, "heatingSetpoint", unit::degC, "Heating setpoint of the air",
            at_most_one("heating"))
        .in(&In::cooling_setpoint, "coolingSetpoint", unit::degC, "Cooling setpoint of the air",
            at_most_one("cooling"))
        .par(&Params::floor_area, "A_f", unit::m2, {20.0, 1e-3, 1e7}, "Conditioned floor area")
        .par(&Params::mass_area, "A_m", unit::m2, {0.0, 1e-3, 1e8},
             "Effective mass area (default: value of class medium, 2.5 A_f)",
             computed<&SimpleHourlyZone::medium_mass_area>())
        .par(&Params::total_area, "A_tot", unit::m2, {0.0, 1e-3, 1e8},
             "Area of all surfaces that face the zone (default: 4.5 A_f)",
             computed<&SimpleHourlyZone::standard_total_area>())
        .par(&Params::capacity, "C_m", unit::J_per_K, capacity(0.0),
             "Internal heat capacity (default: value of class medium, 165 kJ/(m2 K) A_f)",
             computed<&SimpleHourlyZone::medium_capacity>())
        .par(&Params::mass_film, "h_ms", unit::W_per_m2K, film(9.1),
             "Heat transfer coefficient from mass to surface")
        .par(&Params::surface_film, "h_is", unit::W_per_m2K, film(3.45),
             "Heat transfer coefficient from surface to air")
        .par(&Params::windows, "H_tr_w", unit::W_per_K, {15.0, 0.0, 1e9},
             "Conductance of windows and doors")
        .par(&Params::opaque, "H_tr_op", unit::W_per_K, {10.0, 1e-9, 1e9},
             "Conductance of opaque elements")
        .par(&Params::surface_coupling, "H_tr_is", unit::W_per_K, {0.0, 1e-3, 1e12},
             "Conductance from surface to air (default: h_is A_tot)",
             computed<&SimpleHourlyZone::air_coupling>())
        .par(&Params::mass_coupling, "H_tr_ms", unit::W_per_K, {0.0, 1e-3, 1e12},
             "Conductance from mass to surface (default: h_ms A_m)",
             computed<&SimpleHourlyZone::film_coupling>())
        .par(&Params::mass_outdoors, "H_tr_em", unit::W_per_K, {0.0, 1e-12, 1e12},
             "Conductance from mass to outdoors (default: 1/(1/H_tr_op - 1/H_tr_ms))",
             computed<&SimpleHourlyZone::outdoor_coupling>())
        .par(&Params::ventilation, "H_ve", unit::W_per_K, {10.0, 0.0, 1e9},
             "Conductance of the exchange with outdoor air")
        .par(&Params::air_heat_capacity, "c_air", unit::J_per_kgK, {1006.0, 900.0, 1100.0},
             "Specific heat capacity of the air that enters")
        .par(&Params::heating_limit, "Q_heating_max", unit::W, power_limit(1e9),
             "Largest heating power")
        .par(&Params::cooling_limit, "Q_cooling_max", unit::W, power_limit(1e9),
             "Largest cooling power")
        .held(&Held::air, "indoorTemperature", unit::degC, {20.0},
              "Temperature of the air, mean of the period", shown())
        .held(&Held::surface, "surfaceTemperature", unit::degC, {20.0},
              "Temperature of the node of surfaces and air, mean of the period", shown())
        .held(&Held::mass, "massTemperature", unit::degC, {20.0},
              "Temperature of the mass at the end of the period", shown())
        .held(&Held::mean_mass, "meanMassTemperature", unit::degC, {20.0},
              "Temperature of the mass, mean of the period", shown())
        .held(&Held::heating, "heatingPower", unit::W, {0.0}, "Heating power, mean of the period",
              shown())
        .held(&Held::cooling, "coolingPower", unit::W, {0.0},
              "Heat flow from the zone by cooling, mean of the period", shown())
        .held(&Held::heating_energy, "heatingEnergy", unit::kWh, {0.0},
              "Heating energy since the start", shown())
        .held(&Held::cooling_energy, "coolingEnergy", unit::kWh, {0.0},
              "Cooling energy since the start", shown())
        .held(&Held::outdoor_temperature, "receivedOutdoorTemperature", unit::degC, {20.0},
              "Outdoor temperature at the last sample")
        .held(&Held::heat_gain, "receivedHeatGain", unit::W, {0.0},
              "Internal heat gain at the last sample", over("gain"))
        .held(&Held::solar_gain, "receivedSolarHeatGain", unit::W, {0.0},
              "Solar heat gain at the last sample", over("sun"))
        .held(&Held::flow, "receivedAirFlowRate", unit::kg_per_s, {0.0},
              "Mass flow of each air stream at the last sample", over("airStream"))
        .held(&Held::flow_temperature, "receivedAirTemperature", unit::degC, {20.0},
              "Temperature of each air stream at the last sample", over("airStream"))
        .out(&Out::operative, "operativeTemperature", unit::degC,
             "Operative temperature: 0.3 of the air and 0.7 of the surfaces")
        .out(&Out::power, "conditioningPower", unit::W, "Heating power minus cooling power");
  }

  static T medium_mass_area(const Params& p) { return 2.5 * p.floor_area; }
  static T standard_total_area(const Params& p) { return 4.5 * p.floor_area; }
  static T medium_capacity(const Params& p) { return 165e3 * p.floor_area; }
  static T air_coupling(const Params& p) { return p.surface_film * p.total_area; }
  static T film_coupling(const Params& p) { return p.mass_film * p.mass_area; }
  static T outdoor_coupling(const Params& p) {
    return 1.0 / (1.0 / p.opaque - 1.0 / p.mass_coupling);
  }

  /// The temperatures of a period for a heating power.
  struct Temperatures {
    T mass, mean_mass, surface, air;
  };
  /// Inputs of a period: air that enters, heat that it carries (W at 0 degC) and shares of gains.
  struct Given {
    T outdoors, ventilation, carried, to_air, to_surface, to_mass;
  };

  static Given given(const In& u, const Params& p) {
    Given g;
    g.outdoors = u.outdoor_temperature;
    g.ventilation = p.ventilation;
    g.carried = p.ventilation * u.outdoor_temperature;
    for (int k = 0; k < u.flow.size(); ++k) {
      const T carries = p.air_heat_capacity * max(u.flow[k], T(0.0));
      g.ventilation += carries;
      g.carried += carries * u.flow_temperature[k];
    }
    T inside(0.0), sun(0.0);
    for (const T& gain : u.heat_gain) inside += gain;
    for (const T& gain : u.solar_gain) sun += gain;
    const T radiant = 0.5 * inside + sun;
    const T mass_share = p.mass_area / p.total_area;
    g.to_air = 0.5 * inside;
    g.to_mass = mass_share * radiant;
    g.to_surface = (1.0 - mass_share - p.windows / (p.mass_film * p.total_area)) * radiant;
    return g;
  }

  static Temperatures solve(const Given& g, const Params& p, const T& mass, const T& power,
                            double period) {
    // This form also works without ventilation: H_1 (φ/H_ve + θ_sup) = (φ + H_ve θ_sup) H_is/(H_ve
    // + H_is).
    const T passed = p.surface_coupling / (g.ventilation + p.surface_coupling);
    const T h2 = g.ventilation * passed + p.windows;
    const T felt = p.mass_coupling / (h2 + p.mass_coupling);
    const T h3 = h2 * felt;
    const T surface_side =
        g.to_surface + p.windows * g.outdoors + passed * (g.to_air + power + g.carried);
    const T total = g.to_mass + p.mass_outdoors * g.outdoors + felt * surface_side;
    const T inertia = p.capacity / period;
    const T exchange = 0.5 * (h3 + p.mass_outdoors);
    Temperatures y;
    y.mass = (mass * (inertia - exchange) + total) / (inertia + exchange);
    y.mean_mass = 0.5 * (y.mass + mass);
    y.surface = (p.mass_coupling * y.mean_mass + surface_side) / (p.mass_coupling + h2);
    y.air = (p.surface_coupling * y.surface + g.carried + g.to_air + power) /
            (p.surface_coupling + g.ventilation);
    return y;
  }

  static void update(const In& u, const Params& p, const Clock& now, Held& x) {
    const Given g = given(u, p);
    const T trial = kTrial * p.floor_area;
    const T free = solve(g, p, x.mass, T(0.0), now.period).air;
    const T slope = (solve(g, p, x.mass, trial, now.period).air - free) / trial;  // K/W
    x.heating = T(0.0);
    x.cooling = T(0.0);
    if (u.heating_setpoint.size() > 0) {
      x.heating = clamp(T((u.heating_setpoint[0] - free) / slope), T(0.0), p.heating_limit);
    }
    if (u.cooling_setpoint.size() > 0) {
      T setpoint = u.cooling_setpoint[0];
      if (u.heating_setpoint.size() > 0) setpoint = max(setpoint, u.heating_setpoint[0]);
      x.cooling = clamp(T((free - setpoint) / slope), T(0.0), p.cooling_limit);
    }
    const Temperatures y = solve(g, p, x.mass, x.heating - x.cooling, now.period);
    x.mass = y.mass;
    x.mean_mass = y.mean_mass;
    x.surface = y.surface;
    x.air = y.air;
    x.heating_energy += x.heating * (now.period / kJoulesPerKwh);
    x.cooling_energy += x.cooling * (now.period / kJoulesPerKwh);
    x.outdoor_temperature = u.outdoor_temperature;
    for (int i = 0; i < u.heat_gain.size(); ++i) x.heat_gain[i] = u.heat_gain[i];
    for (int i = 0; i < u.solar_gain.size(); ++i) x.solar_gain[i] = u.solar_gain[i];
    for (int k = 0; k < u.flow.size(); ++k) {
      x.flow[k] = max(u.flow[k], T(0.0));
      x.flow_temperature[k] = u.flow_temperature[k];
    }
  }

  static void outputs(const Held& x, Out& y) {
    y.operative = 0.3 * x.air + 0.7 * x.surface;
    y.power = x.heating - x.cooling;
  }

  /// Books amounts of the period since the last sample, from the inputs of that sample.
  static void balance(const Held& x, const Params& p, Ledger& ledger) {
    T inside = 0.0, sun = 0.0;
    for (int i = 0; i < x.heat_gain.size(); ++i) {
      inside += x.heat_gain[i];
      ledger.in(Conserved::Heat, {"heatGain", i}, x.heat_gain[i]);
    }
    for (int i = 0; i < x.solar_gain.size(); ++i) {
      sun += x.solar_gain[i];
      ledger.in(Conserved::Heat, {"solarHeatGain", i}, x.solar_gain[i]);
    }
    const T outdoors = x.outdoor_temperature;
    ledger.outside(Conserved::Heat, "transmission",
                   p.windows * (outdoors - x.surface) + p.mass_outdoors * (outdoors - x.mean_mass));
    // The part of φ_int/2 + φ_sol that φ_st leaves to the windows.
    ledger.outside(Conserved::Heat, "gains through windows",
                   -p.windows / (p.mass_film * p.total_area) * (0.5 * inside + sun));
    ledger.outside(Conserved::Heat, "ventilation", p.ventilation * (outdoors - x.air));
    ledger.outside(Conserved::Heat, "heating", x.heating);
    ledger.outside(Conserved::Heat, "cooling", -x.cooling);
    for (int k = 0; k < x.flow.size(); ++k) {
      const T supply = x.flow_temperature[k];
      air_in(ledger, {"supplyAirTemperature", k}, x.flow[k], supply);
      ledger.outdoors(Conserved::Air, -x.flow[k]);
      // The zone has its own heat capacity of air: the difference also goes outdoors.
      ledger.outdoors(Conserved::Heat, x.flow[k] * (p.air_heat_capacity * (supply - x.air) -
                                                    kAirHeatCapacity * supply));
    }
  }
  static void content(const Held& x, const Params& p, Ledger& ledger) {
    ledger.content(Conserved::Heat, "mass", p.capacity * x.mass);
  }
};

}  // namespace hearth
