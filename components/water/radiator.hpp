// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/emission.hpp"
#include "hearth/components/physics/sum_of.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Water radiator according to EN 442-2, discretised into n equal, well-mixed elements in series.
///
///     C/n dθ_i/dt = m c (θ_{i-1} - θ_i) - q_i,   q_i = K/n (θ_i - θ_room)^e,   Q = Σ q_i
///
/// θ_0 is the supply water temperature, m the mass flow of the water, c its specific heat capacity,
/// C the heat capacity of the radiator with its water, K (`UA`) the heat output coefficient in
/// W/K^e, e the exponent (1.2 to 1.4 for radiators, about 1.1 for floor heating according to EN
/// 1264). Q is divided into a radiative and a convective share. If a room is warmer than the water,
/// it heats the water according to the same equation (odd in θ_i - θ_room). Reversed flow carries
/// no heat, because its temperature is unknown.
///
/// If K is not set, it follows from the nominal point, as in RadiatorEN442_2 of the Modelica
/// Buildings library: nominal conditions yield the nominal power, for any number of elements.
template <class T>
struct Radiator {
  struct In {
    T supply_temperature, flow, room_temperature;
  };
  struct Params {
    T nominal_power, nominal_supply, nominal_return, nominal_room, exponent;
    T capacity, water_capacity, conductance, radiative_share;
  };
  struct State {
    Many<T> temperature;
  };
  struct Out {
    T outlet_temperature, power, convective_power, radiative_power;
  };

  static constexpr Schema schema() {
    return Schema("Water radiator of equal elements with a heat output exponent (EN 442)")
        .count("element", "nelements", 5, "Number of elements in series")
        .in(&In::supply_temperature, "supplyWaterTemperature", unit::degC,
            "Temperature of the supply water")
        .in(&In::flow, "waterFlowRate", unit::kg_per_s, "Mass flow of the water")
        .in(&In::room_temperature, "indoorTemperature", unit::degC,
            "Temperature of the air around the radiator")
        .par(&Params::nominal_power, "nominalPower", unit::W, nominal_power(1000.0),
             "Heat flow to the room at the nominal point")
        .par(&Params::nominal_supply, "nominalSupplyWaterTemperature", unit::degC,
             water_temperature(75.0), "Supply water temperature at the nominal point (EN 442: 75)")
        .par(&Params::nominal_return, "nominalReturnWaterTemperature", unit::degC,
             water_temperature(65.0), "Return water temperature at the nominal point (EN 442: 65)")
        .par(&Params::nominal_room, "nominalIndoorTemperature", unit::degC, air_temperature(20.0),
             "Room temperature at the nominal point (EN 442: 20)")
        .par(&Params::exponent, "exponent", unit::one, {1.3, 1.0, 2.0},
             "Exponent of the heat output over the temperature difference")
        .par(&Params::capacity, "thermalMassHeatCapacity", unit::J_per_K, {3e4, 1.0, 1e12},
             "Heat capacity of the radiator with its water")
        .par(&Params::water_capacity, "waterHeatCapacity", unit::J_per_kgK,
             {kWaterHeatCapacity, 1000.0, 6000.0},
             "Specific heat capacity of the water, with any glycol")
        .par(&Params::conductance, "UA", unit::W_per_K, {0.0, 1e-6, 1e9},
             "Heat output coefficient in W/K^e: heat flow to the room at a difference of 1 K",
             computed<&Radiator::nominal_conductance>("element"))
        .par(&Params::radiative_share, "radiativeShare", unit::one, share(0.35),
             "Share of the heat that is radiated")
        .rises_strictly("nominalIndoorTemperature", "nominalReturnWaterTemperature",
                        "nominalSupplyWaterTemperature")
        .state(&State::temperature, "elementTemperature", unit::degC, {21.0},
               "Temperature of each element", over("element"))
        .out(&Out::outlet_temperature, "outletWaterTemperature", unit::degC,
             "Temperature of the water that leaves, equal to the temperature of the last element")
        .out(&Out::power, "Power", unit::W, "Heat flow to the room")
        .out(&Out::convective_power, "convectivePower", unit::W, "Heat flow to the air of the room")
        .out(&Out::radiative_power, "radiativePower", unit::W,
             "Heat flow to the surfaces of the room");
  }

