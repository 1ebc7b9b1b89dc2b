// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "hearth/components/physics/air.hpp"
#include "hearth/components/physics/step_mean.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Well-mixed air of a zone: heat, water and CO2 of a constant mass of dry air, M = ρ V.
///
///     C dθ/dt = c_a (Σ m_i θ_i + m_make θ_out - m θ) + Σ G_j (θ_j - θ) + Σ Q,   C = c_a M + C_f
///     M dw/dt = Σ m_i w_i + m_make w_out - m w + Σ g
///     M dc/dt = Σ m_i c_i + m_make c_out - m c + 10^6 (28.966/44.010) Σ g_CO2
///
/// m_i, θ_i, w_i and c_i are mass flow, temperature, humidity ratio and CO2 concentration of the
/// air streams that enter (supply, infiltration, other zones); e_k are the flows drawn off (return,
/// exhaust, to other zones). θ_j and G_j are the temperatures of surfaces (a node of a
/// PartitionWall, a window) and the conductances to them. Q, g and g_CO2 are convective heat, water
/// and CO2 of people, plant and equipment; C_f is the heat capacity of the furniture. If more air
/// is drawn off than enters, the difference comes from outdoors; if more enters, the surplus leaves
/// in the state of the zone. The flow m enters and leaves:
///
///     m_make = max(Σ e_k - Σ m_i, 0),   m_surplus = max(Σ m_i - Σ e_k, 0),   m = Σ m_i + m_make
///
/// A reversed stream leaves in the state of the zone, a reversed exhaust brings outdoor air.
/// Sensible heat is c_a M θ with the constant c_a of the air components; water carries its heat of
/// vaporisation r w, which needs no separate equation. The zone is well mixed, as in ASHRAE
/// Handbook Fundamentals (2017), chapter 19, and in EnergyPlus. c is a mole fraction, hence the
/// factor 28.966/44.010. Valid for -50..80 degC and w well below 0.1.
///
/// `indoor...` are present values, for controllers; `outletAir...` and `surfaceHeatFlow` are means
/// over the step, the same numbers that the zone books, so that balances close
/// (docs/concepts.md, Balances). In the continuous engine both are present values. Water does not
/// condense in the air.
template <class T>
struct MixedAirZone {
  struct In {
    AirState<T> outdoor;
    Many<T> flow;
    AirState<Many<T>> stream;
    Many<T> exhaust_flow;
    Many<T> surface_temperature, surface_conductance;
    Many<T> heat_gain, moisture_gain, co2_gain;
  };
  struct Params {
    T volume, furniture, density;
  };
  struct Derived {
    T mass, capacity;
  };
  struct State {
    T temperature, humidity, co2;
  };
  /// The start of the step, and the exchange during it.
  struct Held {
    T start, temperature, humidity, co2;
    T conductance, heat, flow, moisture, co2_in;
  };
  struct Out {
    AirState<T> outlet;
    Many<T> outlet_flow, surface_heat_flow;
    T makeup_flow, surplus_flow;
  };

