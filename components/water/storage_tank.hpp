// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "hearth/components/physics/sum_of.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Stratified water tank of n equal layers, numbered from the top, between a source and a load.
///
///     C dθ_i/dt = c (F+ (θ_{i-1} - θ_i) + F- (θ_{i+1} - θ_i)) + k A/h (θ_{i-1} - 2 θ_i + θ_{i+1})
///                 + mixing - UA/n (θ_i - θ_room) + Q_i
///
/// C = ρ V c / n. The source supplies m_c at the top and draws it at the bottom, the load supplies
/// m_d at the bottom and draws it at the top; either flow may be reversed. F = m_c - m_d moves down
/// through all layers, F+ = max(F, 0), F- = max(-F, 0); the outermost layers exchange with the
/// connections instead of a neighbour. k is the vertical conductivity, A the cross section V/H, h =
/// H/n. A layer that is colder than the layer below mixes with it by the flow C/τ (θ_{i+1} - θ_i).
/// Q is a heat input (an immersion heater, a coil) to one layer. Inflow minus outflow equals the
/// stored heat, to rounding: every term is counted once with either sign.
///
/// The default UA is the standing loss of efficiency class B of Regulation (EU) 812/2013 at the
/// 45 K of its test, (12 + 5.93 V^0.4)/45 W/K with V in litres.
template <class T>
struct StorageTank {
  struct In {
    T charge_flow, charge_temperature, discharge_flow, discharge_temperature;
    T heat_gain, room_temperature;
  };
  struct Params {
    T volume, height, conductance, conductivity, mixing_time;
  };
  struct Config {
    int heated_layer;
  };
  struct State {
    Many<T> temperature;
  };
  struct Out {
    T top, bottom, charge_return, discharge_supply, heat_loss, stored;
  };

  static constexpr Schema schema() {
    return Schema("Stratified water tank between a source and a load")
        .count("layer", "nlayers", 10, "Number of layers, counted from the top")
        .in(&In::charge_flow, "chargeWaterFlowRate", unit::kg_per_s,
            "Mass flow from the source: in at the top, out at the bottom", open(0.0))
        .in(&In::charge_temperature, "chargeWaterTemperature", unit::degC,
            "Temperature of the water from the source", open(60.0))
        .in(&In::discharge_flow, "dischargeWaterFlowRate", unit::kg_per_s,
            "Mass flow from the load: in at the bottom, out at the top", open(0.0))
        .in(&In::discharge_temperature, "dischargeWaterTemperature", unit::degC,
            "Temperature of the water from the load", open(20.0))
        .in(&In::heat_gain, "heatGain", unit::W, "Heat flow into the heated layer", open(0.0))
        .in(&In::room_temperature, "indoorTemperature", unit::degC, "Temperature around the tank",
            open(20.0))
        .par(&Params::volume, "V", unit::m3, {0.3, 1e-4, 1e6}, "Volume of the water")
        .par(&Params::height, "height", unit::m, {1.5, 1e-2, 1e3}, "Height of the water")
        .par(&Params::conductance, "UA", unit::W_per_K, {0.0, 0.0, 1e6},
             "Conductance from the tank to the room", computed<&StorageTank::standing_loss>())
        .par(&Params::conductivity, "verticalConductivity", unit::W_per_mK, {0.6, 0.0, 1e4},
             "Vertical conductivity of the water, including conduction in the wall")
        .par(&Params::mixing_time, "mixingTime", unit::s, {60.0, 1.0, 1e6},
             "Time in which unstable layers mix")
        .config(&Config::heated_layer, "heatedLayer", Range{1.0, 1.0, 10000.0},
                "Layer that receives heatGain, from 1 at the top; the lowest if there are fewer")
        .state(&State::temperature, "layerTemperature", unit::degC, {20.0},
               "Temperature of each layer", over("layer"))
        .out(&Out::top, "topWaterTemperature", unit::degC, "Temperature of the uppermost layer")
        .out(&Out::bottom, "bottomWaterTemperature", unit::degC, "Temperature of the lowest layer")
        .out(&Out::charge_return, "chargeReturnWaterTemperature", unit::degC,
             "Temperature of the water that returns to the source: from the lowest layer, with "
             "reversed flow from the uppermost")
        .out(&Out::discharge_supply, "dischargeSupplyWaterTemperature", unit::degC,
             "Temperature of the water to the load: from the uppermost layer, with reversed flow "
             "from the lowest")
        .out(&Out::heat_loss, "heatLoss", unit::W, "Heat flow to the room")
        .out(&Out::stored, "storedHeat", unit::J, "Heat stored in the water, relative to 0 degC");
  }

