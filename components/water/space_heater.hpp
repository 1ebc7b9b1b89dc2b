// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/sum_of.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Water radiator of n equal elements in series.
///
///     C/n dθ_i/dt = m c_w (θ_{i-1} - θ_i) - UA/n (θ_i - θ_room),   Q = UA/n Σ (θ_i - θ_room)
///
/// θ_0 is the supply water temperature, m the mass flow of the water, C the heat capacity. If UA is
/// not set, it follows from the nominal point (supply θ_a, return θ_b, air θ_air) in closed form:
/// with r = Q_nom / (θ_a - θ_b), the excess temperature falls by the factor r / (r + UA/n) per
/// element, so
///
///     UA = n r (((θ_a - θ_air) / (θ_b - θ_air))^(1/n) - 1)
///
/// Reversed flow carries no heat, because its temperature is unknown.
/// Twin4Build v1.1.2 (SpaceHeaterTorchSystem) uses ten times this value unless it is calibrated.
template <class T>
struct SpaceHeater {
  struct In {
    T supply_temperature, flow, room_temperature;
  };
  struct Params {
    T nominal_power, nominal_supply, nominal_return, nominal_room, capacity, conductance;
  };
  struct State {
    Many<T> temperature;
  };
  struct Out {
    T outlet_temperature, power;
  };

  static constexpr Schema schema() {
    return Schema("Water radiator of equal elements in series")
        .count("element", "nelements", 3, "Number of elements in series")
        .in(&In::supply_temperature, "supplyWaterTemperature", unit::degC,
            "Temperature of the supply water")
        .in(&In::flow, "waterFlowRate", unit::kg_per_s, "Mass flow of the water")
        .in(&In::room_temperature, "indoorTemperature", unit::degC,
            "Temperature of the air around the radiator")
        .par(&Params::nominal_power, "Q_flow_nominal_sh", unit::W, nominal_power(1000.0),
             "Heat flow to the room at the nominal point")
        .par(&Params::nominal_supply, "T_a_nominal_sh", unit::degC, water_temperature(60.0),
             "Supply water temperature at the nominal point")
        .par(&Params::nominal_return, "T_b_nominal_sh", unit::degC, water_temperature(45.0),
             "Return water temperature at the nominal point")
        .par(&Params::nominal_room, "TAir_nominal_sh", unit::degC, air_temperature(21.0),
             "Room air temperature at the nominal point")
        .par(&Params::capacity, "thermalMassHeatCapacity", unit::J_per_K, {5e5, 1.0, 1e12},
             "Heat capacity of water and metal")
        .par(&Params::conductance, "UA", unit::W_per_K, {0.0, 1e-6, 1e9},
             "Conductance from the water to the room",
             computed<&SpaceHeater::nominal_conductance>("element"))
        .state(&State::temperature, "elementTemperature", unit::degC, {21.0},
               "Temperature of each element", over("element"))
        .out(&Out::outlet_temperature, "outletWaterTemperature", unit::degC,
             "Temperature of the water that leaves, equal to the temperature of the last element")
        .out(&Out::power, "Power", unit::W, "Heat flow to the room");
  }

  /// Returns UA from the nominal point for n elements [W/K]; 0, which is refused, if temperatures
  /// do not fall from supply to return to room.
  static T nominal_conductance(const Params& p, int n) {
    const T drop = p.nominal_supply - p.nominal_return, excess = p.nominal_return - p.nominal_room;
    const T ratio = (p.nominal_supply - p.nominal_room) / excess;
    const T conductance =
        double(n) * p.nominal_power / drop * (pow(ratio, T(1.0 / double(n))) - 1.0);
    return select(min(drop, excess) > T(0.0), conductance, T(0.0));
  }

  static void outputs(const In& u, const State& x, const Params& p, Out& y) {
    const int n = x.temperature.size();
    T excess(0.0);
    for (const T& element : x.temperature) excess += element - u.room_temperature;
    y.power = p.conductance / double(n) * excess;
    y.outlet_temperature = x.temperature[n - 1];
  }

  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    const int n = x.temperature.size();
    const T per_capacity = double(n) / p.capacity;
    const T conductance = p.conductance / double(n);
    const T stream = max(u.flow, T(0.0)) * kWaterHeatCapacity;
    T upstream = u.supply_temperature;
    for (int i = 0; i < n; ++i) {
      const T& element = x.temperature[i];
      const T carried = stream * (upstream - element);
      const T emitted = conductance * (element - u.room_temperature);
      dx.temperature[i] = (carried - emitted) * per_capacity;
      upstream = element;
    }
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    water_in(ledger, "supplyWaterTemperature", u.flow, u.supply_temperature);
    water_out(ledger, "outletWaterTemperature", u.flow, y.outlet_temperature);
    ledger.out(Conserved::Heat, "Power", y.power);
  }
  static void content(const State& x, const Params& p, Ledger& ledger) {
    ledger.content(Conserved::Heat, "water and metal",
                   p.capacity * sum_of(x.temperature) / x.temperature.size());
  }
};

}  // namespace hearth