  static constexpr int kIterations = 20;

  /// Returns K from the nominal point for n elements [W/K^e].
  ///
  /// From the last element up, x_{i-1} = x_i + g x_i^e with the excess temperature x and g = K/(n m
  /// c). The resulting x_0 grows with g and is convex, so Newton's method, started from the g of
  /// infinitely many elements (a lower bound, g n = ∫ dx/x^e), overshoots once and then descends:
  /// 14 iterations suffice for 10 elements with an excess 20 times that of the return and e = 2.
  static T nominal_conductance(const Params& p, int n) {
    const T carried = p.nominal_power / (p.nominal_supply - p.nominal_return);  // m c
    const T first = p.nominal_supply - p.nominal_room;
    const T last = p.nominal_return - p.nominal_room;
    const T e = p.exponent;
    T g = endless(first, last, e) / double(n);
    for (int k = 0; k < kIterations; ++k) {
      T x = last;
      T slope(0.0);
      for (int i = 0; i < n; ++i) {
        const T power = pow(x, e);
        slope = slope * (1.0 + g * e * power / x) + power;
        x = x + g * power;
      }
      g = g - (x - first) / slope;
    }
    // A return at least as warm as the supply is not a radiator: out of the range of UA.
    return select(p.nominal_return < p.nominal_supply, T(double(n) * g * carried), T(-1.0));
  }

  static void outputs(const In& u, const State& x, const Params& p, Out& y) {
    const int n = x.temperature.size();
    T sum(0.0);
    for (const T& element : x.temperature) {
      sum += odd_power(T(element - u.room_temperature), p.exponent);
    }
    y.power = p.conductance / double(n) * sum;
    y.radiative_power = p.radiative_share * y.power;
    y.convective_power = y.power - y.radiative_power;
    y.outlet_temperature = x.temperature[n - 1];
  }

  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    const int n = x.temperature.size();
    const T capacity = p.capacity / double(n);
    const T conductance = p.conductance / double(n);
    const T stream = max(u.flow, T(0.0)) * p.water_capacity;
    T upstream = u.supply_temperature;
    for (int i = 0; i < n; ++i) {
      const T& element = x.temperature[i];
      const T carried = stream * (upstream - element);
      const T emitted = conductance * odd_power(T(element - u.room_temperature), p.exponent);
      dx.temperature[i] = (carried - emitted) / capacity;
      upstream = element;
    }
  }

  static void balance(const In& u, const Params& p, const Out& y, Ledger& ledger) {
    water_in(ledger, "supplyWaterTemperature", u.flow, u.supply_temperature, p.water_capacity);
    water_out(ledger, "outletWaterTemperature", u.flow, y.outlet_temperature, p.water_capacity);
    ledger.out(Conserved::Heat, "Power", y.power);
    ledger.part(Conserved::Heat, "convectivePower", y.convective_power);
    ledger.part(Conserved::Heat, "radiativePower", y.radiative_power);
  }
  static void content(const State& x, const Params& p, Ledger& ledger) {
    ledger.content(Conserved::Heat, "water and metal",
                   p.capacity * sum_of(x.temperature) / x.temperature.size());
  }

 private:
  /// ∫ dx/x^e from `last` to `first`: last^(1-e) L (1 - exp(-z))/z, L = ln(first/last), z = (e-1)
  /// L.
  static T endless(const T& first, const T& last, const T& e) {
    const T length = log(first / last);
    const T z = (e - 1.0) * length;
    const T apart = max(z, T(1e-4));
    const T mean =
        select(z < T(1e-4), T(1.0 - 0.5 * z + z * z / 6.0), T((1.0 - exp(-apart)) / apart));
    return exp((1.0 - e) * log(last)) * length * mean;
  }
};

}  // namespace hearth