  /// Returns UA of efficiency class B [W/K].
  static T standing_loss(const Params& p) {
    return (12.0 + 5.93 * pow(1000.0 * p.volume, T(0.4))) / 45.0;
  }

  static void outputs(const In& u, const State& x, const Params& p, Out& y) {
    const int n = x.temperature.size();
    T sum(0.0);
    for (const T& layer : x.temperature) sum += layer;
    y.top = x.temperature[0];
    y.bottom = x.temperature[n - 1];
    y.charge_return = select(u.charge_flow < T(0.0), y.top, y.bottom);
    y.discharge_supply = select(u.discharge_flow < T(0.0), y.bottom, y.top);
    y.heat_loss = p.conductance * (sum / double(n) - u.room_temperature);
    y.stored = kWaterDensity * p.volume * kWaterHeatCapacity * sum / double(n);
  }

  static void derivatives(const In& u, const State& x, const Params& p, const Config& c,
                          State& dx) {
    const int n = x.temperature.size();
    const T capacity = kWaterDensity * p.volume * kWaterHeatCapacity / double(n);
    const int heated = (c.heated_layer < n ? c.heated_layer : n) - 1;
    for (int i = 0; i < n; ++i) {
      const T loss = p.conductance / double(n) * (x.temperature[i] - u.room_temperature);
      dx.temperature[i] = i == heated ? T(u.heat_gain - loss) : T(-loss);
    }
    between_layers(u, x, p, capacity, dx);
    through_connections(u, x, dx);
    for (int i = 0; i < n; ++i) dx.temperature[i] = dx.temperature[i] / capacity;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    const T charge = abs(u.charge_flow), discharge = abs(u.discharge_flow);
    water_in(ledger, {"chargeWaterTemperature", 0, 0}, charge, u.charge_temperature);
    water_out(ledger, {"chargeReturnWaterTemperature", 0, 0}, charge, y.charge_return);
    water_in(ledger, {"dischargeWaterTemperature", 0, 1}, discharge, u.discharge_temperature);
    water_out(ledger, {"dischargeSupplyWaterTemperature", 0, 1}, discharge, y.discharge_supply);
    ledger.in(Conserved::Heat, "heatGain", u.heat_gain);
    ledger.rejected("heatLoss", y.heat_loss);
  }
  static void content(const State& x, const Params& p, Ledger& ledger) {
    ledger.content(Conserved::Heat, "water",
                   kWaterDensity * p.volume * kWaterHeatCapacity * sum_of(x.temperature) /
                       x.temperature.size());
  }

 private:
  /// Computes the heat from each layer down to the next: carried, conducted and mixed [W].
  static void between_layers(const In& u, const State& x, const Params& p, const T& capacity,
                             State& heat) {
    const int n = x.temperature.size();
    const T conductance =
        p.conductivity * p.volume * double(n) / (p.height * p.height);  // k A/h, A = V/H
    const T flow = u.charge_flow - u.discharge_flow;
    const T down = kWaterHeatCapacity * max(flow, T(0.0));
    const T up = kWaterHeatCapacity * max(T(-flow), T(0.0));
    for (int i = 0; i + 1 < n; ++i) {
      const T& above = x.temperature[i];
      const T& below = x.temperature[i + 1];
      const T mixed = capacity / p.mixing_time * max(T(below - above), T(0.0));
      const T passed = down * above - up * below + conductance * (above - below) - mixed;
      heat.temperature[i] = heat.temperature[i] - passed;
      heat.temperature[i + 1] = heat.temperature[i + 1] + passed;
    }
  }

  /// Computes the heat carried in and out through the four connections [W].
  static void through_connections(const In& u, const State& x, State& heat) {
    const int last = x.temperature.size() - 1;
    const T charged = kWaterHeatCapacity * max(u.charge_flow, T(0.0));
    const T uncharged = kWaterHeatCapacity * max(T(-u.charge_flow), T(0.0));
    const T drawn = kWaterHeatCapacity * max(u.discharge_flow, T(0.0));
    const T undrawn = kWaterHeatCapacity * max(T(-u.discharge_flow), T(0.0));
    heat.temperature[0] = heat.temperature[0] + charged * u.charge_temperature +
                          undrawn * u.discharge_temperature -
                          (uncharged + drawn) * x.temperature[0];
    heat.temperature[last] = heat.temperature[last] + uncharged * u.charge_temperature +
                             drawn * u.discharge_temperature -
                             (charged + undrawn) * x.temperature[last];
  }
};

}  // namespace hearth
