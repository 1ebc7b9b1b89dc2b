// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/sum_of.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Solar thermal collector of n equal parts in series, according to ISO 9806 (EN 12975).
///
///     C A/n dθ_i/dt = A/n (η_0 K G - a_1 d_i - a_2 d_i |d_i|) + m c (θ_{i-1} - θ_i),
///     d_i = θ_i - θ_out
///
/// G is the irradiance in the plane of the collector, K the incidence angle modifier, A the area,
/// η_0, a_1, a_2 the optical efficiency and the loss coefficients of the test report, C the heat
/// capacity per area. θ_0 is the inlet, θ_n the outlet temperature. Reversed flow carries no heat.
/// Solar gain = heat carried off + losses + stored heat. Defaults: Alternate Energy
/// Technologies AE-32 of the EnergyPlus Input Output Reference (0.691, 3.396, 0.00193 over the
/// inlet temperature at 0.0388 kg/s), converted to the mean temperature: divided by
/// 1 - a_1 A/(2 m c) = 0.969.
template <class T>
struct SolarThermalCollector {
  struct In {
    T irradiance, outdoor_temperature, flow, inlet_temperature, modifier;
  };
  struct Params {
    T area, optical, a1, a2, capacity;
  };
  struct State {
    Many<T> temperature;
  };
  struct Out {
    T outlet_temperature, heat, sun, heat_loss;
  };

  static constexpr Schema schema() {
    return Schema("Solar thermal collector (ISO 9806)")
        .count("part", "nparts", 4, "Number of parts in series")
        .in(&In::irradiance, "globalIrradiation", unit::W_per_m2,
            "Irradiance in the plane of the collector")
        .in(&In::outdoor_temperature, "outdoorTemperature", unit::degC,
            "Temperature of the outdoor air")
        .in(&In::flow, "waterFlowRate", unit::kg_per_s, "Mass flow of the water")
        .in(&In::inlet_temperature, "inletWaterTemperature", unit::degC,
            "Temperature of the water that enters")
        .in(&In::modifier, "incidenceAngleModifier", unit::one,
            "Factor of the optical efficiency for the angle of incidence", open(1.0))
        .par(&Params::area, "area", unit::m2, {2.9646, 1e-3, 1e6},
             "Area to which the coefficients refer")
        .par(&Params::optical, "opticalEfficiency", unit::one, share(0.713),
             "Efficiency without heat losses")
        .par(&Params::a1, "a1", unit::W_per_m2K, {3.505, 0.0, 100.0},
             "Linear coefficient of the heat loss")
        .par(&Params::a2, "a2", unit::one, {0.00199, 0.0, 1.0},
             "Quadratic coefficient of the heat loss, W/(m2 K2)")
        .par(&Params::capacity, "areaHeatCapacity", unit::J_per_m2K, {7000.0, 1.0, 1e7},
             "Heat capacity of collector and water per area")
        .state(&State::temperature, "partTemperature", unit::degC, {20.0},
               "Temperature of each part", over("part"))
        .out(&Out::outlet_temperature, "outletWaterTemperature", unit::degC,
             "Temperature of the water that leaves")
        .out(&Out::heat, "heatingPower", unit::W, "Heat flow to the water")
        .out(&Out::sun, "absorbedPower", unit::W, "Solar radiation that is absorbed")
        .out(&Out::heat_loss, "heatLoss", unit::W, "Heat flow to the air");
  }

  /// Returns the heat to the air per area [W/m2].
  static T loss(const T& part, const T& outdoor, const Params& p) {
    const T excess = part - outdoor;
    return p.a1 * excess + p.a2 * excess * abs(excess);
  }

  static void outputs(const In& u, const State& x, const Params& p, Out& y) {
    const int n = x.temperature.size();
    T lost(0.0);
    for (const T& part : x.temperature) lost += loss(part, u.outdoor_temperature, p);
    y.outlet_temperature = x.temperature[n - 1];
    y.heat =
        max(u.flow, T(0.0)) * kWaterHeatCapacity * (y.outlet_temperature - u.inlet_temperature);
    y.sun = p.area * p.optical * u.modifier * max(u.irradiance, T(0.0));
    y.heat_loss = p.area / double(n) * lost;
  }

  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    const int n = x.temperature.size();
    const T area = p.area / double(n);
    const T stream = max(u.flow, T(0.0)) * kWaterHeatCapacity;
    const T sun = p.optical * u.modifier * max(u.irradiance, T(0.0));
    T upstream = u.inlet_temperature;
    for (int i = 0; i < n; ++i) {
      const T& part = x.temperature[i];
      const T carried = stream * (upstream - part);
      const T gained = area * (sun - loss(part, u.outdoor_temperature, p));
      dx.temperature[i] = (carried + gained) / (area * p.capacity);
      upstream = part;
    }
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    water_in(ledger, "inletWaterTemperature", u.flow, u.inlet_temperature);
    water_out(ledger, "outletWaterTemperature", u.flow, y.outlet_temperature);
    ledger.outside(Conserved::Heat, "sun", y.sun);
    ledger.rejected("heatLoss", y.heat_loss);
  }
  static void content(const State& x, const Params& p, Ledger& ledger) {
    ledger.content(Conserved::Heat, "collector",
                   p.area * p.capacity * sum_of(x.temperature) / x.temperature.size());
  }
};

}  // namespace hearth