  static constexpr Schema schema() {
    return Schema("Well-mixed air of a zone: heat, moisture and CO2")
        .in(&In::outdoor, air_state<"outdoor", "outdoor air">())
        .in(&In::flow, "airFlowRateIn", unit::kg_per_s, "Mass flow of each stream that enters",
            over("stream"))
        .in(&In::stream, air_state<"air", "air of each stream that enters", "In">(), over("stream"))
        .in(&In::exhaust_flow, "exhaustAirFlowRate", unit::kg_per_s,
            "Mass flow of each stream that is drawn off", over("exhaust"))
        .in(&In::surface_temperature, "surfaceTemperature", unit::degC,
            "Temperature of each surface", over("surface"))
        .in(&In::surface_conductance, "surfaceConductance", unit::W_per_K,
            "Conductance from the air to each surface", over("surface"))
        .in(&In::heat_gain, "heatGain", unit::W, "Heat flow that is released to the air",
            over("gain"))
        .in(&In::moisture_gain, "moistureGain", unit::kg_per_s,
            "Mass flow of water vapour that is released", over("moistureSource"))
        .in(&In::co2_gain, "co2Gain", unit::kg_per_s, "Mass flow of CO2 that is released",
            over("co2Source"))
        .par(&Params::volume, "V", unit::m3, volume(100.0), "Air volume of the zone")
        .par(&Params::furniture, "C_furniture", unit::J_per_K, {0.0, 0.0, 1e15},
             "Heat capacity of furniture, which has the temperature of the air")
        .par(&Params::density, "airDensity", unit::kg_per_m3, {kAirDensity, 0.5, 2.0},
             "Density of dry air; lower at altitude")
        .state(&State::temperature, "indoorTemperature", unit::degC, {20.0},
               "Temperature of the zone air at this instant", shown())
        .state(&State::humidity, "indoorHumidityRatio", unit::one, {0.006},
               "Humidity ratio of the zone air at this instant, kg/kg", shown())
        .state(&State::co2, "indoorCO2", unit::ppm, {400.0},
               "CO2 concentration of the zone air at this instant", shown())
        .held(&Held::start, "stepStart", unit::s, {}, "Time at which the step started")
        .held(&Held::temperature, "startTemperature", unit::degC, {20.0},
              "Temperature of the zone air at the start of the step")
        .held(&Held::humidity, "startHumidityRatio", unit::one, {0.006},
              "Humidity ratio of the zone air at the start of the step")
        .held(&Held::co2, "startCO2", unit::ppm, {400.0},
              "CO2 concentration of the zone air at the start of the step")
        .held(&Held::conductance, "exchange", unit::W_per_K, {},
              "Heat flow from the zone per kelvin of its air temperature")
        .held(&Held::heat, "heatIn", unit::W, {}, "Heat flow that enters, relative to 0 degC")
        .held(&Held::flow, "airFlow", unit::kg_per_s, {},
              "Mass flow of the air that passes through the zone")
        .held(&Held::moisture, "moistureIn", unit::kg_per_s, {},
              "Mass flow of the water that enters")
        .held(&Held::co2_in, "co2In", unit::kg_per_s, {},
              "Mass flow of the CO2 that enters, as air of the same volume")
        .out(&Out::outlet, air_state<"outletAir", "air that leaves">())
        .out(&Out::outlet_flow, "outletAirFlowRate", unit::kg_per_s,
             "Mass flow of each stream of exhaust air; connect it together with temperature, "
             "humidity and CO2 of the air that leaves",
             over("exhaust"))
        .out(&Out::surface_heat_flow, "surfaceHeatFlow", unit::W,
             "Heat flow from the air into each surface", over("surface"))
        .out(&Out::makeup_flow, "makeupAirFlowRate", unit::kg_per_s,
             "Mass flow of the air that is drawn in from outdoors")
        .out(&Out::surplus_flow, "surplusAirFlowRate", unit::kg_per_s,
             "Mass flow of surplus air that leaves in the state of the zone");
  }

  static void prepare(const Params& p, Derived& q) {
    q.mass = p.density * p.volume;
    q.capacity = kAirHeatCapacity * q.mass + p.furniture;
  }

  /// Returns the flow drawn off beyond the flow that enters; negative if more air enters.
  static T deficit(const In& u) {
    T sum(0.0);
    for (const T& flow : u.exhaust_flow) sum += flow;
    for (const T& flow : u.flow) sum -= flow;
    return sum;
  }

  /// Amounts that enter, and amounts that leave per unit of θ, w and c.
  struct Exchange {
    T conductance, heat, flow, moisture, co2;
  };
  static Exchange exchange(const In& u) {
    T outdoor = max(deficit(u), T(0.0));
    for (const T& flow : u.exhaust_flow) outdoor += max(T(-flow), T(0.0));
    Exchange e{T(0.0), kAirHeatCapacity * outdoor * u.outdoor.temperature, outdoor,
               outdoor * u.outdoor.humidity, outdoor * u.outdoor.co2};
    for (int i = 0; i < u.flow.size(); ++i) {
      const T flow = max(u.flow[i], T(0.0));
      e.flow += flow;
      e.heat += kAirHeatCapacity * flow * u.stream.temperature[i];
      e.moisture += flow * u.stream.humidity[i];
      e.co2 += flow * u.stream.co2[i];
    }
    e.conductance = kAirHeatCapacity * e.flow;
    for (int j = 0; j < u.surface_temperature.size(); ++j) {
      e.conductance += u.surface_conductance[j];
      e.heat += u.surface_conductance[j] * u.surface_temperature[j];
    }
    for (const T& gain : u.heat_gain) e.heat += gain;
    for (const T& gain : u.moisture_gain) e.moisture += gain;
    for (const T& gain : u.co2_gain) e.co2 += 1e6 * kMoleRatio * gain;
    return e;
  }

