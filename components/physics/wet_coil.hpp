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

/// Returns the temperature of saturated air with this enthalpy, between -60 and 75 degC. All air
/// with this enthalpy has nearly this wet bulb temperature. The steps of Newton's method approach
/// the solution from above because the enthalpy is convex: seven steps from 20 degC, or five from a
/// start within 20 K, are exact to rounding.
template <class T>
T saturation_temperature(const T& enthalpy, const T& pressure, const T& start = T(20.0),
                         int steps = 7) {
  T temperature = start;
  for (int i = 0; i < steps; ++i) {
    const T w = physics::saturation_humidity_ratio(temperature, pressure);
    const T steeper =
        w * (1.0 + w / physics::kVapourToAir) * physics::log_saturation_slope(temperature);
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

namespace wet_coil_detail {

/// Effects of an exchanger on its streams, by the difference of its inlets: the first stream
/// changes by `first` times this difference, the second by `second` times.
template <class T>
struct Changes {
  T first, second;
};

template <class T>
Changes<T> changes(FlowRegime regime, const T& conductance, const T& rate1, const T& rate2) {
  const HeatExchange<T> unit = exchange_heat(regime, conductance, rate1, rate2, T(0.0), T(1.0));
  if (regime == FlowRegime::PhaseChange) return {unit.outlet1, T(0.0)};
  const T larger = max(T(max(rate1, rate2)), T(kLeastCapacityRate));
  return {unit.outlet1, T(unit.effectiveness * rate1 / larger)};
}

/// Effects of the dry and the wet part of a coil.
template <class T>
struct Parts {
  T air;           ///< air between both parts, degC
  T lost;          ///< enthalpy of the air that the wet part takes, over c_a, K
  T water_outlet;  ///< degC
};

/// The border between the dry part of a coil, which the air meets first, and its wet part.
template <class T>
struct Border : Parts<T> {
  T water, surface;  ///< degC
};

/// Capacity rates and inlets of a coil, and slopes of the enthalpy of saturated air over c_a: along
/// the water, and from the water to the surface. Enthalpies are divided by c_a, in K, so that heat
/// and enthalpy are exchanged by the same formulas.
template <class T>
struct Problem {
  WetCoil<T> coil;
  T rate, water_rate;  ///< W/K
  T inlet, vapour, water;
  T at_water;  ///< enthalpy of air saturated at the temperature of the entering water
  T along, across;

  T saturated(const T& temperature) const {
    return saturated_enthalpy(temperature, coil.pressure) / kAirHeatCapacity;
  }

  /// Returns the mean slope between two temperatures, or over 0.5 K above the first.
  T slope(const T& from, const T& at_from, const T& to) const {
    const T end = max(to, T(from + 0.5));
    return (saturated(end) - at_from) / (end - from);
  }

  /// Returns the states at the border if the share `dry` of the surface is dry. The water meets the
  /// wet part first; both parts depend on each other, linearly.
  Border<T> border(FlowRegime regime, const T& dry) const {
    const Changes<T> heat = changes(regime, T(coil.conductance * dry), rate, water_rate);
    const Changes<T> enthalpy =
        changes(regime, wet_conductance(T(1.0 - dry)), rate, T(water_rate / along));
    const T warmed = enthalpy.second / along;
    const T drop = inlet + vapour - at_water;
    const T difference =
        (inlet - water - warmed * drop) / max(T(1.0 - heat.first * warmed), T(1e-9));
    Border<T> y;
    y.air = inlet - heat.first * difference;
    const T driven = y.air + vapour - at_water;
    y.water = water + warmed * driven;
    y.lost = enthalpy.first * driven;
    y.water_outlet = y.water + heat.second * (inlet - y.water);
    y.surface = y.water + (y.air - y.water) * (1.0 - coil.air_share);
    return y;
  }

  /// Returns the state of a coil as if its surface were all dry or all wet, whichever takes more
  /// heat.
  Parts<T> undivided(FlowRegime regime) const {
    const Changes<T> heat = changes(regime, coil.conductance, rate, water_rate);
    const Changes<T> enthalpy =
        changes(regime, wet_conductance(T(1.0)), rate, T(water_rate / along));
    const T drop = inlet + vapour - at_water;
    const T if_dry = heat.first * (inlet - water);
    const T if_wet = enthalpy.first * drop;
    Parts<T> y;
    y.air = inlet;
    y.lost = max(if_dry, if_wet);
    y.water_outlet = water + select(if_wet > if_dry, T(enthalpy.second / along * drop),
                                    T(heat.second * (inlet - water)));
    return y;
  }

  /// Returns the conductance of a share of the surface by enthalpy.
  T wet_conductance(const T& share) const {
    return coil.conductance * share / (coil.air_share + across * (1.0 - coil.air_share));
  }

  /// Returns a better estimate of the dry share, at whose border the surface has the dew point: one
  /// step of Newton's method. Without such a border the share tends to 0 or 1. The flows are
  /// counter flows, in which the surface becomes colder along the air; in some other arrangements,
  /// it has the dew point more than once.
  T closer(const T& dry, const T& dew_point) const {
    const T aside = select(dry < T(0.5), T(1e-4), T(-1e-4));
    const T off = border(FlowRegime::Counter, dry).surface - dew_point;
    const T there = border(FlowRegime::Counter, T(dry + aside)).surface - dew_point;
    const T slope = (there - off) / aside;
    return clamp(T(dry - off / min(slope, T(-1e-9))), T(0.0), T(1.0));
  }

  /// Corrects the slopes to the temperatures of the water and of the surface at both ends of the
  /// wet part.
  void correct(const Border<T>& at) {
    const T before = saturated(at.water);
    const T share = (1.0 - coil.air_share) / (coil.air_share + across * (1.0 - coil.air_share));
    const T first = at.water + share * (at.air + vapour - before);
    const T last = water + share * (at.air + vapour - at.lost - at_water);
    along = slope(water, at_water, at.water);
    across = 0.5 * (slope(at.water, before, first) + slope(water, at_water, last));
  }
};

}  // namespace wet_coil_detail

/// Returns the state of a cooling coil on which water may condense. The air first meets a dry part
/// of the surface, until the surface has the dew point of the air, then a wet part. Either part may
/// be missing.
///
///     dry part   Q = ε(x UA) C_min (θ_a - θ_w)
///     wet part   Q = ε((1 - x) UA_h) min(m_a, C_w/c_s) (h_a - h_s(θ_w)),
///                1/UA_h = c_a R_a + c_f R_w
///
/// h = c_a θ + r w is the enthalpy, h_s the enthalpy of saturated air; c_s is its mean slope along
/// the water in the wet part, c_f from the water to the surface, the mean of both ends; R_a and R_w
/// are the resistances of air and water side. The condensate follows from the state of the surface
/// that would remove Q from the air in contact with it,
///
///     h_f = h_a - (h_a - h_a,out)/(1 - b),   b = e^(-(1 - x)/(R_a C_a))
///     w_out = w - (1 - b) max(w - w_f, 0)
///
/// with w_f the saturation humidity at h_f. Energy and water are conserved exactly. The condensate
/// carries no heat. Braun, Methodologies for the design and control of central cooling plants
/// (Wisconsin, 1988), chapter 4; partly wet coils as in ASHRAE HVAC 2 Toolkit, CCSIM; bypass factor
/// b as in the EnergyPlus Engineering Reference, Coil:Cooling:Water. In counter flow the heat of
/// air up to 34 degC is within 4 % of that of the differential equations, within 0.6 % on average
/// (docs/validation.md); it is up to 8 % low for air of 45 degC. Other arrangements have the border
/// of counter flow. If the water meets the air at the inlet of both (`Parallel`) or does not change
/// its temperature (`PhaseChange`), the coil is all dry or all wet, whichever takes more heat,
/// which is up to 12 % low.
template <class T>
WetCoilState<T> wet_coil(FlowRegime regime, const WetCoil<T>& coil, const CoilInlets<T>& in) {
  constexpr double kMoisture = kVaporisationHeat / kAirHeatCapacity;  // K
  wet_coil_detail::Problem<T> problem{
      coil,
      T(max(in.flow, T(0.0)) * kAirHeatCapacity),
      T(max(in.water_flow, T(0.0)) * kWaterHeatCapacity),
      in.temperature,
      T(kMoisture * in.humidity),
      in.water_temperature,
      T(saturated_enthalpy(in.water_temperature, coil.pressure) / kAirHeatCapacity),
      T(1.0),
      T(1.0)};
  // The dew point is also defined for supersaturated air.
  const T dew_point = physics::saturation_temperature(
      physics::vapour_pressure_of_humidity_ratio(in.humidity, coil.pressure));
  T dry(0.0);
  wet_coil_detail::Parts<T> at;
  if (regime == FlowRegime::Parallel || regime == FlowRegime::PhaseChange) {
    const T wet_bulb = saturation_temperature(
        T(kAirHeatCapacity * (problem.inlet + problem.vapour)), coil.pressure);
    problem.along = problem.across = problem.slope(problem.water, problem.at_water, wet_bulb);
    at = problem.undivided(regime);
  } else {
    problem.along = problem.across = problem.slope(problem.water, problem.at_water, dew_point);
    dry = T(0.5);
    for (int i = 0; i < 4; ++i) dry = problem.closer(dry, dew_point);
    problem.correct(problem.border(FlowRegime::Counter, dry));
    for (int i = 0; i < 3; ++i) dry = problem.closer(dry, dew_point);
    at = problem.border(regime, dry);
  }

  const T units =
      coil.conductance * (1.0 - dry) / (coil.air_share * max(problem.rate, T(kLeastCapacityRate)));
  const T met = max(T(1.0 - exp(-units)), T(1e-12));  // 1 - b
  const T surface = at.air + problem.vapour - at.lost / met;
  const T surface_temperature =
      saturation_temperature(T(surface * kAirHeatCapacity), coil.pressure, dew_point, 5);
  const T surface_humidity = (surface - surface_temperature) / kMoisture;
  const T removed = met * max(T(in.humidity - surface_humidity), T(0.0));
  const T gone = in.temperature - at.air + at.lost;
  WetCoilState<T> y;
  y.humidity = in.humidity - removed;
  y.outlet = in.temperature - gone + kMoisture * removed;
  y.water_outlet = at.water_outlet;
  y.total = problem.rate * gone;
  y.condensate = max(in.flow, T(0.0)) * removed;
  y.sensible = y.total - kVaporisationHeat * y.condensate;
  return y;
}

}  // namespace hearth
