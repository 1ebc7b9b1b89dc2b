// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/air.hpp"
#include "hearth/components/physics/heat_exchanger.hpp"
#include "hearth/components/physics/psychrometrics.hpp"
#include "hearth/components/physics/water.hpp"

namespace hearth {

/// Returns the enthalpy of saturated air [J/kg of dry air], as in all components (air.hpp).
template <class T>
T saturated_enthalpy(const T& temperature, const T& pressure) {
  return kAirHeatCapacity * temperature +
         kVaporisationHeat * physics::saturation_humidity_ratio(temperature, pressure);
}

/// Returns the temperature of saturated air with an enthalpy, between -60 and 75 degC: nearly the
/// wet bulb temperature of all air of this enthalpy. Newton's method with the slope of Magnus'
/// formula, correct within 1 %: near the solution, each of the ten steps divides the error by 100.
template <class T>
T saturation_temperature(const T& enthalpy, const T& pressure) {
  T temperature(20.0);
  for (int i = 0; i < 10; ++i) {
    const T w = physics::saturation_humidity_ratio(temperature, pressure);
    const T water = temperature + 243.04;
    const T ice = temperature + 273.86;
    const T magnus = select(temperature < T(0.0), T(22.587 * 273.86 / (ice * ice)),
                            T(17.625 * 243.04 / (water * water)));
    const T steeper = w * (1.0 + w / physics::kVapourToAir) * magnus;
    const T off = enthalpy - kAirHeatCapacity * temperature - kVaporisationHeat * w;
    const T next = temperature + off / (kAirHeatCapacity + kVaporisationHeat * steeper);
    temperature = clamp(next, T(-60.0), T(75.0));
  }
  return temperature;
}

/// States that enter a coil on both sides.
template <class T>
struct CoilInlets {
  T temperature, humidity, flow;  ///< air
  T water_temperature, water_flow;
};

/// Construction of a cooling coil.
template <class T>
struct WetCoil {
  T conductance;  ///< UA when dry, W/K
  T air_share;    ///< share of 1/UA on the side of the air
  T pressure;     ///< Pa
};

/// Effect of a coil on both sides.
template <class T>
struct WetCoilState {
  T outlet, humidity;  ///< air
  T water_outlet;
  T total, sensible;  ///< W, from the air
  T condensate;       ///< kg/s
};

/// Returns the state of a cooling coil on which water may condense, by enthalpy effectiveness:
///
///     dry   Q = ε(UA) C_min (θ_a - θ_w)
///     wet   Q = ε(UA_h) min(m_a, C_w/c_s) (h_a - h_s(θ_w)),   1/UA_h = c_a R_a + c_s R_w
///
/// h = c_a θ + r w is the enthalpy, h_s the enthalpy of saturated air, c_s its mean slope between
/// the water and the wet bulb of the air, R_a and R_w the resistances of air and water side. The
/// larger Q applies: the dry coil's Q while the dew point is below the water temperature. The
/// condensate follows from the state of the surface that would remove Q from the air in contact
/// with it,
///
///     h_f = h_a - (h_a - h_a,out)/(1 - b),   b = e^(-1/(R_a C_a))
///     w_out = w - (1 - b) max(w - w_f, 0)
///
/// with w_f the saturation humidity at h_f: nothing condenses if the surface is above the dew
/// point, and energy and water are conserved exactly. The condensate carries no heat. Braun,
/// Methodologies for the design and control of central cooling plants (Wisconsin, 1988), chapter 4;
/// ASHRAE HVAC 2 Toolkit; bypass factor b as in the EnergyPlus Engineering Reference,
/// Coil:Cooling:Water. Partly wet coils deliver up to a few per cent more than either.
template <class T>
WetCoilState<T> wet_coil(FlowRegime regime, const WetCoil<T>& coil, const CoilInlets<T>& in) {
  constexpr double kMoisture = kVaporisationHeat / kAirHeatCapacity;  // K
  const T rate = max(in.flow, T(0.0)) * kAirHeatCapacity;
  const T water_rate = max(in.water_flow, T(0.0)) * kWaterHeatCapacity;
  const HeatExchange<T> dry = exchange_heat(regime, coil.conductance, rate, water_rate,
                                            in.temperature, in.water_temperature);

  // Enthalpies over c_a, in K, so that both kinds of exchange have the same form.
  const T enthalpy = in.temperature + kMoisture * in.humidity;
  const T at_water = saturated_enthalpy(in.water_temperature, coil.pressure) / kAirHeatCapacity;
  const T wet_bulb = saturation_temperature(T(enthalpy * kAirHeatCapacity), coil.pressure);
  const T span = max(T(wet_bulb - in.water_temperature), T(0.5));
  const T at_air = saturated_enthalpy(T(in.water_temperature + span), coil.pressure);
  const T slope = (at_air / kAirHeatCapacity - at_water) / span;  // c_s / c_a
  const T conductance = coil.conductance / (coil.air_share + slope * (1.0 - coil.air_share));
  const HeatExchange<T> wet =
      exchange_heat(regime, conductance, rate, T(water_rate / slope), enthalpy, at_water);

  const T gone =
      select(wet.heat < dry.heat, T(enthalpy - wet.outlet1), T(in.temperature - dry.outlet1));
  WetCoilState<T> y;
  y.water_outlet = select(wet.heat < dry.heat,
                          T(in.water_temperature + (wet.outlet2 - at_water) / slope), dry.outlet2);

  const T units = coil.conductance / (coil.air_share * max(rate, T(kLeastCapacityRate)));
  const T met = max(T(1.0 - exp(-units)), T(1e-12));  // 1 - b
  const T surface = enthalpy - gone / met;
  const T surface_temperature =
      saturation_temperature(T(surface * kAirHeatCapacity), coil.pressure);
  const T surface_humidity = (surface - surface_temperature) / kMoisture;
  const T removed = met * max(T(in.humidity - surface_humidity), T(0.0));
  y.humidity = in.humidity - removed;
  y.outlet = in.temperature - gone + kMoisture * removed;
  y.total = rate * gone;
  y.condensate = max(in.flow, T(0.0)) * removed;
  y.sensible = y.total - kVaporisationHeat * y.condensate;
  return y;
}

}  // namespace hearth