  static void derivatives(const In& u, const State& x, const Derived& q, State& dx) {
    const Exchange e = exchange(u);
    dx.temperature = (e.heat - e.conductance * x.temperature) / q.capacity;
    dx.humidity = (e.moisture - e.flow * x.humidity) / q.mass;
    dx.co2 = (e.co2 - e.flow * x.co2) / q.mass;
  }

  static void update(const In& u, const State& x, const Clock& now, Held& h) {
    const Exchange e = exchange(u);
    h.start = T(now.time);
    h.temperature = x.temperature;
    h.humidity = x.humidity;
    h.co2 = x.co2;
    h.conductance = e.conductance;
    h.heat = e.heat;
    h.flow = e.flow;
    h.moisture = e.moisture;
    h.co2_in = 1e-6 * e.co2;
  }

  static void outputs(const In& u, const State& x, const Held& h, const Derived& q,
                      const Clock& now, Out& y) {
    y.outlet = {x.temperature, x.humidity, x.co2};
    if (now.step > 0.0 && !now.means) {
      const T temperature =
          step_mean(h.temperature, x.temperature, q.capacity, h.conductance, h.heat, now.step);
      const T humidity = step_mean(h.humidity, x.humidity, q.mass, h.flow, h.moisture, now.step);
      const T co2 = step_mean(h.co2, x.co2, q.mass, h.flow, T(1e6 * h.co2_in), now.step);
      y.outlet.temperature = over_step(now, h.start, temperature, x.temperature);
      y.outlet.humidity = over_step(now, h.start, humidity, x.humidity);
      y.outlet.co2 = over_step(now, h.start, co2, x.co2);
    }
    for (int k = 0; k < u.exhaust_flow.size(); ++k) y.outlet_flow[k] = u.exhaust_flow[k];
    for (int j = 0; j < u.surface_temperature.size(); ++j) {
      y.surface_heat_flow[j] =
          u.surface_conductance[j] * (y.outlet.temperature - u.surface_temperature[j]);
    }
    const T missing = deficit(u);
    y.makeup_flow = max(missing, T(0.0));
    y.surplus_flow = max(T(-missing), T(0.0));
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    T outdoor = max(deficit(u), T(0.0));
    for (const T flow : u.exhaust_flow) outdoor += max(-flow, T(0.0));
    T leaving = outdoor;
    for (int i = 0; i < u.flow.size(); ++i) {
      leaving += max(u.flow[i], T(0.0));
      air_in(ledger, AirPorts{"air", "In", i}, u.flow[i], at(u.stream, i));
    }
    air_from_outdoors(ledger, outdoor, u.outdoor);
    air_out_or_outdoors(ledger, AirPorts{"outletAir"}, leaving, y.outlet);
    for (int j = 0; j < u.surface_temperature.size(); ++j) {
      ledger.out(Conserved::Heat, {"surfaceHeatFlow", j}, y.surface_heat_flow[j]);
    }
    for (int i = 0; i < u.heat_gain.size(); ++i) {
      ledger.in(Conserved::Heat, {"heatGain", i}, u.heat_gain[i]);
    }
    for (int i = 0; i < u.moisture_gain.size(); ++i) {
      ledger.in(Conserved::Vapour, {"moistureGain", i}, u.moisture_gain[i]);
    }
    for (int i = 0; i < u.co2_gain.size(); ++i) {
      ledger.in(Conserved::Co2, {"co2Gain", i}, u.co2_gain[i]);
    }
  }
  static void content(const State& x, const Derived& q, Ledger& ledger) {
    ledger.content(Conserved::Heat, "air and furniture", q.capacity * x.temperature);
    ledger.content(Conserved::Vapour, "air", q.mass * x.humidity);
    ledger.content(Conserved::Co2, "air", mass_of_co2(q.mass, x.co2));
  }
};

}  // namespace hearth
